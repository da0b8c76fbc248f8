import { urlOf } from '../network/urlOf';
import type { Problem } from './definition';
import { commandLaunch, serverCommands, type ShellCommand } from './paste/commandLine';
import { launchDraft, type Draft } from './paste/draft';
import { readHostCommand } from './paste/hostCommand';
import { readInstallLink } from './paste/installLink';
import {
  addressLaunch,
  readPage,
  readWord,
  type ReadingKind,
  type WordReading,
} from './paste/packageName';
import { readCommands } from './paste/shellText';
import { readCarried, readSnippet, type Snippet } from './paste/snippet';

/** One meaning of what was pasted; several servers only where it was a configuration. */
export interface Reading {
  readonly kind: ReadingKind;
  readonly drafts: readonly Draft[];
}

/** What a pasted text can mean. */
export interface Pasted {
  /** None where the text holds no server; several where a person has to say which is meant. */
  readonly readings: readonly Reading[];
  /** What is wrong with a configuration, in the order of its text. */
  readonly problems: readonly Problem[];
}

const nothing: Pasted = { readings: [], problems: [] };

/**
 * Reads what people find in READMEs: a command line, an address, the name of a package or an image, an
 * install link, a command that adds a server to some host, or a configuration of any host or a part of
 * one. Never throws for what it cannot read.
 */
export async function readPasted(text: string): Promise<Pasted> {
  const bare = withoutFence(text);
  if (bare === '') return nothing;
  const read = /^[a-z][a-z\d+.-]*:\S*$/i.test(bare) && (await readLink(bare));
  if (read) return read;
  const snippet = await readSnippet(bare);
  if (snippet) return ofSnippet('config', snippet);
  const commands = readCommands(bare);
  return commands ? readAll(serverCommands(commands)) : nothing;
}

/**
 * The text as it was copied: a field of one line turns line breaks into spaces, so what the clipboard
 * still holds is preferred where it is the same otherwise.
 */
export function wholeText(typed: string, clipboard: string): string {
  const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  return clipboard.includes('\n') && flat(clipboard) === flat(typed) ? clipboard : typed;
}

/** `undefined` for a word that only looks like an address, such as an image with a tag. */
async function readLink(text: string): Promise<Pasted | undefined> {
  const url = urlOf(text);
  if (!url) return undefined;
  const carried = readInstallLink(url);
  if (carried) {
    const snippet = await readCarried(carried);
    return snippet ? ofSnippet('link', snippet) : nothing;
  }
  if (!/^https?:$/.test(url.protocol) || url.hostname === '') return undefined;
  const pages = readPage(url);
  const address = { kind: 'address', launch: addressLaunch(text) } as const;
  // A repository is a page, but its address could still be a server's.
  return ofWords(pages.length === 0 ? [address] : pages);
}

async function readAll(commands: readonly ShellCommand[]): Promise<Pasted> {
  const all = await Promise.all(commands.map(readOne));
  return {
    readings: all.flatMap(({ readings }) => readings),
    problems: all.flatMap(({ problems }) => problems),
  };
}

async function readOne(command: ShellCommand): Promise<Pasted> {
  const { words, env, cwd } = command;
  const [word] = words;
  if (words.length === 1 && word !== undefined && cwd === undefined) {
    const found = /^https?:\/\//i.test(word) ? await readLink(word) : ofWords(readWord(word));
    if (Object.keys(env).length === 0) return found ?? nothing;
  }
  const host = readHostCommand(words);
  if (host && 'json' in host) {
    const snippet = await readCarried(host);
    return snippet ? ofSnippet('hostCommand', snippet) : nothing;
  }
  const launch = host?.launch ?? commandLaunch(command);
  if (!launch) return nothing;
  const draft = launchDraft(launch, host?.name);
  return { readings: [{ kind: host ? 'hostCommand' : 'command', drafts: [draft] }], problems: [] };
}

function ofWords(readings: readonly WordReading[]): Pasted {
  return {
    readings: readings.map(({ kind, launch }) => ({ kind, drafts: [launchDraft(launch)] })),
    problems: [],
  };
}

function ofSnippet(kind: ReadingKind, { drafts, problems }: Snippet): Pasted {
  return { readings: drafts.length > 0 ? [{ kind, drafts }] : [], problems };
}

/** Without the marks that Markdown puts around code. */
function withoutFence(text: string): string {
  const trimmed = text.trim();
  const [fence] = /^(?:`{3,}|~{3,})/.exec(trimmed) ?? [];
  if (fence === undefined) return /^`[^`]+`$/.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed;
  const end = trimmed.endsWith(fence) ? trimmed.length - fence.length : trimmed.length;
  // The word behind the fence is the name of a language.
  return trimmed
    .slice(fence.length, end)
    .replace(/^[\w+-]*\s/, '')
    .trim();
}
