import type { HeldCall } from '../ipc/calls';

/** Questions of one asker that may be open. */
const mostOfOne = 8;
/** Of all agents together: they may call themselves anything. */
const mostOfAgents = 24;
/** Milliseconds after which nobody waits for a person's answer any more. */
const longestWait = 600_000;

type Answer = 'yes' | 'no' | 'nobody';

/**
 * Calls that wait for a window's person: so many that no agent keeps the others from being asked about, and not for
 * ever.
 */
export class HeldCalls {
  readonly #open = new Map<string | undefined, number>();
  #ofAgents = 0;

  constructor(
    private readonly put: (call: HeldCall, signal: AbortSignal) => Promise<Answer>,
    private readonly longest = longestWait,
  ) {}

  /** The person's answer; `nobody` at once where too many wait, and for one that does not come in time. */
  async ask(call: HeldCall, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    const { client } = call;
    const open = this.#open.get(client) ?? 0;
    const isAgent = client !== undefined;
    if (open >= mostOfOne || (isAgent && this.#ofAgents >= mostOfAgents)) return 'nobody';
    this.#count(client, 1);
    const late = AbortSignal.timeout(this.longest);
    try {
      return await this.put(call, AbortSignal.any([signal, late]));
    } catch (error) {
      signal.throwIfAborted();
      if (late.aborted) return 'nobody';
      throw error;
    } finally {
      this.#count(client, -1);
    }
  }

  #count(client: string | undefined, by: 1 | -1): void {
    const open = (this.#open.get(client) ?? 0) + by;
    if (open > 0) this.#open.set(client, open);
    else this.#open.delete(client);
    if (client !== undefined) this.#ofAgents += by;
  }
}
