import { reasonOf, type Reason } from '../../base/errors';
import { raceAbort } from '../../base/abort';
import type { McpObject } from '../../ipc/state';
import type { ToolAddress } from '../../ipc/toolAddress';
import { modelAnswer } from '../chat/modelAnswers';
import { t } from './participantTexts';
import { callsInOrder } from './callsInOrder';
import { fitted } from './fitted';
import {
  textMessage,
  type Message,
  type MessagePart,
  type ResultPart,
  type ToolRequest,
} from './messages';

/** A tool as a model gets it. */
export interface OfferedTool {
  readonly name: string;
  /** Where it is, by its true name; absent: it is the editor's, or ours. */
  readonly address?: ToolAddress;
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
  /** What fits into a request, as `sizeOf` counts. */
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
export const shareOfMessages = 0.7;
/** Calls that a model may make in one round. */
const mostCalls = 50;

type SaidPart = Said & MessagePart;

/**
 * Has a model answer, with as many rounds of tools as it wants and may have. Never fails: what goes wrong is
 * how the turn ended.
 */
export async function agentTurn(
  parts: TurnParts,
  before: readonly Message[],
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const messages: Message[] = [];
  const ended = (end: TurnEnd): TurnOutcome => ({ end, messages });
  const { tools, rounds } = parts;
  try {
    for (let round = 0; round < rounds; round++) {
      const offer = await tools.offer(signal);
      const request = [textMessage('user', offer.system), ...before, ...messages];
      const said: SaidPart[] = [];
      try {
        await hearAnswer(parts, { messages: request, tools: offer.tools }, signal, said);
        signal.throwIfAborted();
      } catch (error) {
        // The person has read it. Calls were not made.
        messages.push(...assistant(said.filter(({ kind }) => kind === 'text')));
        throw error;
      }
      messages.push(...assistant(said));
      const calls = said.filter((part) => part.kind === 'call');
      if (calls.length === 0) return ended({ kind: 'answered' });
      messages.push({ role: 'user', parts: await makeCalls(calls, offer, tools, signal) });
      signal.throwIfAborted();
    }
    return ended({ kind: 'capped' });
  } catch (error) {
    return ended(
      signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', reason: reasonOf(error) },
    );
  }
}

function assistant(said: readonly SaidPart[]): Message[] {
  // Some providers refuse empty text.
  const parts = said.filter((part) => part.kind !== 'text' || part.text.trim() !== '');
  return parts.length > 0 ? [{ role: 'assistant', parts }] : [];
}

interface Request {
  readonly messages: readonly Message[];
  readonly tools: readonly OfferedTool[];
}

/** Shows what the model says, and adds it to `said`, also where it fails in the middle. */
async function hearAnswer(
  { model, say }: TurnParts,
  { messages, tools }: Request,
  signal: AbortSignal,
  said: SaidPart[],
): Promise<void> {
  const most = model.characters * shareOfMessages;
  // What a turn came to is kept only where it ends soon after it was stopped.
  const send = (sent: readonly Message[]): Promise<void> =>
    raceAbort(hear(model.send(sent, tools, signal), say, said), signal);
  try {
    await send(fitted(messages, most));
  } catch (error) {
    // Models say in their own words that a request is too long, and sizes are estimated.
    const less = fitted(messages, most / 2);
    const mayBeLength = reasonOf(error).code === 'modelFailed' && less !== messages;
    if (signal.aborted || said.length > 0 || !mayBeLength) throw error;
    await send(less);
  }
}

/** Makes the calls of a round. Each has a result, however the round ends: what it did may have taken effect. */
function makeCalls(
  calls: readonly ToolRequest[],
  offer: Offer,
  tools: TurnTools,
  signal: AbortSignal,
): Promise<MessagePart[]> {
  const readers = new Set(offer.tools.filter(({ onlyReads }) => onlyReads).map(({ name }) => name));
  const made = new Set(calls.slice(0, mostCalls));
  const resultOf = async (call: ToolRequest): Promise<readonly ResultPart[]> => {
    if (!made.has(call)) return [note('tooManyCalls')];
    if (signal.aborted) return [note('notCalled')];
    try {
      return await raceAbort(tools.call(call, signal), signal);
    } catch (error) {
      if (signal.aborted) return [note('callStopped')];
      return [{ kind: 'text', text: modelAnswer(reasonOf(error)) }];
    }
  };
  return callsInOrder(
    calls,
    ({ name }) => readers.has(name),
    async (call) => ({ kind: 'result', id: call.id, parts: [...(await resultOf(call))] }),
  );
}

function note(key: 'tooManyCalls' | 'notCalled' | 'callStopped'): ResultPart {
  return { kind: 'text', text: t(key, { most: mostCalls }) };
}

/** Shows text as it comes, and adds all that was said: pieces of text that follow each other as one. */
async function hear(
  stream: AsyncIterable<Said>,
  say: (text: string) => void,
  said: SaidPart[],
): Promise<void> {
  for await (const part of stream) {
    const last = said.at(-1);
    if (part.kind === 'text') say(part.text);
    if (part.kind === 'text' && last?.kind === 'text') {
      said[said.length - 1] = { kind: 'text', text: last.text + part.text };
    } else said.push(part);
  }
}
