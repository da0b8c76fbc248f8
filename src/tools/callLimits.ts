/** Limits of one call in milliseconds: `idle` restarts with progress, `total` does not. */
export interface CallLimits {
  readonly idle: number;
  readonly total: number;
}

export const defaultCallLimits: CallLimits = { idle: 300_000, total: 3_600_000 };

/** The limits with another idle time, in seconds; the total is never shorter. */
export function limitsOf(limits: CallLimits, idleSeconds: number | undefined): CallLimits {
  if (idleSeconds === undefined) return limits;
  const idle = idleSeconds * 1_000;
  return { idle, total: Math.max(limits.total, idle) };
}
