import { collectGarbage, largeText } from '../base/largeText';
import { UserError } from '../base/errors';

/** The nesting of a message, because code that walks a value recurses. */
const mostLevels = 500;
/** The values of a message: each takes about a hundred bytes of memory, however short its text. */
const mostValues = 500_000;
/**
 * The largest message in bytes. A larger one is dropped and fails its own request; the connection goes on. A message
 * is in memory up to four times (as text, parsed, and on its way). One of this size took the host to 1 GB, of which
 * 350 MB stayed. Three things keep it below 600 MB: `PieceDecoder`, `collectGarbage` and the bounds of the host's young
 * generation.
 */
export const largestMessage = 112 * 1024 * 1024;

/**
 * Parses the text of a message. A scan precedes, because the value may be nested too deep, or a hundred times as
 * large. It costs a third of the parsing, and a text of fewer characters than levels is neither. Parsing stays on the
 * main thread, because copying a value back from another thread takes as long. The bounds (docs/supervision.md) keep it
 * below about a second, even for the largest message.
 * @throws UserError `answerTooComplex` (levels, or values); SyntaxError where the text is not JSON.
 */
export function parseMessage(text: string): unknown {
  if (text.length < largeText) {
    if (text.length > mostLevels) weigh(text);
    return JSON.parse(text);
  }
  // The text, then the pieces that it was put together of.
  setImmediate(collectGarbage);
  weigh(text);
  collectGarbage();
  return JSON.parse(text);
}

function weigh(text: string): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        values += 1;
        depth += 1;
        if (depth > mostLevels) throw new UserError('answerTooComplex', { levels: mostLevels });
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case 0x2c: // ,
        values += 1;
        if (values > mostValues) throw new UserError('answerTooComplex', { values: mostValues });
        break;
    }
  }
}

/** The index of the end of a string; the end of the text if it is unterminated. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    let slashes = at;
    while (text.charCodeAt(slashes - 1) === 0x5c) slashes -= 1;
    if ((at - slashes) % 2 === 0) return at;
  }
}
