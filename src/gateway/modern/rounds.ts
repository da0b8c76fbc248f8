import { createHash, randomUUID } from 'node:crypto';
import type { Disposable } from '../../base/disposable';
import { canonicalJson } from '../../base/json';
import type { McpObject } from '../../ipc/state';
import type { Exchange } from './exchange';
import type { Grant } from '../gatewayServer';
import type { PostedRequest } from '../messages';
import { invalidParams } from '../relay';

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
