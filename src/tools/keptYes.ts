import { createHash } from 'node:crypto';
import { canonicalJson } from '../base/json';
import type { ToolCaller } from './toolGate';

/** Calls that may be between two rounds. */
const most = 100;
/** Milliseconds in which a round has to be followed by the next one. */
const longest = 600_000;

/** One round of a call that asks for input (2026-07-28, "Multi Round-Trip Requests"). */
export interface CallRound {
  readonly caller: ToolCaller;
  readonly tool: string;
  readonly arguments: unknown;
  /** By which the server knows the call again; absent: it needs none. */
  readonly state: unknown;
}

/** To what persons have said yes, for the next round of the same call: each counts once. */
export class KeptYes {
  readonly #kept = new Map<string, { readonly basis: string; readonly at: number }>();

  /** Keeps a yes until the round that this one asks for. */
  keep(round: CallRound, basis: string): void {
    this.#kept.set(keyOf(round), { basis, at: performance.now() });
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > most) this.#kept.delete(oldest);
  }

  /** Gives what the yes to the round before was about, and uses it up. */
  take(round: CallRound): string | undefined {
    if (this.#kept.size === 0) return undefined;
    const key = keyOf(round);
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    return kept && performance.now() - kept.at < longest ? kept.basis : undefined;
  }
}

function keyOf({ caller: { route, client }, tool, arguments: given, state }: CallRound): string {
  const text = canonicalJson([route, client ?? null, tool, given ?? {}, state ?? null]);
  return createHash('sha256').update(text).digest('base64url');
}
