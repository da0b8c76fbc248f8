import { reasonOf, type Reason } from '../base/errors';
import type { McpObject } from '../contract/state';
import { callsInOrder } from './callsInOrder';
import { fitted } from './fitted';
import type { Message, MessagePart, ResultPart, ToolRequest } from './messages';

/** A tool as a model gets it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: McpObject;
  /** It changes nothing, as the person or we vouch for it. */
  readonly onlyReads: boolean;
  /** About how many it takes of every request. */
  readonly tokens: number;
}

/** What a model gets for one round. */
export interface Offer {
  /** What it should know before all else. */
  readonly system: string;
  readonly tools: readonly OfferedTool[];
}

/** The tools of a turn. */
export interface TurnTools {
  /** Those of the next round: what was found meanwhile is among them, and what is gone is not. */
  offer(signal: AbortSignal): Promise<Offer>;
  /** Calls one; what goes wrong is the result. Fails only where the signal is aborted. */
  call(request: ToolRequest, signal: AbortSignal): Promise<readonly ResultPart[]>;
}

/** What a model says, in the order in which it does. */
export type Said = { readonly kind: 'text'; readonly text: string } | ToolRequest;

/** A model that can call tools. */
export interface TurnModel {
  /** About so many characters fit into a request. */
  readonly characters: number;
  send(
    messages: readonly Message[],
    tools: readonly OfferedTool[],
    signal: AbortSignal,
  ): AsyncIterable<Said>;
}

/** What a turn is made of. */
export interface TurnParts {
  readonly model: TurnModel;
  readonly tools: TurnTools;
  /** Shows a piece of the answer at once. */
  readonly say: (text: string) => void;
  /** How often the model may call tools. */
  readonly rounds: number;
}

/** How a turn ended. */
export type TurnEnd =
  | { readonly kind: 'answered' | 'capped' | 'cancelled' }
  | { readonly kind: 'failed'; readonly reason: Reason };

/** What came of a turn. */
export interface TurnOutcome {
  readonly end: TurnEnd;
  /** What was said and done, as far as it came; no call in it is without its result. */
  readonly messages: readonly Message[];
}

/** Of what a request may have some is left to the definitions of tools and to the answer. */
const shareOfMessages = 0.7;

/**
 * Has a model answer, with as many rounds of tools as it wants and may have. Never fails: what goes wrong is
 * how the turn ended.
 */
export async function agentTurn(
  { model, tools, say, rounds }: TurnParts,
  before: readonly Message[],
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const messages: Message[] = [];
  const ended = (end: TurnEnd): TurnOutcome => ({ end, messages });
  try {
    for (let round = 0; round < rounds; round++) {
      const offer = await tools.offer(signal);
      const system: Message = { role: 'user', parts: [{ kind: 'text', text: offer.system }] };
      const sent = fitted([system, ...before, ...messages], model.characters * shareOfMessages);
      const said = await hear(model.send(sent, offer.tools, signal), say);
      signal.throwIfAborted();
      const calls = said.filter((part) => part.kind === 'call');
      const answer: Message = { role: 'assistant', parts: said };
      if (calls.length === 0) {
        if (said.length > 0) messages.push(answer);
        return ended({ kind: 'answered' });
      }
      const readers = new Set(
        offer.tools.filter(({ onlyReads }) => onlyReads).map(({ name }) => name),
      );
      const results = await callsInOrder(
        calls,
        ({ name }) => readers.has(name),
        async (call): Promise<MessagePart> => {
          signal.throwIfAborted();
          return { kind: 'result', id: call.id, parts: [...(await tools.call(call, signal))] };
        },
      );
      messages.push(answer, { role: 'user', parts: results });
    }
    return ended({ kind: 'capped' });
  } catch (error) {
    return ended(
      signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', reason: reasonOf(error) },
    );
  }
}

/** Shows text as it comes, and gives all that was said: pieces of text that follow each other as one. */
async function hear(
  stream: AsyncIterable<Said>,
  say: (text: string) => void,
): Promise<(Said & MessagePart)[]> {
  const parts: (Said & MessagePart)[] = [];
  let pieces: string[] = [];
  const endText = (): void => {
    const text = pieces.join('');
    pieces = [];
    // Some providers refuse empty text.
    if (text.trim() !== '') parts.push({ kind: 'text', text });
  };
  for await (const part of stream) {
    if (part.kind === 'text') {
      say(part.text);
      pieces.push(part.text);
    } else {
      endText();
      parts.push(part);
    }
  }
  endText();
  return parts;
}
