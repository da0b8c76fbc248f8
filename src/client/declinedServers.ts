import type { ServerState } from '../ipc/state';

/** Servers whose questions are declined unseen, because a person said so: until they start anew. */
export class DeclinedServers {
  /** When those were started, by id. */
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
