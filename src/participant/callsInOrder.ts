/**
 * Runs what a model wants of one round and gives the results in its order. What only reads runs at the same
 * time; everything else alone, after all before it and before all behind it.
 */
export async function callsInOrder<T, R>(
  calls: readonly T[],
  onlyReads: (call: T) => boolean,
  run: (call: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const together of groups(calls, onlyReads)) {
    const settled = await Promise.allSettled(together.map(run));
    for (const one of settled) {
      if (one.status === 'rejected') throw one.reason;
      results.push(one.value);
    }
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
    } else if (readers) readers.push(call);
    else made.push((readers = [call]));
  }
  return made;
}
