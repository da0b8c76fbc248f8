const hour = 3_600_000;

/** What may still be spent. */
export interface Allowance {
  readonly requests: number;
  readonly tokens: number;
}

/** Counts what the servers of a window took of the person's models within the last hour. */
export class SamplingBudget {
  /** Oldest first. */
  readonly #spent: { readonly at: number; readonly requests: number; readonly tokens: number }[] =
    [];

  /** What is left of these limits at a time in epoch milliseconds; never less than nothing. */
  left(limits: Allowance, now: number): Allowance {
    const young = this.#spent.findIndex(({ at }) => at > now - hour);
    this.#spent.splice(0, young === -1 ? this.#spent.length : young);
    let { requests, tokens } = limits;
    for (const one of this.#spent) {
      requests -= one.requests;
      tokens -= one.tokens;
    }
    return { requests: Math.max(0, requests), tokens: Math.max(0, tokens) };
  }

  spend(spent: Allowance, now: number): void {
    this.#spent.push({ at: now, ...spent });
  }
}
