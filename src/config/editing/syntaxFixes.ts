import { createScanner } from 'jsonc-parser';
import type { Problem } from '../definition';
import type { JsonError } from '../documents/syntaxError';
import { spanOf, type ConfigTree } from './configTree';
import { fix, replacement, type Fix } from './fix';

// The scanner's kinds of tokens: its enum is ambient, so its values cannot be named from here.
const firstTrivia = 12;
const lastTrivia = 15;
const endOfText = 17;

/** A text in quotes that JSON does not know: those of JavaScript, Python and word processors. */
const otherQuotes = /['‘’‚“”„`]([^'‘’‚“”„`"\\\n]*)['‘’“”`]/y;

/** A key without quotes. */
const bareKey = /([A-Za-z_][\w-]*)(?=\s*:)/y;

/** A constant of another language. */
const constant = /(None|True|False|undefined|nil)\b/y;

const constants: ReadonlyMap<string, string> = new Map([
  ['None', 'null'],
  ['undefined', 'null'],
  ['nil', 'null'],
  ['True', 'true'],
  ['False', 'false'],
]);

/** The ways out of a syntax error that have one clear meaning. */
export function syntaxFixes(tree: ConfigTree, problem: Problem): readonly Fix[] {
  const { offset } = spanOf(tree.text, problem.range);
  const error: string | undefined = problem.args['error'];
  const isError = (name: JsonError): boolean => error === name;
  if (isError('CommaExpected')) {
    const end = endBefore(tree.text, offset);
    return [fix('insertComma', {}, [replacement({ offset: end, length: 0 }, ',')])];
  }
  if (!isError('InvalidSymbol')) return [];
  const found = meant(tree.text, offset);
  if (found === undefined) return [];
  const { written, content } = found;
  const edit = replacement({ offset, length: written.length }, content);
  return [fix('writeValue', { value: content }, [edit])];
}

/** What was probably meant by something that is no JSON. */
function meant(
  text: string,
  offset: number,
): { readonly written: string; readonly content: string } | undefined {
  for (const pattern of [otherQuotes, bareKey, constant]) {
    pattern.lastIndex = offset;
    const [written, inner] = pattern.exec(text) ?? [];
    if (written !== undefined && inner !== undefined)
      return { written, content: constants.get(inner) ?? JSON.stringify(inner) };
  }
  return undefined;
}

/** The end of the last token before an offset, comments left out. */
function endBefore(text: string, offset: number): number {
  const scanner = createScanner(text, false);
  let end = 0;
  for (;;) {
    const kind: number = scanner.scan();
    const start = scanner.getTokenOffset();
    if (kind === endOfText || start >= offset) return end;
    if (kind < firstTrivia || kind > lastTrivia) end = start + scanner.getTokenLength();
  }
}
