import * as z from 'zod/mini';
import { mcpObjectSchema, type McpObject } from '../../ipc/state';
import { toModel } from './participantTexts';

const textSchema = z.object({ kind: z.literal('text'), text: z.string() });

export const toolRequestSchema = z.object({
  kind: z.literal('call'),
  id: z.string(),
  name: z.string(),
  input: mcpObjectSchema,
});
export type ToolRequest = z.infer<typeof toolRequestSchema>;

/** Part of a tool's result: text, which may be cut, or another value, which stays as it is. */
const resultPartSchema = z.discriminatedUnion('kind', [
  textSchema,
  z.object({ kind: z.literal('other'), value: z.unknown() }),
]);
export type ResultPart = z.infer<typeof resultPartSchema>;

const messagePartSchema = z.discriminatedUnion('kind', [
  textSchema,
  z.object({
    kind: z.literal('image'),
    base64: z.string(),
    mimeType: z.string(),
    /** Text for models that take no images. */
    otherwise: z.string(),
  }),
  toolRequestSchema,
  z.object({ kind: z.literal('result'), id: z.string(), parts: z.array(resultPartSchema) }),
]);
export type MessagePart = z.infer<typeof messagePartSchema>;

/** Message of a conversation with a model. Tool results have the role `user`. */
export const messageSchema = z.object({
  role: z.enum(['user', 'assistant']),
  parts: z.array(messagePartSchema),
});
export type Message = z.infer<typeof messageSchema>;

/** A message that has text only. */
export function textMessage(role: Message['role'], text: string): Message {
  return { role, parts: [{ kind: 'text', text }] };
}

// A size is in characters. One that is not ASCII counts for as many bytes as UTF-8 takes, since tokens go by that.

/** Size of an image: providers take no more tokens for one. */
const charactersPerImage = 6_400;
/** Size of a result that was cut. */
const headOfResult = 2_000;
/** Values that are kept of a cut input, and the largest size of a value and its name. */
const [mostValues, mostOfValue] = [20, 200];

/**
 * Cuts the oldest tool results until the messages have at most this size, as far as results allow. Returns the same
 * list if all of it fits.
 */
export function fitted(messages: readonly Message[], most: number): readonly Message[] {
  let over = sizeOf(messages) - most;
  if (over <= 0) return messages;
  return messages.map((message) => {
    if (over <= 0) return message;
    const parts = message.parts.map((part) => {
      if (over <= 0 || part.kind !== 'result') return part;
      const cut = { ...part, parts: cutResult(part.parts, headOfResult) };
      over -= sizeOfPart(part) - sizeOfPart(cut);
      return cut;
    });
    return { ...message, parts };
  });
}

/** Newest messages of at most this size. Results whose calls are left out are left out too. */
export function newest(messages: readonly Message[], most: number): readonly Message[] {
  let left = most;
  const gone = messages.findLastIndex((message) => (left -= sizeOfMessage(message)) < 0);
  const rest = messages.slice(gone + 1);
  const first = rest.findIndex(({ role }) => role === 'assistant');
  return gone < 0 ? messages : rest.slice(first < 0 ? rest.length : first);
}

/** Messages cut at the end to at most this size. */
export function beginning(messages: readonly Message[], most: number): readonly Message[] {
  if (sizeOf(messages) <= most) return messages;
  let left = most;
  const partOf = (part: MessagePart): MessagePart[] => {
    const cut = part.kind === 'text' ? { ...part, text: cutText(part.text, left) } : part;
    left -= sizeOfPart(cut);
    return left < 0 || (cut.kind === 'text' && cut.text === '') ? [] : [cut];
  };
  return messages
    .map(({ role, parts }) => ({ role, parts: parts.flatMap(partOf) }))
    .filter(({ parts }) => parts.length > 0);
}

/** Text cut to at most this size, with a note that something is left out. */
export function cutText(text: string, most: number): string {
  if (sizeOfText(text) <= most) return text;
  const note = `\n${toModel('textCut')}`;
  return most <= note.length ? '' : headOf(text, most - note.length) + note;
}

/** Tool result cut to at most this size of text. Other content is dropped. */
export function cutResult(parts: readonly ResultPart[], most: number): ResultPart[] {
  const isText = parts.every(({ kind }) => kind === 'text');
  const text = parts.flatMap((part) => (part.kind === 'text' ? part.text : [])).join('\n');
  if (isText && sizeOfText(text) <= most) return [...parts];
  return [{ kind: 'text', text: `${headOf(text, most)}\n${toModel('resultCut')}` }];
}

/** Input of a call. Above this size only short values are kept. */
export function cutInput(input: McpObject, most: number): McpObject {
  if (sizeOfText(JSON.stringify(input)) <= most) return input;
  const short = Object.entries(input)
    .slice(0, mostValues)
    .map(([name, value]) => {
      const isShort = sizeOfText(JSON.stringify(value) ?? '') <= mostOfValue;
      return [headOf(name, mostOfValue), isShort ? value : toModel('textCut')];
    });
  return Object.fromEntries(short) as McpObject;
}

/** Size of messages in characters; images count as providers count them. */
export function sizeOf(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + sizeOfMessage(message), 0);
}

function sizeOfMessage({ parts }: Message): number {
  return parts.reduce((sum, part) => sum + sizeOfPart(part), 0);
}

/** Size of a text. */
export function sizeOfText(text: string): number {
  return Buffer.byteLength(text);
}

/** Beginning of a text of at most this size. */
export function headOf(text: string, most: number): string {
  if (sizeOfText(text) <= most) return text;
  const bytes = Buffer.from(text.slice(0, most)).subarray(0, most);
  // A half of a character is none.
  return bytes.toString('utf8').replace(/\uFFFD$/, '');
}

function sizeOfPart(part: MessagePart | ResultPart): number {
  switch (part.kind) {
    case 'text':
      return sizeOfText(part.text);
    case 'call':
      return sizeOfText(part.name) + sizeOfText(JSON.stringify(part.input));
    case 'result':
      return part.parts.reduce((sum, one) => sum + sizeOfPart(one), 0);
    case 'image':
    case 'other':
      return charactersPerImage;
  }
}
