import { reasonOf, type Reason } from '../../base/errors';
import { raceAbort } from '../../base/abort';
import type { McpObject, ToolAddress } from '../../ipc/state';
import { modelAnswer } from '../chat/modelAnswers';
import type { AgentTools } from './agentTools';
import { toModel } from './participantTexts';
import {
  textMessage,
  fitted,
  type Message,
  type MessagePart,
  type ResultPart,
  type ToolRequest,
} from './messages';

/** A tool as the model gets it. */
export interface OfferedTool {
  readonly name: string;
  /** Server and own name; absent for tools of the editor and generic tools. */
  readonly address?: ToolAddress;
  readonly description: string;
  readonly inputSchema: McpObject;
  /** True if the call changes nothing, as vouched for by the user or by us. */
  readonly onlyReads: boolean;
  /** Approximate tokens of its definition. */
  readonly tokens: number;
}

/** Tools and system prompt of one round. */
export interface Offer {
  /** System prompt. */
  readonly system: string;
  readonly tools: readonly OfferedTool[];
}

export type TurnTools = Pick<AgentTools, 'offer' | 'call'>;

/** Output of a model, in stream order. */
export type ModelOutput = { readonly kind: 'text'; readonly text: string } | ToolRequest;

/** A model that can call tools. */
export interface TurnModel {
  /** Largest request, as counted by `sizeOf`. */
  readonly characters: number;
  send(
    messages: readonly Message[],
    tools: readonly OfferedTool[],
    signal: AbortSignal,
  ): AsyncIterable<ModelOutput>;
}

export interface TurnContext {
  readonly model: TurnModel;
  readonly tools: TurnTools;
  /** Streams a piece of the answer to the user. */
  readonly say: (text: string) => void;
  /** Rounds of tool calls that the model may make. */
  readonly rounds: number;
}

export type TurnEnd =
  | { readonly kind: 'answered' | 'capped' | 'cancelled' }
  | { readonly kind: 'failed'; readonly reason: Reason };

export interface TurnOutcome {
  readonly end: TurnEnd;
  /** Messages of the turn as far as it went. Every call has its result. */
  readonly messages: readonly Message[];
}

/** Share of a request that messages may take; the rest is for tool definitions and the answer. */
export const shareOfMessages = 0.7;
/** Calls per round. */
const mostCalls = 50;

type OutputPart = ModelOutput & MessagePart;

/**
 * Runs the model with as many rounds of tool calls as it wants and may have. Never rejects: a failure is part of the
 * outcome.
 */
export async function agentTurn(
  context: TurnContext,
  before: readonly Message[],
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const messages: Message[] = [];
  const ended = (end: TurnEnd): TurnOutcome => ({ end, messages });
  const { tools, rounds } = context;
  try {
    for (let round = 0; round < rounds; round++) {
      const offer = await tools.offer(signal);
      const request = [textMessage('user', offer.system), ...before, ...messages];
      const said: OutputPart[] = [];
      try {
        await streamAnswer(context, { messages: request, tools: offer.tools }, signal, said);
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

function assistant(said: readonly OutputPart[]): Message[] {
  // Some providers refuse empty text.
  const parts = said.filter((part) => part.kind !== 'text' || part.text.trim() !== '');
  return parts.length > 0 ? [{ role: 'assistant', parts }] : [];
}

interface Request {
  readonly messages: readonly Message[];
  readonly tools: readonly OfferedTool[];
}

/**
 * Streams the answer and appends it to `said`, also if the model fails midway. A request that may be too long is
 * retried once with less.
 */
async function streamAnswer(
  { model, say }: TurnContext,
  { messages, tools }: Request,
  signal: AbortSignal,
  said: OutputPart[],
): Promise<void> {
  const most = model.characters * shareOfMessages;
  // Ends soon after an abort, because the editor keeps the result of a turn only then.
  const send = (sent: readonly Message[]): Promise<void> =>
    raceAbort(collect(model.send(sent, tools, signal), say, said), signal);
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

/**
 * Runs the calls of a round and returns their results in order. Read-only calls run in parallel. Any other call runs
 * alone, in its place among them. Each gets a result even if the turn is stopped, because it may have taken effect.
 */
async function makeCalls(
  calls: readonly ToolRequest[],
  offer: Offer,
  tools: TurnTools,
  signal: AbortSignal,
): Promise<MessagePart[]> {
  const readers = new Set(offer.tools.filter(({ onlyReads }) => onlyReads).map(({ name }) => name));
  const made = new Set(calls.slice(0, mostCalls));
  const partsOf = async (call: ToolRequest): Promise<readonly ResultPart[]> => {
    if (!made.has(call)) return [note('tooManyCalls')];
    if (signal.aborted) return [note('notCalled')];
    try {
      return await raceAbort(tools.call(call, signal), signal);
    } catch (error) {
      if (signal.aborted) return [note('callStopped')];
      return [{ kind: 'text', text: modelAnswer(reasonOf(error)) }];
    }
  };
  const resultOf = async (call: ToolRequest): Promise<MessagePart> => ({
    kind: 'result',
    id: call.id,
    parts: [...(await partsOf(call))],
  });
  const results: MessagePart[] = [];
  for (const together of groups(calls, readers))
    results.push(...(await Promise.all(together.map(resultOf))));
  return results;
}

function note(key: 'tooManyCalls' | 'notCalled' | 'callStopped'): ResultPart {
  return { kind: 'text', text: toModel(key, { most: mostCalls }) };
}

/** Streams text and collects all output; consecutive pieces of text become one. */
async function collect(
  stream: AsyncIterable<ModelOutput>,
  say: (text: string) => void,
  said: OutputPart[],
): Promise<void> {
  for await (const part of stream) {
    const last = said.at(-1);
    if (part.kind === 'text') say(part.text);
    if (part.kind === 'text' && last?.kind === 'text') {
      said[said.length - 1] = { kind: 'text', text: last.text + part.text };
    } else said.push(part);
  }
}

/** Calls that run at the same time. */
const mostTogether = 8;

/** Calls in the groups that run together: neighbours that only read, and any other alone. */
function groups(calls: readonly ToolRequest[], onlyReads: ReadonlySet<string>): ToolRequest[][] {
  const made: ToolRequest[][] = [];
  let readers: ToolRequest[] | undefined;
  for (const call of calls) {
    if (!onlyReads.has(call.name)) {
      made.push([call]);
      readers = undefined;
    } else if (readers && readers.length < mostTogether) readers.push(call);
    else made.push((readers = [call]));
  }
  return made;
}
