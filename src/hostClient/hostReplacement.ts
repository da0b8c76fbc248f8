import { UserError } from '../base/errors';
import { RestartPolicy, type RestartLimits } from '../base/restartPolicy';

/** How often and how fast a lost host is replaced unasked. */
const limits: RestartLimits = {
  firstDelay: 250,
  maxDelay: 10_000,
  maxCrashes: 5,
  window: 180_000,
  stableAfter: 60_000,
};

/** Counts the hosts that were lost. */
export class HostReplacement {
  #policy = new RestartPolicy(limits);

  /**
   * Milliseconds until another one is reached after one that was there for `uptime` milliseconds.
   * @throws UserError `hostLostOften` where hosts are lost too often; the count begins anew then.
   */
  delayAfter(uptime: number): number {
    this.#policy = this.#policy.crashed(Date.now(), uptime);
    const decision = this.#policy.decide(Math.random());
    if (decision.kind === 'retry') return decision.delay;
    this.#policy = new RestartPolicy(limits);
    throw new UserError('hostLostOften', { count: decision.crashes });
  }
}
