/** A line of a comparison, or how many unchanged lines are left out between others. */
export type ChangeLine =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
  | { readonly kind: 'skipped'; readonly count: number };

type Edit = Exclude<ChangeLine, { kind: 'skipped' }>;

/** Changes that are looked for line by line; beyond them, all lines from the first to the last change are replaced. */
const mostEdits = 500;
/** Unchanged lines around a change. */
const contextLines = 3;

/** The fewest changes that make one list of lines the other, with the unchanged lines between them. */
export function lineChanges(old: readonly string[], current: readonly string[]): Edit[] {
  const shorter = Math.min(old.length, current.length);
  let start = 0;
  while (start < shorter && old[start] === current[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === current.at(-1 - end)) end += 1;
  const [removed, added] = [old, current].map((lines) => lines.slice(start, lines.length - end));
  return [
    ...old.slice(0, start).map(edit('same')),
    ...(shortestEdits(removed ?? [], added ?? []) ?? [
      ...(removed ?? []).map(edit('removed')),
      ...(added ?? []).map(edit('added')),
    ]),
    ...old.slice(old.length - end).map(edit('same')),
  ];
}

function edit(kind: Edit['kind']): (text: string) => Edit {
  return (text) => ({ kind, text });
}

/**
 * The fewest edits that make one list of lines the other (Myers, "An O(ND) Difference Algorithm", 1986).
 * `undefined` if they are too many.
 */
function shortestEdits(old: readonly string[], current: readonly string[]): Edit[] | undefined {
  const most = Math.min(old.length + current.length, mostEdits);
  // The furthest line of `old` on each diagonal; diagonal 0 stands in the middle.
  const furthest = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const at = (reached: Int32Array, diagonal: number): number => reached[middle + diagonal] ?? 0;
  const isDown = (reached: Int32Array, diagonal: number, edits: number): boolean =>
    diagonal === -edits ||
    (diagonal !== edits && at(reached, diagonal - 1) < at(reached, diagonal + 1));
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(furthest.slice());
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = isDown(furthest, diagonal, edits)
        ? at(furthest, diagonal + 1)
        : at(furthest, diagonal - 1) + 1;
      while (x < old.length && x - diagonal < current.length && old[x] === current[x - diagonal])
        x += 1;
      furthest[middle + diagonal] = x;
      if (x >= old.length && x - diagonal >= current.length) return walkBack();
    }
  }
  return undefined;

  function walkBack(): Edit[] {
    const found: Edit[] = [];
    let [x, y] = [old.length, current.length];
    for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
      const reached = trace[edits] ?? furthest;
      const diagonal = x - y;
      const down = isDown(reached, diagonal, edits);
      const from = edits === 0 ? 0 : diagonal + (down ? 1 : -1);
      const startX = edits === 0 ? 0 : at(reached, from);
      const startY = startX - from;
      while (x > startX && y > startY) {
        x -= 1;
        y -= 1;
        found.push({ kind: 'same', text: old[x] ?? '' });
      }
      if (edits === 0) break;
      found.push(
        down
          ? { kind: 'added', text: current[startY] ?? '' }
          : { kind: 'removed', text: old[startX] ?? '' },
      );
      [x, y] = [startX, startY];
    }
    return found.toReversed();
  }
}

/** Leaves out unchanged lines that are far from every change. */
export function withoutDistant(all: readonly Edit[]): ChangeLine[] {
  const isNear = new Uint8Array(all.length);
  all.forEach(({ kind }, at) => {
    if (kind !== 'same') isNear.fill(1, Math.max(0, at - contextLines), at + contextLines + 1);
  });
  const lines: ChangeLine[] = [];
  let skipped = 0;
  const flush = (): void => {
    if (skipped > 0) lines.push({ kind: 'skipped', count: skipped });
    skipped = 0;
  };
  all.forEach((line, at) => {
    if (isNear[at] === 0) skipped += 1;
    else {
      flush();
      lines.push(line);
    }
  });
  flush();
  return lines;
}
