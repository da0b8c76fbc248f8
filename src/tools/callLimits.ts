/** Limits of one call in milliseconds: silence, which progress ends, and the whole. */
export interface CallLimits {
  readonly idle: number;
  readonly total: number;
}

/** What a call may take unless it is told otherwise. */
export const defaultCallLimits: CallLimits = { idle: 300_000, total: 3_600_000 };

/** The limits with another silence where one is given, in seconds; the whole is never shorter. */
export function limitsOf(limits: CallLimits, idleSeconds: number | undefined): CallLimits {
  if (idleSeconds === undefined) return limits;
  const idle = idleSeconds * 1_000;
  return { idle, total: Math.max(limits.total, idle) };
}
