/**
 * True if a name matches a glob: `*` stands for any text, `?` for one character, everything else for
 * itself, case included. Takes at most length of the glob times length of the name steps.
 */
export function globMatches(glob: string, name: string): boolean {
  let at = 0;
  /** The position behind the last star, and the position of the name at which the rest is tried next. */
  let behindStar: number | undefined;
  let retry = 0;
  for (let index = 0; index < name.length;) {
    if (glob[at] === '*') {
      at += 1;
      [behindStar, retry] = [at, index];
    } else if (glob[at] === '?') {
      at += 1;
      index += widthAt(name, index);
    } else if (glob[at] === name[index]) {
      at += 1;
      index += 1;
    } else if (behindStar === undefined) {
      return false;
    } else {
      retry += widthAt(name, retry);
      [at, index] = [behindStar, retry];
    }
  }
  while (glob[at] === '*') at += 1;
  return at === glob.length;
}

/** Two for a character outside the basic plane, as it takes two code units. */
function widthAt(text: string, index: number): number {
  return (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}
