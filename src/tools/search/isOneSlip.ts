import { distance } from 'fastest-levenshtein';

/** Shorter words are too alike to one another. */
const shortest = 4;
/** From so many letters on two of them may be wrong. */
const long = 8;

/** Whether one word may be the other one mistyped: a letter more, less, other or swapped; two in a long word. */
export function isOneSlip(typed: string, word: string): boolean {
  const most = typed.length >= long ? 2 : 1;
  if (typed.length < shortest || word.length < shortest) return false;
  if (Math.abs(typed.length - word.length) > most) return false;
  // Hardly anybody mistypes both of the first letters.
  if (typed[0] !== word[0] && typed[1] !== word[1] && typed[0] !== word[1]) return false;
  return distance(typed, word) <= most || isSwapped(typed, word);
}

/** Whether two neighbouring letters have changed places, and nothing else. */
function isSwapped(typed: string, word: string): boolean {
  if (typed.length !== word.length) return false;
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at++;
  return (
    typed[at] === word[at + 1] &&
    typed[at + 1] === word[at] &&
    typed.slice(at + 2) === word.slice(at + 2)
  );
}
