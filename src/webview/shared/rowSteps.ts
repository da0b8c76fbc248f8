/** The place in a list of rows to which a key leads from another place; `undefined` for keys of other uses. */
export function placeAfter(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, count - 1);
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** The row that the Tab key leads to: the wanted one, or the first where that is not in the list. */
export function tabStop(keys: readonly string[], wanted: string | undefined): string | undefined {
  return wanted !== undefined && keys.includes(wanted) ? wanted : keys[0];
}
