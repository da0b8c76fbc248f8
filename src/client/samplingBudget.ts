const hour = 3_600_000;

/** What may still be spent. */
export interface Allowance {
  readonly requests: number;
  readonly tokens: number;
}

/** Counts what the servers of a window took of the person's models within the last hour. */
export class SamplingBudget {
  /** The requests, oldest first. */
  readonly #taken: { readonly at: number; tokens: number }[] = [];

  /** What is left of these limits at a time in epoch milliseconds; never less than nothing. */
  left(limits: Allowance, now: number): Allowance {
    const young = this.#taken.findIndex(({ at }) => at > now - hour);
    this.#taken.splice(0, young === -1 ? this.#taken.length : young);
    const tokens = this.#taken.reduce((left, one) => left - one.tokens, limits.tokens);
    return {
      requests: Math.max(0, limits.requests - this.#taken.length),
      tokens: Math.max(0, tokens),
    };
  }

  /**
   * Takes all tokens that one request may need, so that no other counts on them. To be told how many it
   * needed once that is known, also where it failed.
   */
  take(tokens: number, now: number): (needed: number) => void {
    const taken = { at: now, tokens };
    this.#taken.push(taken);
    return (needed) => {
      taken.tokens = needed;
    };
  }
}
