import * as z from 'zod';
import { cutResult, fitted, sizeOfMessage } from './fitted';
import { messageSchema, textMessage, type Message } from './messages';
import type { TurnEnd } from './agentTurn';

/** Characters of a turn that are kept, and of each result in it. */
const [mostOfTurn, mostOfResult] = [60_000, 6_000];

const keptTurnSchema = z.object({
  /** What the model was asked, where that is not what the person wrote. */
  asked: z.array(messageSchema).optional(),
  messages: z.array(messageSchema),
  end: z.enum(['answered', 'capped', 'cancelled', 'failed']),
});

/** What is kept of a turn with its answer, as JSON: later turns know by it what was found out. */
export type KeptTurn = z.infer<typeof keptTurnSchema>;

/** What to keep of a turn; results are cut, and what is no text in them goes. */
export function keptTurn(
  messages: readonly Message[],
  end: TurnEnd['kind'],
  asked?: readonly Message[],
): KeptTurn {
  const cut = messages.map(({ role, parts }) => ({
    role,
    parts: parts.map((part) =>
      part.kind === 'result' ? { ...part, parts: cutResult(part.parts, mostOfResult) } : part,
    ),
  }));
  const kept = { messages: [...fitted(cut, mostOfTurn)], end };
  return asked ? { ...kept, asked: asked.map(withoutImages) } : kept;
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

/** The turns of before for a model, oldest first: the newest that have no more than so many characters. */
export function pastMessages(turns: readonly PastTurn[], most: number): readonly Message[] {
  const kept: Message[][] = [];
  let left = most;
  for (const turn of turns.toReversed()) {
    const messages = messagesOf(turn);
    left -= messages.reduce((sum, message) => sum + sizeOfMessage(message), 0);
    if (left < 0) break;
    kept.unshift(messages);
  }
  return kept.flat();
}

function messagesOf({ asked, shown, metadata }: PastTurn): Message[] {
  const kept = readKeptTurn(metadata);
  const question = kept?.asked ?? [textMessage('user', asked)];
  // What was cut off in its first answer has nothing else.
  const said = shown === '' ? [] : [textMessage('assistant', shown)];
  const answer = kept && kept.messages.length > 0 ? kept.messages : said;
  return [...question, ...answer].filter(({ parts }) => parts.length > 0);
}

function withoutImages({ role, parts }: Message): Message {
  const texts = parts.map((part) =>
    part.kind === 'image' ? { kind: 'text' as const, text: part.otherwise } : part,
  );
  return { role, parts: texts };
}
