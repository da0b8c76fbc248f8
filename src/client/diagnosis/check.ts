import { mapReason, type Reason, type ReasonArguments, reasonOf } from '../../base/errors';
import type { StartStep } from '../../ipc/state';
import { raceAbort } from '../../base/abort';

/** All checks, in the order in which they are shown. */
type CheckName =
  | 'runFolder'
  | 'host'
  | 'entry'
  | 'command'
  | 'folder'
  | 'runtime'
  | 'proxy'
  | 'certificates'
  | 'name'
  | 'connection'
  | 'tls'
  | 'http'
  | 'signIn'
  | 'start';

/** `warning`: it works, or may work, but a person should know about it. */
type Outcome = 'ok' | 'warning' | 'failed' | 'skipped';

/** The duration of one step of a start, in milliseconds. */
export interface StepTime {
  readonly step: StartStep;
  readonly ms: number;
}

/** The result of a check before it is timed. */
export interface Verdict {
  readonly outcome: Outcome;
  readonly reason: Reason;
  readonly steps?: readonly StepTime[] | undefined;
}

export interface CheckResult extends Verdict {
  readonly check: CheckName;
  /** Duration in milliseconds. */
  readonly ms: number;
}

export interface Check {
  readonly name: CheckName;
  /** The check is skipped if this one failed or was skipped. */
  readonly needs?: CheckName | undefined;
  /** Milliseconds; 5,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** A rejection is a failure; `undefined` is not reported. Stops when `signal` aborts. */
  readonly run: (signal: AbortSignal) => Promise<Verdict | undefined>;
}

function verdictOf(outcome: Outcome) {
  return (code: string, args?: ReasonArguments): Verdict => ({ outcome, reason: { code, args } });
}

export const passed = verdictOf('ok');
export const warned = verdictOf('warning');
export const failed = verdictOf('failed');
export const skipped = verdictOf('skipped');

/** Milliseconds. */
const defaultTimeoutMs = 5_000;

/** Characters of a reason's argument; cut after its secrets are masked. */
const maxTextLength = 1_000;

interface RunOptions {
  readonly signal: AbortSignal;
  /** Masks the secrets in a text. */
  readonly redact?: ((text: string) => string) | undefined;
  /** Called before each check, with the results so far. */
  readonly onCheck?: ((name: CheckName, results: readonly CheckResult[]) => void) | undefined;
}

/** Runs checks in order, without those whose requirement failed. Rejects only with the reason of `signal`. */
export async function runChecks(
  checks: readonly Check[],
  { signal, redact = (text) => text, onCheck }: RunOptions,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  const broken = new Set<CheckName>();
  for (const check of checks) {
    signal.throwIfAborted();
    onCheck?.(check.name, results);
    const started = performance.now();
    const isSkipped = check.needs !== undefined && broken.has(check.needs);
    const verdict = isSkipped ? skipped('checkSkipped') : await runCheck(check, signal);
    if (!verdict) continue;
    if (verdict.outcome === 'failed' || verdict.outcome === 'skipped') broken.add(check.name);
    const ms = Math.round(performance.now() - started);
    const reason = mapReason(verdict.reason, (text) => redact(text).slice(0, maxTextLength));
    results.push({ ...verdict, check: check.name, reason, ms });
  }
  return results;
}

async function runCheck(
  { run, timeoutMs = defaultTimeoutMs }: Check,
  signal: AbortSignal,
): Promise<Verdict | undefined> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const stop = AbortSignal.any([signal, timeout]);
  try {
    return await raceAbort(run(stop), stop);
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return failed('checkTimedOut', { seconds: timeoutMs / 1_000 });
    return { outcome: 'failed', reason: reasonOf(error) };
  }
}
