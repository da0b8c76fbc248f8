import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Reason } from '../base/errors';
import { RestartPolicy, type RestartLimits, type Retry } from '../base/restartPolicy';
import type { ServerOptions } from '../ipc/contract';
import { isOutOfReach } from '../connection/failures';
import { waitsForSignIn } from '../ipc/authorization';
import type { ServerEvent } from './transition';

/** Failures after which a person has to change something first, whatever the server did before. */
const lasting: ReadonlySet<string> = new Set([
  'notFound',
  'cwdNotFound',
  'windowsCommand',
  'notExecutable',
  'sandboxToolMissing',
  'interpreterMissing',
  'windowsLineEnds',
  'invalidUrl',
  'servesItself',
  // The same credentials again may lock an account.
  'unauthorized',
]);
/** Failures of the start of a remote server that is out of reach behind a forwarder. */
const vainEnds: ReadonlySet<string> = new Set(['connectionClosed', 'timedOut']);
/** Causes for which an existing program cannot be started at just this moment. */
const passingSpawnErrors: readonly unknown[] = [
  'EAGAIN',
  'ENOMEM',
  'EMFILE',
  'ENFILE',
  'ETXTBSY',
  'EBUSY',
];
/**
 * A program that succeeds before it has answered anything is not a server. The others mean, in a shell,
 * that the command is missing or not executable (9009 in `cmd`).
 */
const pointlessExits: readonly unknown[] = [0, 126, 127, 9009];

/**
 * True if another try is pointless until something changes. `wasUp`: the server has been up since it was wanted, so
 * its launch is right. A running server that ends by itself is restarted, whatever its exit code, because nobody
 * asked for that.
 */
export function isPermanent({ code, args = {} }: Reason, wasUp: boolean): boolean {
  if (lasting.has(code)) return true;
  if (code === 'spawnFailed') return !passingSpawnErrors.includes(args['cause']);
  if (wasUp) return false;
  switch (code) {
    // Another try would only wait as long again.
    case 'timedOut':
    case 'protocolError':
      return true;
    case 'exited':
      return pointlessExits.includes(args['exit']);
    case 'httpError':
      return !isOutOfReach({ code, args });
    default:
      return false;
  }
}

/** Bounds of starts and restarts, as a client declares them; absent means the host's own default. */
export type StartOptions = Pick<
  ServerOptions,
  'startupTimeoutSeconds' | 'maxCrashes' | 'isDebugged'
>;

/** The longest `Retry-After` that counts, in milliseconds. */
const longestWait = 300_000;

/**
 * Decides what follows when a server fails to start or ends by itself, and times the next try. A lost session is
 * renewed at once, but only once in a stable time. Other failures are retried by the {@link RestartPolicy}. A server
 * rests with its reason where no retry can help ({@link isPermanent}).
 */
export class Restarts {
  readonly #count = signal(0);
  /** The current options of the client whose start launched it last. */
  #options: () => StartOptions = () => ({});
  #policy: RestartPolicy;
  /** Counts failures that pass by themselves, for the delay only: they never end the retries. */
  #outage: RestartPolicy;
  /** True if the server has been up since it was wanted. */
  #wasUp = false;
  /** True if the server has ever been up, also under an earlier host. */
  #hasRun: boolean;
  #renewedAt = -Infinity;
  #launchedAt = 0;
  /** Milliseconds that starts have taken. They do not count, or slow failures would never be a crash loop. */
  #starting = 0;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;

  constructor(
    private readonly limits: RestartLimits,
    private readonly server: { readonly isRemote?: boolean; readonly hasRun?: boolean } = {},
  ) {
    this.#hasRun = server.hasRun === true;
    this.#policy = new RestartPolicy(limits);
    this.#outage = this.#policy;
  }

  /** Restarts by the policy since the server was wanted afresh. */
  get count(): ReadonlySignal<number> {
    return this.#count;
  }

  /** Failed starts and crashes so far. */
  get failures(): number {
    return this.#failures;
  }

  get options(): StartOptions {
    return this.#options();
  }

  /** True if so much has failed that, under these options, nothing starts without a person. */
  isExhausted(options: StartOptions): boolean {
    return this.#policy.under(this.#limitsOf(options)).exhausted;
  }

  /** Somebody wants the server; `afresh`: earlier failures do not count any more. */
  want(options: () => StartOptions, afresh: boolean): void {
    this.cancel();
    this.#options = options;
    if (!afresh) return;
    this.#policy = new RestartPolicy(this.limits);
    this.#outage = this.#policy;
    this.#count.value = 0;
    this.#wasUp = false;
  }

  /** A start begins. */
  launching(): void {
    this.#launchedAt = performance.now();
  }

  /** The start has succeeded. */
  up(): void {
    this.#wasUp = true;
    this.#hasRun = true;
    this.#starting += performance.now() - this.#launchedAt;
  }

  /**
   * True if a lost session is renewed at once, which is not a crash: once in a stable time. `uptime`
   * in milliseconds.
   */
  renews({ code }: Reason, uptime: number): boolean {
    const now = performance.now();
    if (code !== 'sessionLost' || now - this.#renewedAt < this.limits.stableAfter) return false;
    this.#renewedAt = now;
    this.#policy = this.#policy.ran(uptime);
    return true;
  }

  /** The event that follows the end of a server that was up for `uptime` milliseconds; 0: it did not come up. */
  crashed(error: Reason, uptime: number): ServerEvent {
    this.#failures += 1;
    if (waitsForSignIn(error)) return { kind: 'block', need: 'authorization', reason: error };
    if (uptime === 0) this.#starting += performance.now() - this.#launchedAt;
    const limits = this.#limitsOf(this.options);
    const now = performance.now() - this.#starting;
    // A reloading window cannot read or store credentials. When it is back, the server must still
    // be trying. A server that has ever been up is waited for without end, because the network may come
    // back. Waiting costs little, because no process comes and goes meanwhile.
    const isAway = this.#hasRun && this.#isAway(error, uptime);
    const passes = error.code === 'signInNoWindow' || isAway;
    if (limits.maxCrashes > 0 && passes) {
      this.#outage = this.#outage.crashed(now, uptime);
      return retryLater(this.#outage.retry(Math.random()), error);
    }
    this.#policy = this.#policy.under(limits).crashed(now, uptime);
    if (limits.maxCrashes === 0 || isPermanent(error, this.#wasUp)) return { kind: 'fail', error };
    const decision = this.#policy.decide(Math.random());
    if (decision.kind === 'retry') return retryLater(decision, error);
    const args = { count: decision.crashes };
    return { kind: 'fail', error: { code: 'crashLoop', args, cause: error } };
  }

  /** Tries again at a time, in epoch milliseconds; call {@link counted} where that is a restart. */
  schedule(retryAt: number, retry: () => void): void {
    this.cancel();
    this.#timer = setTimeout(retry, Math.max(0, retryAt - Date.now()));
  }

  /** A restart by the policy begins. */
  counted(): void {
    this.#count.value += 1;
  }

  /** Takes back the next try. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /**
   * True for a server out of reach, also behind a forwarder that accepts connections and closes them or says nothing.
   * One that came up before that has crashed.
   */
  #isAway(error: Reason, uptime: number): boolean {
    const isVain = uptime === 0 && vainEnds.has(error.code);
    return (isVain && this.server.isRemote === true) || isOutOfReach(error);
  }

  #limitsOf({ maxCrashes }: StartOptions): RestartLimits {
    return maxCrashes === undefined ? this.limits : { ...this.limits, maxCrashes };
  }
}

function retryLater({ attempt, delay }: Retry, error: Reason): ServerEvent {
  const retryAt = Date.now() + Math.max(delay, waitOf(error));
  return { kind: 'retryLater', attempt, retryAt, error };
}

/** The milliseconds of a `Retry-After`, within reason. */
function waitOf({ code, args }: Reason): number {
  if (code !== 'httpError') return 0;
  return Math.min(longestWait, Number(args?.['seconds'] ?? 0) * 1_000);
}
