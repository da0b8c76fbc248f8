import type { ServerState } from '../ipc/state';

/** Servers whose requests are declined unseen, as a person decided, until they start again. */
export class DeclinedServers {
  /** Their start times in epoch milliseconds, by id. */
  readonly #starts = new Map<string, number>();

  constructor(private readonly stateOf: (id: string) => ServerState | undefined) {}

  has(id: string): boolean {
    const start = this.#starts.get(id);
    return start !== undefined && start === startOf(this.stateOf(id));
  }

  add(id: string): void {
    const start = startOf(this.stateOf(id));
    if (start !== undefined) this.#starts.set(id, start);
  }

  delete(id: string): void {
    this.#starts.delete(id);
  }
}

function startOf(state: ServerState | undefined): number | undefined {
  return state && 'since' in state ? state.since : undefined;
}
