/** Steps that a pattern may take on a text, as estimated from its quantifiers. */
const mostSteps = 1_000_000;
const longestPattern = 1_000;

/**
 * True if a text fits a server's pattern, `undefined` if that is not known: the pattern is invalid, or might run for
 * long. A page cannot interrupt an expression. So it runs only if its quantifiers allow few ways through the text, and no
 * repeated group contains another choice. The server checks the rest.
 */
export function fitsPattern(pattern: string, text: string): boolean | undefined {
  if (pattern.length > longestPattern || text.length > mostSteps) return undefined;
  if (stepsOf(pattern, text.length) > mostSteps) return undefined;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return undefined;
  }
}

const backreference = /\\(?:[1-9]|k)/;
const escapes = /\\[^]/g;
const classes = /\[[^\]]*\]/g;
const groupHeads = /\(\?(?:[:=!]|<[=!]|<\w+>)/g;
const lazyMarks = /([*+?}])\?/g;
/** A quantifier that allows several counts. */
const choice = /[*+?]|\{\d*,\d*\}/g;
const token = /[*+?(|)]|\{\d+(?:,\d*)?\}/g;

/** Upper estimate of the steps of a pattern on a text; infinite where choices are nested. */
function stepsOf(pattern: string, length: number): number {
  if (backreference.test(pattern)) return Infinity;
  const plain = pattern
    .replaceAll(escapes, 'e')
    .replaceAll(classes, 'c')
    .replaceAll(groupHeads, '(')
    .replaceAll(lazyMarks, '$1');
  if (repeatsChoices(plain)) return Infinity;
  const choices = plain.match(choice) ?? [];
  const repeats = choices.filter((one) => one !== '?').length;
  const forks = choices.length - repeats + (plain.match(/\|/g)?.length ?? 0);
  // An expression without a start is tried at each character.
  const loops = repeats + (plain.startsWith('^') ? 0 : 1);
  return (length + 1) ** loops * 2 ** forks;
}

/** True if a repeated group contains a quantifier or alternatives. */
function repeatsChoices(plain: string): boolean {
  /** For each open group, true if it has a choice. */
  const open: boolean[] = [false];
  let closed = false;
  let end = -1;
  for (const { 0: mark, index } of plain.matchAll(token)) {
    if (mark === '(') open.push(false);
    else if (mark === ')') {
      closed = open.pop() ?? false;
      end = index + 1;
      if (closed && open.length > 0) open[open.length - 1] = true;
    } else {
      if (mark !== '?' && mark !== '|' && index === end && closed) return true;
      open[open.length - 1] = true;
    }
  }
  return false;
}
