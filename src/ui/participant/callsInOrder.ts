/** Calls that run at the same time. */
const mostTogether = 8;

/**
 * Runs calls and returns results in their order. Read-only calls run in parallel; any other call runs alone, after
 * all before it and before all behind it.
 */
export async function callsInOrder<T, R>(
  calls: readonly T[],
  onlyReads: (call: T) => boolean,
  run: (call: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const together of groups(calls, onlyReads)) {
    results.push(...(await Promise.all(together.map(run))));
  }
  return results;
}

function groups<T>(calls: readonly T[], onlyReads: (call: T) => boolean): T[][] {
  const made: T[][] = [];
  let readers: T[] | undefined;
  for (const call of calls) {
    if (!onlyReads(call)) {
      made.push([call]);
      readers = undefined;
    } else if (readers && readers.length < mostTogether) readers.push(call);
    else made.push((readers = [call]));
  }
  return made;
}
