import * as z from 'zod/mini';
import {
  messageSchema,
  textMessage,
  beginning,
  cutInput,
  cutResult,
  cutText,
  fitted,
  newest,
  sizeOf,
  type Message,
  type MessagePart,
} from './messages';
import type { TurnEnd } from './agentTurn';

/** Largest stored turn, and largest stored question. */
const [mostOfTurn, mostOfQuestion] = [60_000, 20_000];
/** Largest stored result, text and call input. */
const [mostOfResult, mostOfText, mostOfInput] = [6_000, 20_000, 4_000];
/** Smallest size for which an earlier turn is summarised. */
const leastRoom = 500;

const storedTurnSchema = z.object({
  /** Messages that the model was sent, if they differ from the text of the request. */
  asked: z.optional(z.array(messageSchema)),
  messages: z.array(messageSchema),
  /** `page`: no model wrote the answer. */
  end: z.enum(['answered', 'capped', 'cancelled', 'failed', 'page']),
});

/** A turn in the chat result's metadata, stopped or not, from which later turns read the results of tools. */
export type StoredTurn = z.infer<typeof storedTurnSchema>;

/** Stored for answers without a model, because later turns must not mistake a server's text for the model's. */
export const pageTurn: StoredTurn = { messages: [], end: 'page' };

/** A turn to store, cut to the limits. `asked`: messages that differ from the text of the request. */
export function storedTurn(
  messages: readonly Message[],
  end: TurnEnd['kind'],
  asked?: readonly Message[],
): StoredTurn {
  const cut = messages.map(cutParts);
  const stored = { messages: [...newest(fitted(cut, mostOfTurn), mostOfTurn)], end };
  return asked ? { ...stored, asked: [...beginning(asked.map(cutParts), mostOfQuestion)] } : stored;
}

/** Reads a stored turn; `undefined` if the metadata is not ours. */
export function readStoredTurn(metadata: unknown): StoredTurn | undefined {
  return storedTurnSchema.safeParse(metadata).data;
}

/** An earlier turn as the editor reports it. */
export interface PastTurn {
  /** Text of the request. */
  readonly asked: string;
  /** Answer as shown. */
  readonly shown: string;
  readonly metadata: unknown;
}

/**
 * Earlier turns as messages, oldest first, newest kept, at most this size. A turn that is too large loses results
 * first, then all but its text; older turns are dropped.
 */
export function pastMessages(turns: readonly PastTurn[], most: number): readonly Message[] {
  const stored: (readonly Message[])[] = [];
  let left = most;
  for (const turn of turns.toReversed()) {
    const messages = fitted(messagesOf(turn), left);
    const size = sizeOf(messages);
    if (size > left) {
      stored.unshift(inBrief(turn, left));
      break;
    }
    stored.unshift(messages);
    left -= size;
  }
  return stored.flat();
}

function messagesOf({ asked, shown, metadata }: PastTurn): Message[] {
  const stored = readStoredTurn(metadata);
  if (stored?.end === 'page') return [];
  const question = stored?.asked ?? [textMessage('user', asked)];
  // A turn that was cut off in its first answer has only the shown text.
  const said = shown === '' ? [] : [textMessage('assistant', shown)];
  const answer = stored && stored.messages.length > 0 ? stored.messages : said;
  return [...question, ...answer].filter(({ parts }) => parts.length > 0);
}

function inBrief({ asked, shown }: PastTurn, most: number): readonly Message[] {
  if (most < leastRoom) return [];
  const question = textMessage('user', cutText(asked, most / 2));
  const said = shown === '' ? [] : [textMessage('assistant', shown)];
  return beginning([question, ...said], most);
}

function cutParts({ role, parts }: Message): Message {
  return { role, parts: parts.map(cutPart) };
}

function cutPart(part: MessagePart): MessagePart {
  switch (part.kind) {
    case 'text':
      return { ...part, text: cutText(part.text, mostOfText) };
    case 'image':
      return { kind: 'text', text: part.otherwise };
    case 'call':
      return { ...part, input: cutInput(part.input, mostOfInput) };
    case 'result':
      return { ...part, parts: cutResult(part.parts, mostOfResult) };
  }
}
