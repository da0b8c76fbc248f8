import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BoundedMap } from '../../base/bounded';
import type { Disposable } from '../../base/disposable';
import { canonicalJson, isObject } from '../../base/json';
import type { Progress } from '../../connection/connection';
import type { AnswerServerRequest, ServerRequest } from '../../ipc/serverRequest';
import type { McpObject } from '../../ipc/state';
import type { ServerNotification } from '../../servers/openCalls';
import { questionIn } from '../callingClient';
import type { Grant } from '../gatewayServer';
import type { PostedRequest } from '../messages';
import { invalidParams } from '../relay';

/** Sends the notifications of a call over the response of the current round. */
export interface CallNotifier {
  progress(progress: Progress): void;
  notify(notification: ServerNotification): void;
}

interface InputRequest {
  readonly question: ServerRequest;
  readonly resolve: (result: McpObject) => void;
}

/**
 * A call of a modern client to a server that requests input while it works. Each round ends with the input requests,
 * and the call waits for the next one (2026-07-28, "Multi Round-Trip Requests"). A modern server's own rounds pass
 * unchanged.
 */
export class MultiRoundCall implements Disposable {
  readonly #abort = new AbortController();
  readonly #inputRequests = new Map<string, InputRequest>();
  notifier: CallNotifier;
  #outcome: Promise<{ readonly result: McpObject }> | undefined;
  #count = 0;
  #isParked = false;
  #wake: () => void = () => undefined;

  constructor(notifier: CallNotifier) {
    this.notifier = notifier;
  }

  /** Puts a request of the server into the result of this round. */
  readonly answer: AnswerServerRequest = (question, withdrawn) =>
    new Promise((resolve, reject) => {
      const signal = AbortSignal.any([withdrawn, this.signal]);
      signal.throwIfAborted();
      this.#count += 1;
      const key = `question-${this.#count}`;
      const withdraw = (): void => {
        this.#inputRequests.delete(key);
        reject(signal.reason);
      };
      signal.addEventListener('abort', withdraw);
      this.#inputRequests.set(key, {
        question,
        resolve: (result) => {
          signal.removeEventListener('abort', withdraw);
          this.#inputRequests.delete(key);
          resolve(result);
        },
      });
      this.#wake();
    });

  /** Aborts when the call is given up. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /**
   * True between two rounds: the client has the input requests, and no response waits for the result. A request of the
   * server that may belong to several calls does not belong to this one then.
   */
  get isParked(): boolean {
    return this.#isParked;
  }

  start(call: () => Promise<McpObject>): void {
    this.#outcome = call().then((result) => ({ result }));
    // The round that waits gets the failure.
    this.#outcome.catch(() => undefined);
  }

  /** Takes the client's responses to the last round. Requests without one are part of the next round. */
  resume(responses: unknown): void {
    this.#isParked = false;
    if (!isObject(responses)) return;
    for (const [key, { resolve }] of this.#inputRequests) {
      const response = responses[key];
      if (isObject(response)) resolve(response);
    }
  }

  /** The result, or the input requests of this round. @throws the failure of the call. */
  async round(): Promise<{ readonly result: McpObject } | { readonly inputRequests: McpObject }> {
    for (;;) {
      // Requests that come together go in one round.
      await nextTurn();
      if (this.#inputRequests.size > 0) {
        this.#isParked = true;
        const requests = Array.from(
          this.#inputRequests,
          ([key, { question }]) => [key, questionIn('modern', question)] as const,
        );
        return { inputRequests: Object.fromEntries(requests) };
      }
      const requested = new Promise<undefined>((resolve) => {
        this.#wake = () => resolve(undefined);
      });
      const outcome = await Promise.race([this.#outcome, requested]);
      if (outcome) return outcome;
    }
  }

  dispose(): void {
    this.#abort.abort();
  }
}

interface Parked {
  readonly call: MultiRoundCall;
  readonly grant: Grant;
  /** The digest of the request that may continue it. */
  readonly digest: string;
  readonly timer: NodeJS.Timeout;
}

/** Milliseconds that a call waits for the next round, because a person may be thinking. */
const parkedTimeout = 600_000;
/** Calls that may wait; the oldest makes room. */
const maxParked = 100;

/** Calls that wait for the next round of their clients, each under a `requestState` that is used once. */
export class ParkedCalls implements Disposable {
  readonly #parked = new BoundedMap<string, Parked>(maxParked, giveUp);

  /**
   * Resumes the call that a request continues; `undefined` if the request begins one.
   * @throws UserError where the state belongs to another request.
   */
  resume(request: PostedRequest, serverId: string, grant: Grant): MultiRoundCall | undefined {
    const { requestState, inputResponses } = request.params;
    if (typeof requestState !== 'string') return undefined;
    const parked = this.#parked.get(requestState);
    if (!parked) return undefined;
    if (parked.grant !== grant || parked.digest !== digestOf(request, serverId)) {
      throw invalidParams('This requestState belongs to another request');
    }
    this.#parked.delete(requestState);
    clearTimeout(parked.timer);
    parked.call.resume(inputResponses);
    return parked.call;
  }

  /** The result of the call, or the input requests of this round with its state. */
  async resultOf(
    call: MultiRoundCall,
    request: PostedRequest,
    serverId: string,
    grant: Grant,
  ): Promise<McpObject> {
    const round = await call.round();
    if ('result' in round) return round.result;
    call.signal.throwIfAborted();
    const requestState = randomUUID();
    const timer = setTimeout(() => {
      this.#parked.delete(requestState);
      call.dispose();
    }, parkedTimeout).unref();
    this.#parked.set(requestState, { call, grant, digest: digestOf(request, serverId), timer });
    return { resultType: 'input_required', ...round, requestState };
  }

  dispose(): void {
    for (const parked of this.#parked.values()) giveUp(parked);
    this.#parked.clear();
  }
}

function giveUp({ call, timer }: Parked): void {
  clearTimeout(timer);
  call.dispose();
}

function digestOf({ method, params }: PostedRequest, serverId: string): string {
  const { _meta: _, inputResponses: __, requestState: ___, ...rest } = params;
  return createHash('sha256')
    .update(canonicalJson([serverId, method, rest]))
    .digest('base64');
}
