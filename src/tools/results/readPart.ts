import type { ReadPart, ResultPart } from '../../ipc/keptResults';
import type { OpenResult } from './openResult';
import { readCharacters } from './readCharacters';
import { readLines } from './readLines';
import { readPath } from './readPath';
import { searchResult } from './searchResult';

/**
 * A part of a result, in about so many characters at most; its note says how to go on.
 * @throws UserError `partOutOfRange`, `firstOutOfRange`, `pathInvalid`, `pathEmpty`, `notJson`, `regexInvalid`, which
 * say what would do.
 */
export function readPart(result: OpenResult, part: ResultPart, most: number): ReadPart {
  switch (part.by) {
    case 'lines':
      return readLines(result, part, most);
    case 'characters':
      return readCharacters(result, part, most);
    case 'path':
      return readPath(result, part, most);
    case 'search':
      return searchResult(result, part, most);
  }
}
