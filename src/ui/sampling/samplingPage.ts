import { escaped, fenced } from '../text/markdown';
import { shownLocale } from '../text/shownLocale';
import { untrustedText } from '../text/untrustedText';
import { messageWords, type SamplingRequest } from './samplingRequest';
import { t } from './samplingTexts';

/** End of a request, with the message that the server or user got. */
export type SamplingOutcome =
  | { readonly kind: 'answered' | 'cutOff' | 'withdrawn' }
  | { readonly kind: 'refused' | 'failed'; readonly message: string };

/** A request ready to be shown: bounded in size, secrets masked. */
export interface SamplingRecord {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly server: { readonly id: string; readonly name: string };
  /** The request as Markdown, see {@link requestText}; empty if it could not be parsed. */
  readonly asked: string;
  /** Model name; absent if none was chosen. */
  readonly model?: string | undefined;
  /** Tokens of messages and tools. */
  readonly input?: number | undefined;
  /** Tokens of the answer. */
  readonly output?: number | undefined;
  readonly answer?: string | undefined;
  readonly outcome: SamplingOutcome;
}

/** Characters kept of a message or answer. */
const longest = 20_000;

/** Characters kept of all messages of a request; a record has less than 200,000 in all. */
const longestAsked = 120_000;

/** Characters kept of a tool's name. */
const longestName = 100;
const mostTools = 50;

/** Characters kept of a failure. */
const longestFailure = 1_000;

/** Characters of the note about a cut, at most. */
const longestNote = 100;

/** A request as Markdown for the record; `mask` hides secrets. */
export function requestText(request: SamplingRequest, mask: (text: string) => string): string {
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

/** All that a model would be given as Markdown, for the person who decides about it; `mask` hides secrets. */
export function wholeRequestText(
  { messages, tools }: SamplingRequest,
  mask: (text: string) => string,
): string {
  const parts = [
    ...messages.map((message) => [t(message.role), fenced(mask(messageWords(message)), 'text')]),
    ...tools.map(({ name, description, inputSchema }) => {
      const definition = JSON.stringify({ description, inputSchema }, undefined, 2);
      const title = t('tool', { name: escaped(untrustedText(mask(name))) });
      return [title, fenced(mask(definition), 'json')];
    }),
  ];
  return parts.map(([title, text]) => `### ${title}\n\n${text}`).join('\n\n');
}

/** A model's answer as Markdown. */
export function answerText(text: string, mask: (text: string) => string): string {
  return block(mask(text), longest);
}

/** A failure, masked and cut. */
export function failureText(message: string, mask: (text: string) => string): string {
  return bounded(mask(message), longestFailure);
}

/** Page of one request, shown while the user decides about it; `asked`: its {@link wholeRequestText}. */
export function requestPage(server: string, asked: string): string {
  return `# ${t('askedBy', { server: escaped(untrustedText(server)) })}\n\n${asked}\n`;
}

/** Page of the last requests, latest first; `capacity`: how many are kept at most. */
export function samplingPage(
  records: readonly SamplingRecord[],
  capacity: number,
  only?: { readonly id: string; readonly name: string },
): string {
  const shown = records.filter(({ server }) => only === undefined || server.id === only.id);
  const title = only ? t('pageOf', { server: escaped(untrustedText(only.name)) }) : t('pageTitle');
  const parts = shown.toReversed().map(recordText);
  const body = parts.length > 0 ? parts : [t('nothing')];
  return `${[`# ${title}`, t('pageNote', { count: capacity }), ...body].join('\n\n')}\n`;
}

function recordText({ at, server, asked, answer, ...rest }: SamplingRecord): string {
  // A remote extension host may have another time zone than the person.
  const time = new Date(at).toLocaleString(shownLocale(), { timeZoneName: 'short' });
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

/** A fenced block of about this many characters. The fence around backticks alone makes it three times as long. */
function block(text: string, most: number): string {
  const whole = fenced(bounded(text, most), 'text');
  if (whole.length <= most + longestNote) return whole;
  return fenced(bounded(text, Math.floor(most / 3)), 'text');
}

function bounded(text: string, most: number): string {
  const count = text.length - most;
  return count <= 0 ? text : `${text.slice(0, most)}\n${t('cut', { count })}`;
}
