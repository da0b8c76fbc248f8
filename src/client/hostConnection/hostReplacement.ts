import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../base/errors';
import { RestartPolicy, type RestartLimits } from '../../base/restartPolicy';

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
   * Waits before another one is reached after one that was there for `uptime` milliseconds. Rejects with
   * an AbortError when the signal aborts.
   * @throws UserError `hostLostOften` where hosts are lost too often; the count begins anew then.
   */
  async pause(uptime: number, signal: AbortSignal): Promise<void> {
    this.#policy = this.#policy.crashed(Date.now(), uptime);
    const decision = this.#policy.decide(Math.random());
    if (decision.kind === 'retry') {
      await delay(decision.delay, undefined, { signal });
      return;
    }
    this.#policy = new RestartPolicy(limits);
    throw new UserError('hostLostOften', { count: decision.crashes });
  }
}
