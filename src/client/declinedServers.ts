import type { ServerState } from '../ipc/state';

/** Servers whose requests are declined unseen, as a person decided, until they start again. */
export class DeclinedServers {
  /** Their start times in epoch milliseconds, by id; `undefined` while they are still starting. */
  readonly #starts = new Map<string, number | undefined>();

  constructor(private readonly stateOf: (id: string) => ServerState | undefined) {}

  has(id: string): boolean {
    if (!this.#starts.has(id)) return false;
    const now = startOf(this.stateOf(id));
    const start = this.#starts.get(id) ?? now;
    this.#starts.set(id, start);
    return start === now;
  }

  add(id: string): void {
    this.#starts.set(id, startOf(this.stateOf(id)));
  }

  delete(id: string): void {
    this.#starts.delete(id);
  }
}

function startOf(state: ServerState | undefined): number | undefined {
  return state && 'since' in state ? state.since : undefined;
}
