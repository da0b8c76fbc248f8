/**
 * Whether a birth (see `ProcessFacts`) was surely before another one. Never so between two boots.
 */
export function bornBefore(first: string, second: string): boolean {
  const [boot, start] = first.split('/');
  const [otherBoot, otherStart] = second.split('/');
  return boot === otherBoot && Number(start) < Number(otherStart);
}
