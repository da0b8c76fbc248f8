/**
 * Tokens that tools may take, of a person's setting and of one that comes with a workspace and can only be
 * stricter; 0: as many as they like.
 */
export function toolBudgetOf(user: unknown, workspace: unknown, otherwise: number): number {
  const own = isBudget(user) ? user : otherwise;
  const limits = [own, workspace].filter(isBudget).filter((limit) => limit > 0);
  return limits.length > 0 ? Math.min(...limits) : 0;
}

function isBudget(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}
