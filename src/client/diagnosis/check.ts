import type { Reason, ReasonArguments } from '../../base/errors';
import type { StartStep } from '../../ipc/state';

/** What is looked at, in the order in which it is shown. */
export type CheckName =
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

/** `warning`: it works, or may work, but a person should know. */
export type Outcome = 'ok' | 'warning' | 'failed' | 'skipped';

/** How long one step of a start took, in milliseconds. */
export interface StepTime {
  readonly step: StartStep;
  readonly ms: number;
}

/** What one check has found. */
export interface Finding {
  readonly outcome: Outcome;
  readonly reason: Reason;
  readonly steps?: readonly StepTime[] | undefined;
}

/** What one check has found, and how long it took in milliseconds. */
export interface CheckResult extends Finding {
  readonly check: CheckName;
  readonly ms: number;
}

/** One thing to look at. */
export interface Check {
  readonly name: CheckName;
  /** It is skipped unless this one went well, or was not among the checks. */
  readonly needs?: CheckName | undefined;
  /** Milliseconds it may take; 5,000 by default. */
  readonly limit?: number | undefined;
  /** What is thrown is a failure, `undefined` is not told of; gives up when `signal` aborts. */
  readonly run: (signal: AbortSignal) => Promise<Finding | undefined>;
}

export function passed(code: string, args?: ReasonArguments): Finding {
  return { outcome: 'ok', reason: { code, args } };
}

export function warned(code: string, args?: ReasonArguments): Finding {
  return { outcome: 'warning', reason: { code, args } };
}

export function failed(code: string, args?: ReasonArguments): Finding {
  return { outcome: 'failed', reason: { code, args } };
}

export function skipped(code: string, args?: ReasonArguments): Finding {
  return { outcome: 'skipped', reason: { code, args } };
}
