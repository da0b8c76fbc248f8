import { escaped, fenced } from '../text/markdown';
import { untrustedText } from '../text/untrustedText';
import type { SamplingRequest } from './samplingRequest';
import { t } from './samplingTexts';
import { messageWords } from './samplingWords';

/** How a request ended, with what the server or the person was told. */
export type SamplingOutcome =
  | { readonly kind: 'answered' | 'cutOff' | 'withdrawn' }
  | { readonly kind: 'refused' | 'failed'; readonly message: string };

/** One request of a server, ready to be shown: bounded in size, its secrets masked. */
export interface SamplingRecord {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly server: { readonly id: string; readonly name: string };
  /** What was asked, as Markdown of {@link askedText}; empty where it could not be read. */
  readonly asked: string;
  /** The name of the model; absent where none was reached. */
  readonly model?: string | undefined;
  /** Tokens of all messages and tools. */
  readonly input?: number | undefined;
  /** Tokens of the answer. */
  readonly output?: number | undefined;
  readonly answer?: string | undefined;
  readonly outcome: SamplingOutcome;
}

/** Characters of one message or answer that are kept. */
const longest = 20_000;

/** Characters of all messages of a request that are kept; with all else a record has less than 200,000. */
const longestAsked = 120_000;

/** Characters of a name of a tool that are kept, and of so many tools. */
const longestName = 100;
const mostTools = 50;

/** Characters of what a request failed with that are kept. */
const longestFailure = 1_000;

/** Characters that tell of a cut, at most. */
const longestNote = 100;

/** What a server asked, as Markdown; `mask` hides its secrets. */
export function askedText(request: SamplingRequest, mask: (text: string) => string): string {
  const { messages } = request;
  let left = longestAsked;
  const blocks = messages.flatMap((message, at) => {
    // Each has its share, and what it leaves goes to those behind it: none is left out.
    const share = Math.max(0, Math.min(longest, Math.floor(left / (messages.length - at))));
    const text = block(mask(messageWords(message)), share);
    left -= text.length;
    return [`### ${t(message.role)}`, text];
  });
  return [...toolsText(request, mask), ...blocks].join('\n\n');
}

/** An answer of a model as Markdown. */
export function answerText(text: string, mask: (text: string) => string): string {
  return block(mask(text), longest);
}

/** What a request failed with, as it is kept. */
export function failureText(message: string, mask: (text: string) => string): string {
  return bounded(mask(message), longestFailure);
}

/** The page that shows one request while the person decides about it. */
export function askedPage(server: string, asked: string): string {
  return `# ${t('askedBy', { server: escaped(untrustedText(server)) })}\n\n${asked}\n`;
}

/** The page of what was asked so far, the latest first; `kept` is how many are at most. */
export function samplingPage(
  records: readonly SamplingRecord[],
  kept: number,
  only?: { readonly id: string; readonly name: string },
): string {
  const shown = records.filter(({ server }) => only === undefined || server.id === only.id);
  const title = only ? t('pageOf', { server: escaped(untrustedText(only.name)) }) : t('pageTitle');
  const parts = shown.toReversed().map(recordText);
  const body = parts.length > 0 ? parts : [t('nothing')];
  return `${[`# ${title}`, t('pageNote', { count: kept }), ...body].join('\n\n')}\n`;
}

function recordText({ at, server, asked, answer, ...rest }: SamplingRecord): string {
  const time = new Date(at).toISOString();
  const name = escaped(untrustedText(server.name));
  const { model, input, output } = rest;
  const facts = t('facts', {
    model: escaped(untrustedText(model ?? t('noModel'))),
    outcome: escaped(outcomeText(rest.outcome)),
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
  });
  return [
    `## ${t('requestTitle', { time, server: name })}`,
    facts,
    ...(asked === '' ? [] : [asked]),
    ...(answer === undefined ? [] : [`### ${t('answer')}`, answer]),
  ].join('\n\n');
}

function toolsText({ tools }: SamplingRequest, mask: (text: string) => string): string[] {
  if (tools.length === 0) return [];
  const names = tools.slice(0, mostTools).map(({ name }) => {
    const words = untrustedText(mask(name));
    return escaped(words.slice(0, longestName));
  });
  const more = tools.length - names.length;
  return [t('tools', { tools: names, ...(more > 0 && { more }) })];
}

function outcomeText(outcome: SamplingOutcome): string {
  switch (outcome.kind) {
    case 'refused':
      return t('refusedWith', { message: outcome.message });
    case 'failed':
      return t('failedWith', { message: outcome.message });
    case 'answered':
    case 'cutOff':
    case 'withdrawn':
      return t(outcome.kind);
  }
}

/** A text in a block of about so many characters: around one of backticks alone it is three times as long. */
function block(text: string, most: number): string {
  const whole = fenced(bounded(text, most), 'text');
  if (whole.length <= most + longestNote) return whole;
  return fenced(bounded(text, Math.floor(most / 3)), 'text');
}

function bounded(text: string, most: number): string {
  const count = text.length - most;
  return count <= 0 ? text : `${text.slice(0, most)}\n${t('cut', { count })}`;
}
