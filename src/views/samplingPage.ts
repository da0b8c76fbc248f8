import { escaped, fenced } from './markdown';
import { othersWords } from './othersWords';
import type { SampledMessage, SampledPart, SamplingRequest } from './samplingRequest';
import { saySampling } from './samplingTexts';

/** How a request ended, with what the server or the person was told. */
export type SamplingOutcome =
  | { readonly kind: 'answered' | 'cutOff' | 'withdrawn' }
  | { readonly kind: 'refused' | 'failed'; readonly message: string };

/** One request of a server, ready to be shown: bounded in size, its secrets masked. */
export interface SamplingRecord {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly server: { readonly id: string; readonly name: string };
  /** What was asked, as Markdown of {@link askedText}. */
  readonly asked: string;
  /** The name of the model; absent where none was reached. */
  readonly model?: string | undefined;
  /** Tokens of all messages. */
  readonly input?: number | undefined;
  /** Tokens of the answer. */
  readonly output?: number | undefined;
  readonly answer?: string | undefined;
  readonly outcome: SamplingOutcome;
}

/** Characters of one message or answer that are kept. */
const longest = 20_000;

/** What a server asked, as Markdown; `mask` hides its secrets. */
export function askedText(request: SamplingRequest, mask: (text: string) => string): string {
  const tools = request.tools.map(({ name }) => escaped(othersWords(mask(name))));
  return [
    ...(tools.length > 0 ? [saySampling('tools', { tools })] : []),
    ...request.messages.flatMap((message) => messageText(message, mask)),
  ].join('\n\n');
}

/** An answer of a model as Markdown. */
export function answerText(text: string, mask: (text: string) => string): string {
  return fenced(bounded(mask(text)), 'text');
}

/** The page that shows one request while the person decides about it. */
export function askedPage(server: string, asked: string): string {
  return `# ${saySampling('askedBy', { server: escaped(othersWords(server)) })}\n\n${asked}\n`;
}

/** The page of what was asked so far, the latest first; `kept` is how many are at most. */
export function samplingPage(
  records: readonly SamplingRecord[],
  kept: number,
  only?: { readonly id: string; readonly name: string },
): string {
  const shown = records.filter(({ server }) => only === undefined || server.id === only.id);
  const title = only
    ? saySampling('pageOf', { server: escaped(othersWords(only.name)) })
    : saySampling('pageTitle');
  const parts = shown.toReversed().map(recordText);
  const body = parts.length > 0 ? parts : [saySampling('nothing')];
  return `${[`# ${title}`, saySampling('pageNote', { count: kept }), ...body].join('\n\n')}\n`;
}

function recordText({ at, server, asked, answer, ...rest }: SamplingRecord): string {
  const time = new Date(at).toISOString();
  const name = escaped(othersWords(server.name));
  const { model, input, output } = rest;
  const facts = saySampling('facts', {
    model: escaped(othersWords(model ?? saySampling('noModel'))),
    outcome: escaped(outcomeText(rest.outcome)),
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
  });
  return [
    `## ${saySampling('requestTitle', { time, server: name })}`,
    facts,
    asked,
    ...(answer === undefined ? [] : [`### ${saySampling('answer')}`, answer]),
  ].join('\n\n');
}

function outcomeText(outcome: SamplingOutcome): string {
  switch (outcome.kind) {
    case 'refused':
      return saySampling('refusedWith', { message: outcome.message });
    case 'failed':
      return saySampling('failedWith', { message: outcome.message });
    case 'answered':
    case 'cutOff':
    case 'withdrawn':
      return saySampling(outcome.kind);
  }
}

function messageText({ role, parts }: SampledMessage, mask: (text: string) => string): string[] {
  const text = parts.map(partText).join('\n');
  return [`### ${saySampling(role)}`, fenced(bounded(mask(text)), 'text')];
}

function partText(part: SampledPart): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'image':
      return saySampling('image', { type: part.mimeType, size: part.base64.length });
    case 'call':
      return saySampling('call', { name: part.name, input: JSON.stringify(part.input) });
    case 'result': {
      const said = part.parts.map((one) => (one.kind === 'text' ? one.text : one.otherwise));
      return saySampling('result', { id: part.id, text: said.join('\n') });
    }
  }
}

function bounded(text: string): string {
  const count = text.length - longest;
  return count <= 0 ? text : `${text.slice(0, longest)}\n${saySampling('cut', { count })}`;
}
