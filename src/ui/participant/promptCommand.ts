import { UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import type { McpObject } from '../../ipc/state';
import type { ArgumentField } from '../resources/argumentInput';
import { writtenServers, type ItemGroup, type ItemPick } from '../resources/resourceItems';
import { contentParts } from '../chat/chatResult';
import { bullets, named, untrustedMarkdown } from '../text/markdown';
import { t, toModel } from './participantTexts';
import { textMessage, type Message } from './messages';

/** Meaning of the text after `/prompt`. */
export type PromptRequest =
  /** No text, or not a prompt's name. */
  | { readonly kind: 'none' }
  /** Prompts of several servers, as qualified names. */
  | { readonly kind: 'several'; readonly valid: readonly string[] }
  | { readonly kind: 'one'; readonly pick: ItemPick; readonly rest: string };

/**
 * Finds the prompt that a text begins with, by its name, with or without its server's. The longest fit counts, because
 * names may contain blanks.
 */
export function promptRequest(written: string, groups: readonly ItemGroup[]): PromptRequest {
  const text = written.trim();
  const fits = groups.flatMap(({ name: server, picks }) =>
    picks.flatMap((pick) => {
      const names = [`${server}/${pick.item}`, `${pick.server}/${pick.item}`, pick.item];
      const said = names.find((name) => startsWithWord(text, name));
      return said === undefined ? [] : [{ pick, said }];
    }),
  );
  const longest = Math.max(0, ...fits.map(({ said }) => said.length));
  const best = fits.filter(({ said }) => said.length === longest);
  const [first] = best;
  if (!first) return { kind: 'none' };
  if (best.length > 1) {
    const servers = writtenServers(groups);
    const valid = best.map(({ pick }) => `${servers.get(pick.server)}/${pick.item}`);
    return { kind: 'several', valid };
  }
  return { kind: 'one', pick: first.pick, rest: text.slice(longest).trim() };
}

/** Arguments written after a prompt's name. */
export interface WrittenArguments {
  readonly given: Readonly<Record<string, string>>;
  /** Text that no argument takes. */
  readonly left: string;
}

/**
 * Parses arguments after a prompt's name: `name=value` up to the next known name, or `name="a value"`. One text may
 * stand for the first argument without a value.
 */
export function writtenArguments(rest: string, asked: readonly ArgumentField[]): WrittenArguments {
  const known = new Set(asked.map(({ name }) => name));
  const marks = [...rest.matchAll(/(?:^|\s)([^\s="]+)=/g)].filter(([, name = '']) =>
    known.has(name),
  );
  const given: Record<string, string> = {};
  let left = rest.slice(0, marks[0]?.index);
  let end = 0;
  for (const [at, mark] of marks.entries()) {
    // A quoted value may look as if it gave others.
    if (mark.index < end) continue;
    const [whole, name = ''] = mark;
    const start = mark.index + whole.length;
    const quoted = rest[start] === '"' ? rest.indexOf('"', start + 1) : -1;
    end = quoted < 0 ? start : quoted;
    const next = marks.slice(at + 1).find(({ index }) => index >= end)?.index;
    given[name] = quoted < 0 ? rest.slice(start, next).trim() : rest.slice(start + 1, quoted);
    if (quoted >= 0) left += ` ${rest.slice(quoted + 1, next)}`;
  }
  left = left.trim();
  const first = asked.find(({ name }) => !Object.hasOwn(given, name));
  if (left === '' || !first) return { given, left };
  return { given: { ...given, [first.name]: left }, left: '' };
}

function startsWithWord(text: string, name: string): boolean {
  return text.startsWith(name) && /^\s|^$/.test(text.slice(name.length));
}

/**
 * Messages of a `prompts/get` result for a model. If the assistant speaks last, a request to go on is added.
 * @throws UserError `promptEmpty` {prompt}.
 */
export function promptMessages(prompt: string, { messages }: McpObject): readonly Message[] {
  const all = (Array.isArray(messages) ? messages : []).filter(isObject).map(messageOf);
  const read = all.filter(({ parts }) => parts.length > 0);
  const last = read.at(-1);
  if (!last) throw new UserError('promptEmpty', { prompt });
  return last.role === 'assistant' ? [...read, textMessage('user', toModel('goOn'))] : read;
}

function messageOf({ role, content }: McpObject): Message {
  return {
    role: role === 'assistant' ? 'assistant' : 'user',
    parts: contentParts([content].flat()),
  };
}

/** Prompts listed per server. */
const mostOfServer = 25;

/** All prompts as Markdown, for a text after `/prompt` that names none of them. */
export function participantPrompts(written: string, groups: readonly ItemGroup[]): string {
  const said = written.trim();
  const unknown = said === '' ? [] : [t('promptUnknown', { prompt: named(said) })];
  if (groups.length === 0) return [...unknown, t('promptsNone')].join(' ');
  const servers = writtenServers(groups);
  const lists = groups.flatMap(({ name, picks }) => {
    const lines = picks
      .slice(0, mostOfServer)
      .map(({ server, item, detail = '' }) =>
        [named(`${servers.get(server)}/${item}`), untrustedMarkdown(detail)]
          .filter((part) => part !== '')
          .join(' · '),
      );
    const more = picks.length - lines.length;
    if (more > 0) lines.push(t('promptsMore', { count: more }));
    return [`**${untrustedMarkdown(name)}**`, bullets(lines)];
  });
  return [[...unknown, t('promptsPick')].join(' '), ...lists].join('\n\n');
}
