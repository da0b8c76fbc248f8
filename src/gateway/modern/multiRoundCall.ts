import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Disposable } from '../../base/disposable';
import { isObject, canonicalJson } from '../../base/json';
import type { Progress } from '../../connection/connection';
import type { AnswerQuestion, Question } from '../../ipc/serverRequests';
import type { McpObject } from '../../ipc/state';
import type { Told } from '../clientSubscriptions';
import { questionIn } from '../callingClient';
import { createHash, randomUUID } from 'node:crypto';
import type { Grant } from '../gatewayServer';
import type { PostedRequest } from '../messages';
import { invalidParams } from '../relay';

/** Where a call tells how it goes: the response of the round. */
export interface Outlet {
  progress(progress: Progress): void;
  tell(told: Told): void;
}

interface Asked {
  readonly question: Question;
  readonly resolve: (result: McpObject) => void;
}

/**
 * A call for a client of the modern era at a server that asks while it works: each round ends with what is
 * asked, and the call waits for the next (2026-07-28, "Multi Round-Trip Requests").
 */
export class Exchange implements Disposable {
  readonly #abort = new AbortController();
  readonly #asked = new Map<string, Asked>();
  outlet: Outlet;
  #outcome: Promise<{ readonly result: McpObject }> | undefined;
  #count = 0;
  #isParked = false;
  #wake: () => void = () => undefined;

  constructor(outlet: Outlet) {
    this.outlet = outlet;
  }

  /** Puts a question into the result of this round. */
  readonly answer: AnswerQuestion = (question, withdrawn) =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.any([withdrawn, this.signal]);
      signal.throwIfAborted();
      this.#count += 1;
      const key = `question-${this.#count}`;
      const withdraw = (): void => {
        this.#asked.delete(key);
        reject(signal.reason);
      };
      signal.addEventListener('abort', withdraw);
      this.#asked.set(key, {
        question,
        resolve: (result) => {
          signal.removeEventListener('abort', withdraw);
          this.#asked.delete(key);
          resolve(result);
        },
      });
      this.#wake();
    });

  /** Aborts when the call is given up. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Between two rounds: its client has what was asked, and nothing waits for the result. */
  get isParked(): boolean {
    return this.#isParked;
  }

  /** Begins the call. */
  start(call: () => Promise<McpObject>): void {
    this.#outcome = call().then((result) => ({ result }));
    // Who takes part in a round gets the failure.
    this.#outcome.catch(() => undefined);
  }

  /** Takes what the client says to the last round; what it left out is asked again. */
  supply(responses: unknown): void {
    this.#isParked = false;
    if (!isObject(responses)) return;
    for (const [key, { resolve }] of this.#asked) {
      const response = responses[key];
      if (isObject(response)) resolve(response);
    }
  }

  /** The result, or the questions of this round. @throws what the call failed with. */
  async round(): Promise<{ readonly result: McpObject } | { readonly inputRequests: McpObject }> {
    for (;;) {
      // Questions that come together are put together.
      await nextTurn();
      if (this.#asked.size > 0) {
        this.#isParked = true;
        const requests = Array.from(
          this.#asked,
          ([key, { question }]) => [key, questionIn('modern', question)] as const,
        );
        return { inputRequests: Object.fromEntries(requests) };
      }
      const asked = new Promise<undefined>((resolve) => {
        this.#wake = () => resolve(undefined);
      });
      const outcome = await Promise.race([this.#outcome, asked]);
      if (outcome) return outcome;
    }
  }

  dispose(): void {
    this.#abort.abort();
  }
}

interface Parked {
  readonly exchange: Exchange;
  readonly grant: Grant;
  /** Of the request that may go on with it. */
  readonly digest: string;
  readonly timer: NodeJS.Timeout;
}

/** Milliseconds that a call waits for its client: a person may be thinking. */
const patience = 600_000;
/** Calls that may wait; the oldest makes room. */
const most = 100;

/** Calls that wait for the next round of their clients, each under a `requestState` that is used once. */
export class Rounds implements Disposable {
  readonly #parked = new Map<string, Parked>();

  /**
   * The call that a request goes on with, supplied with its answers; `undefined` where it begins one.
   * @throws UserError where the state belongs to another request.
   */
  resume(request: PostedRequest, serverId: string, grant: Grant): Exchange | undefined {
    const { requestState, inputResponses } = request.params;
    if (typeof requestState !== 'string') return undefined;
    const parked = this.#parked.get(requestState);
    if (!parked) return undefined;
    if (parked.grant !== grant || parked.digest !== digestOf(request, serverId)) {
      throw invalidParams('This requestState belongs to another request');
    }
    this.#remove(requestState);
    parked.exchange.supply(inputResponses);
    return parked.exchange;
  }

  /** The result of a round: of the call, or what it asks with the state to go on by. */
  async resultOf(
    exchange: Exchange,
    request: PostedRequest,
    serverId: string,
    grant: Grant,
  ): Promise<McpObject> {
    const round = await exchange.round();
    if ('result' in round) return round.result;
    exchange.signal.throwIfAborted();
    const requestState = randomUUID();
    const timer = setTimeout(() => this.#giveUp(requestState), patience).unref();
    this.#parked.set(requestState, {
      exchange,
      grant,
      digest: digestOf(request, serverId),
      timer,
    });
    const [oldest] = this.#parked.keys();
    if (oldest !== undefined && this.#parked.size > most) this.#giveUp(oldest);
    return { resultType: 'input_required', ...round, requestState };
  }

  dispose(): void {
    for (const state of this.#parked.keys()) this.#giveUp(state);
  }

  #giveUp(state: string): void {
    this.#remove(state)?.exchange.dispose();
  }

  #remove(state: string): Parked | undefined {
    const parked = this.#parked.get(state);
    clearTimeout(parked?.timer);
    this.#parked.delete(state);
    return parked;
  }
}

function digestOf({ method, params }: PostedRequest, serverId: string): string {
  const { _meta: _, inputResponses: __, requestState: ___, ...rest } = params;
  return createHash('sha256')
    .update(canonicalJson([serverId, method, rest]))
    .digest('base64');
}
