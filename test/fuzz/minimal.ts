import type { Found } from './runner';

/** Runs and milliseconds that the search may take. */
const mostTries = 3_000;
const longest = 10_000;

/** A shorter input that shows the same fault: parts are left out as long as it does, large ones first. */
export async function minimal(
  { key, input }: Found,
  faultOf: (input: string) => Promise<Found | undefined>,
): Promise<string> {
  const end = performance.now() + longest;
  let best = input;
  let tries = 0;
  for (
    let size = Math.ceil(best.length / 2);
    size > 0;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let start = 0; start < best.length;) {
      tries += 1;
      if (tries > mostTries || performance.now() > end) return best;
      const shorter = best.slice(0, start) + best.slice(start + size);
      if ((await faultOf(shorter))?.key === key) best = shorter;
      else start += size;
    }
  }
  return best;
}
