/** Another try; the delay in milliseconds. */
export interface Retry {
  readonly kind: 'retry';
  readonly attempt: number;
  readonly delay: number;
}

export type RestartDecision = Retry | { readonly kind: 'giveUp'; readonly crashes: number };

/** The figures of a {@link RestartPolicy}; times in milliseconds. A crash is any unwanted end. */
export interface RestartLimits {
  readonly firstDelay: number;
  readonly maxDelay: number;
  /** So many crashes within `window` end the retries; 0: nothing is retried at all. */
  readonly maxCrashes: number;
  readonly window: number;
  /** A process that ran this long starts counting from zero again. */
  readonly stableAfter: number;
}

export const defaultRestartLimits: RestartLimits = {
  firstDelay: 1_000,
  maxDelay: 30_000,
  maxCrashes: 5,
  window: 180_000,
  stableAfter: 60_000,
};

/** An immutable record of crashes, and what follows from it. */
export class RestartPolicy {
  constructor(
    private readonly limits: RestartLimits,
    /** Times of the crashes that still count, oldest first. */
    private readonly crashes: readonly number[] = [],
  ) {}

  /** The same crashes, judged by other figures. */
  under(limits: RestartLimits): RestartPolicy {
    return new RestartPolicy(limits, this.crashes);
  }

  /** The policy after something was up for `uptime` and ended otherwise than by a crash. */
  ran(uptime: number): RestartPolicy {
    return uptime >= this.limits.stableAfter ? new RestartPolicy(this.limits) : this;
  }

  /**
   * The policy after a crash at `now` of something that was up for `uptime`. What crashes again and
   * again, but always after a stable time, is restarted for ever: it serves most of the time.
   */
  crashed(now: number, uptime: number): RestartPolicy {
    const recent = this.ran(uptime).crashes.filter((time) => now - time < this.limits.window);
    return new RestartPolicy(this.limits, [...recent, now]);
  }

  /** True if the last crash was one too many: nothing starts again unasked. */
  get exhausted(): boolean {
    return this.crashes.length > 0 && this.crashes.length >= this.limits.maxCrashes;
  }

  /** The decision after the crashes so far. `random` is in [0, 1). */
  decide(random: number): RestartDecision {
    return this.exhausted ? { kind: 'giveUp', crashes: this.crashes.length } : this.retry(random);
  }

  /** Another try, however many there were: exponential with jitter of ±20 %, capped. */
  retry(random: number): Retry {
    const count = this.crashes.length;
    const base = Math.min(this.limits.maxDelay, this.limits.firstDelay * 2 ** (count - 1));
    return { kind: 'retry', attempt: count + 1, delay: Math.round(base * (0.8 + 0.4 * random)) };
  }
}
