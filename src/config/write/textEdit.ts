/** Replaces `length` UTF-16 units at `offset` by `content`. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/**
 * The one edit between two texts, without their common start and end. It parts neither the halves of a
 * character nor those of a line end, which an editor does not let happen.
 */
export function minimalEdit(before: string, after: string): readonly TextEdit[] {
  if (before === after) return [];
  const limit = Math.min(before.length, after.length);
  let start = 0;
  while (start < limit && before[start] === after[start]) start++;
  if (isParted(before, start) || isParted(after, start)) start--;
  let end = 0;
  while (end < limit - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  if (isParted(before, before.length - end) || isParted(after, after.length - end)) end--;
  const content = after.slice(start, after.length - end);
  return [{ offset: start, length: before.length - end - start, content }];
}

/** Whether `at` stands within a pair of surrogates or between the two characters of a line end. */
function isParted(text: string, at: number): boolean {
  return at > 0 && /^(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|\r\n)$/.test(text.slice(at - 1, at + 1));
}
