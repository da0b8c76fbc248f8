import { isObject, pointerStep } from '../../base/json';
import { escapeHidden } from '../../base/escape';

/** One text of a definition. */
export interface DefinitionText {
  /** JSON pointer (RFC 6901). */
  readonly where: string;
  readonly text: string;
  /** The name of the tool, of a parameter or of a field. */
  readonly isName: boolean;
  /** It describes the tool's input. */
  readonly isInput: boolean;
  /** The name of a field of which nothing else is said. */
  readonly isBare: boolean;
}

/** Texts and characters of a definition that are read; no model has a use for more. */
const mostTexts = 20_000;
const mostCharacters = 100_000;

/** Under these keys of a schema others are names that somebody chose. */
const fieldKeys = new Set(['properties', 'patternProperties', '$defs', 'definitions']);

/** Keys like those of JSON Schema and MCP, which are too short to say anything. */
const plainKey = /^[$_a-zA-Z]{1,20}$/;

interface Place {
  readonly value: unknown;
  readonly where: string;
  /** Its keys are names of fields. */
  readonly isFields: boolean;
}

/**
 * Every text of a definition, keys included. Lists of texts and of names also count as one text each. `isWhole` is
 * false if the bound was reached.
 */
export function definitionTexts(definition: unknown): {
  readonly texts: readonly DefinitionText[];
  readonly isWhole: boolean;
} {
  const texts: DefinitionText[] = [];
  const places: Place[] = [{ value: definition, where: '', isFields: false }];
  let left = mostCharacters;
  for (let place = places.pop(); place; place = places.pop()) {
    for (const text of textsAt(place)) {
      if (texts.length === mostTexts || left === 0) return { texts, isWhole: false };
      texts.push({ ...text, text: text.text.slice(0, left) });
      left = Math.max(0, left - text.text.length);
    }
    // The last of a stack comes first.
    for (const inner of insideOf(place).toReversed()) places.push(inner);
  }
  return { texts, isWhole: true };
}

function textsAt({ value, where, isFields }: Place): DefinitionText[] {
  const isInput = where.startsWith('/inputSchema');
  const plain = { where, isName: where === '/name', isInput, isBare: false };
  if (typeof value === 'string') return [{ ...plain, text: value }];
  if (Array.isArray(value)) {
    const isSaying = value.length > 1 && value.every((item) => typeof item === 'string');
    return isSaying ? [{ ...plain, text: value.join(' ') }] : [];
  }
  if (!isObject(value)) return [];
  const names = Object.keys(value).filter((key) => isFields || !plainKey.test(key));
  const together = { ...plain, text: names.join(' ') };
  return [
    ...(names.length > 1 ? [together] : []),
    ...names.map((key) => {
      const isBare = isFields && !(isObject(value[key]) && value[key]['description']);
      return { where: pointer(where, key), text: key, isName: isFields, isInput, isBare };
    }),
  ];
}

function insideOf({ value, where, isFields }: Place): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    // Pictures are data, and are for people.
    if (where === '' && key === 'icons') return [];
    const isNamed = !isFields && fieldKeys.has(key);
    return [{ value: inner, where: pointer(where, key), isFields: isNamed }];
  });
}

function pointer(parent: string, key: string): string {
  return `${parent}/${pointerStep(key)}`;
}

/** Characters before and after a find, and of the find itself. */
const around = 30;
const longest = 120;

/** The words around a place of a text, on one line, with invisible characters as escapes. */
export function excerptOf(text: string, start: number, end: number): string {
  const from = Math.max(0, start - around);
  const to = Math.min(text.length, Math.min(end, start + longest) + around);
  // Half a character tells nothing.
  const cut = text.slice(from, to).replaceAll(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  const seen = escapeHidden(cut.replaceAll(/[ \t\r\n]+/g, ' ').trim());
  return `${from > 0 ? '…' : ''}${seen}${to < text.length ? '…' : ''}`;
}
