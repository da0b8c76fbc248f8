import type { CallRecord } from '../ipc/calls';

/** Milliseconds between two refusals that count together. */
const sameRun = 600_000;
/** Different refusals of a run; what comes beyond counts together with the last. */
const mostDifferent = 20;

/** An owner's refused calls that follow one another: refusals are cheap, so that many take no more room than a few. */
export class CallRun {
  #refused: readonly CallRecord[] = [];

  /** The record in the place of the earlier one with the same key; the call itself where it is of its own. */
  next(call: CallRecord): CallRecord {
    if (call.outcome.kind !== 'refused') {
      this.#refused = [];
      return call;
    }
    const [last] = this.#refused.slice(-1);
    if (last && call.time - last.time >= sameRun) this.#refused = [];
    const isFull = this.#refused.length >= mostDifferent;
    const same = this.#refused.find((one) => isSame(one, call)) ?? (isFull ? last : undefined);
    const next = same ? { ...call, key: same.key, count: (same.count ?? 1) + 1 } : call;
    this.#refused = [...this.#refused.filter((one) => one !== same), next];
    return next;
  }
}

function isSame(one: CallRecord, other: CallRecord): boolean {
  return whatOf(one) === whatOf(other);
}

function whatOf({ server, tool, route, client, arguments: given, outcome }: CallRecord): string {
  return JSON.stringify([server.id, tool, route, client, given, outcome]);
}
