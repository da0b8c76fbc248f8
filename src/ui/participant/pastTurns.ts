import * as z from 'zod';
import { beginning, cutInput, cutResult, cutText, fitted, newest, sizeOf } from './fitted';
import { messageSchema, textMessage, type Message, type MessagePart } from './messages';
import type { TurnEnd } from './agentTurn';

/** What is kept of a turn, and of what was asked in it. */
const [mostOfTurn, mostOfQuestion] = [60_000, 20_000];
/** What is kept of each result, of each text and of what each call was given. */
const [mostOfResult, mostOfText, mostOfInput] = [6_000, 20_000, 4_000];
/** Of less room nothing is made. */
const leastRoom = 500;

const keptTurnSchema = z.object({
  /** What the model was asked, where that is not what the person wrote. */
  asked: z.array(messageSchema).optional(),
  messages: z.array(messageSchema),
  /** `page`: no model said it. */
  end: z.enum(['answered', 'capped', 'cancelled', 'failed', 'page']),
});

/** What is kept of a turn with its answer, as JSON: later turns know by it what was found out. */
export type KeptTurn = z.infer<typeof keptTurnSchema>;

/** What is kept of a page: later turns do not take what servers say on it for what a model has said. */
export const keptPage: KeptTurn = { messages: [], end: 'page' };

/** What to keep of a turn, cut; what is no text goes. `asked`: where that is not only what the person wrote. */
export function keptTurn(
  messages: readonly Message[],
  end: TurnEnd['kind'],
  asked?: readonly Message[],
): KeptTurn {
  const cut = messages.map(cutParts);
  const kept = { messages: [...newest(fitted(cut, mostOfTurn), mostOfTurn)], end };
  return asked ? { ...kept, asked: [...beginning(asked.map(cutParts), mostOfQuestion)] } : kept;
}

/** What was kept of a turn; `undefined` where that is nothing of ours. */
export function readKeptTurn(metadata: unknown): KeptTurn | undefined {
  return keptTurnSchema.safeParse(metadata).data;
}

/** A turn of before, as the editor tells of it. */
export interface PastTurn {
  /** What the person wrote. */
  readonly asked: string;
  /** What they were shown. */
  readonly shown: string;
  readonly metadata: unknown;
}

/**
 * The turns of before for a model, oldest first: the newest that are of no more than this size together. Of one
 * that is too large results give way, then all but what the person read of it; what is older than that is left out.
 */
export function pastMessages(turns: readonly PastTurn[], most: number): readonly Message[] {
  const kept: (readonly Message[])[] = [];
  let left = most;
  for (const turn of turns.toReversed()) {
    const messages = fitted(messagesOf(turn), left);
    const size = sizeOf(messages);
    if (size > left) {
      kept.unshift(inBrief(turn, left));
      break;
    }
    kept.unshift(messages);
    left -= size;
  }
  return kept.flat();
}

function messagesOf({ asked, shown, metadata }: PastTurn): Message[] {
  const kept = readKeptTurn(metadata);
  if (kept?.end === 'page') return [];
  const question = kept?.asked ?? [textMessage('user', asked)];
  // What was cut off in its first answer has nothing else.
  const said = shown === '' ? [] : [textMessage('assistant', shown)];
  const answer = kept && kept.messages.length > 0 ? kept.messages : said;
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
