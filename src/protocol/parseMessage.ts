import { collectGarbage, largeText } from '../base/largeText';
import { UserError } from '../base/errors';
import { valueAt } from '../base/json';
import { keepSource } from '../base/jsonSource';
import { relayedFields } from './messageText';

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

/** A number that may have more digits, or be larger, than a value can be; or a text like one. */
const longNumber = /\d[\d.]{15}|\d[Ee][+-]?\d{3}/;

/**
 * Parses the text of a message. Values of `relayedFields` keep their source. A scan precedes, because the value may be
 * nested too deep, or a hundred times as large. It costs a third of the parsing. A text of at most so many characters as
 * levels is neither, and has no need of a source unless there is a long number. Parsing stays on the main thread, because
 * copying a value back from another thread takes as long. The bounds (docs/supervision.md) keep it below about a second,
 * even for the largest message.
 * @throws UserError `answerTooComplex` (levels, or values); SyntaxError where the text is not JSON.
 */
export function parseMessage(text: string): unknown {
  if (text.length < largeText) {
    if (text.length <= mostLevels && !longNumber.test(text)) return JSON.parse(text);
    const found = scan(text);
    const message: unknown = JSON.parse(text);
    keepSources(message, found, text);
    return message;
  }
  // The text, then the pieces that it was put together of. No value keeps so large a source.
  setImmediate(collectGarbage);
  scan(text);
  collectGarbage();
  return JSON.parse(text);
}

/** The facts of a text that is JSON. */
interface Scanned {
  /** The members of all its objects. */
  readonly members: number;
  readonly relayed: readonly RelayedValue[];
}

/** The place of a value of `relayedFields`. */
interface RelayedValue {
  readonly path: readonly [body: string, field: string];
  readonly start: number;
  readonly end: number;
}

/** Bounds the nesting and the values of a message, and finds those of `relayedFields`. Leaves it to the parser what is not JSON. */
function scan(text: string): Scanned {
  const relayed: RelayedValue[] = [];
  let depth = 0;
  let values = 1;
  let members = 0;
  // The latest string, and the latest names at the first two levels.
  let [stringStart, stringEnd] = [0, 0];
  let [body, field] = ['', ''];
  let relayedStart = -1;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        stringStart = at + 1;
        at = stringEnd = endOfString(text, at);
        break;
      case 0x3a: // :
        members += 1;
        if (depth === 1) body = text.slice(stringStart, stringEnd);
        else if (depth === 2) field = text.slice(stringStart, stringEnd);
        break;
      case 0x5b: // [
      case 0x7b: // {
        values += 1;
        depth += 1;
        if (depth > mostLevels) throw new UserError('answerTooComplex', { levels: mostLevels });
        if (depth === 2) field = '';
        else if (depth === 3 && relayedFields.includes(field)) relayedStart = at;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        if (depth === 3 && relayedStart >= 0) {
          relayed.push({ path: [body, field], start: relayedStart, end: at + 1 });
          relayedStart = -1;
        }
        depth -= 1;
        break;
      case 0x2c: // ,
        values += 1;
        if (values > mostValues) throw new UserError('answerTooComplex', { values: mostValues });
        break;
    }
  }
  return { members, relayed };
}

/**
 * Keeps the sources of values in a message; none where an object has a name twice, because others might read another
 * value than the one that was looked at.
 */
function keepSources(message: unknown, { members, relayed }: Scanned, text: string): void {
  if (relayed.length === 0 || membersOf(message) !== members) return;
  for (const { path, start, end } of relayed) {
    const value = valueAt(message, path);
    const source = text.slice(start, end);
    if (typeof value === 'object' && value !== null) keepSource(value, inOneLine(source));
  }
}

/** The members of all objects in a value. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) members += membersOf(item);
    return members;
  }
  for (const key in value) members += 1 + membersOf((value as Record<string, unknown>)[key]);
  return members;
}

/** JSON without the ends of lines, which stand between its parts only. */
function inOneLine(json: string): string {
  // To look for one costs far less than to replace nothing.
  return json.includes('\n') || json.includes('\r') ? json.replaceAll(/[\n\r]/g, ' ') : json;
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
