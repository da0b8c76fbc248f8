import { reasonOf, type Reason } from '../../base/errors';
import { raceAbort } from '../../base/abort';
import {
  failed,
  skipped,
  type Check,
  type CheckName,
  type CheckResult,
  type Finding,
} from './check';

/** Milliseconds that a check may take. */
const defaultLimit = 5_000;

/** Characters of a part of a reason that are kept once its secrets are masked. */
const longestText = 1_000;

/** How checks are run. */
export interface RunOptions {
  readonly signal: AbortSignal;
  /** Takes the secrets out of what was found, before anyone sees it. */
  readonly redact?: ((text: string) => string) | undefined;
  /** Told before each check. */
  readonly onCheck?: ((name: CheckName) => void) | undefined;
}

/**
 * Runs checks one after another; what rests on one that failed is skipped. Rejects only with the reason
 * of an aborted `signal`.
 */
export async function runChecks(
  checks: readonly Check[],
  { signal, redact = (text) => text, onCheck }: RunOptions,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  const broken = new Set<CheckName>();
  for (const check of checks) {
    signal.throwIfAborted();
    onCheck?.(check.name);
    const started = performance.now();
    const rests = check.needs !== undefined && broken.has(check.needs);
    const finding = rests ? skipped('checkSkipped') : await findingOf(check, signal);
    if (!finding) continue;
    if (finding.outcome === 'failed' || finding.outcome === 'skipped') broken.add(check.name);
    const ms = Math.round(performance.now() - started);
    const reason = redacted(finding.reason, redact);
    results.push({ ...finding, check: check.name, reason, ms });
  }
  return results;
}

async function findingOf(
  { run, limit = defaultLimit }: Check,
  signal: AbortSignal,
): Promise<Finding | undefined> {
  const late = AbortSignal.timeout(limit);
  const stop = AbortSignal.any([signal, late]);
  try {
    return await raceAbort(run(stop), stop);
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return failed('checkTimedOut', { seconds: limit / 1_000 });
    return { outcome: 'failed', reason: reasonOf(error) };
  }
}

function redacted({ code, args, cause }: Reason, redact: (text: string) => string): Reason {
  const short = (text: string): string => redact(text).slice(0, longestText);
  const clean = Object.entries(args ?? {}).map(([name, value]) => {
    if (typeof value === 'number') return [name, value] as const;
    return [name, typeof value === 'string' ? short(value) : value.map(short)] as const;
  });
  return {
    code,
    args: Object.fromEntries(clean),
    ...(cause && { cause: redacted(cause, redact) }),
  };
}
