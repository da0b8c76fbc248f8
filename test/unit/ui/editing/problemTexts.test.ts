import { readFileSync } from 'node:fs';
import { printParseErrorCode } from 'jsonc-parser';
import { ParseError } from 'toml-eslint-parser';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../../src/config/read/parseConfig';
import { tomlError } from '../../../../src/config/read/tomlDocument';
import {
  problemChoices,
  problemText,
  problemTexts,
  syntaxText,
  syntaxTexts,
} from '../../../../src/ui/editing/problemTexts';

/** The names between two marks of a file of a library. */
function namesIn(file: string, [from, to]: readonly [string, string], name: RegExp): string[] {
  const text = readFileSync(`node_modules/${file}`, 'utf8');
  const part = text.slice(text.indexOf(from), text.indexOf(to, text.indexOf(from)));
  return Array.from(part.matchAll(name), ([, found = '']) => found);
}

const nameOfCode: (code: number) => string = printParseErrorCode;
const jsonNames = Array.from({ length: 50 }, (_, code) => nameOfCode(code)).filter(
  (name) => name !== '<unknown ParseErrorCode>',
);
const yamlNames = namesIn('yaml/dist/errors.d.ts', ['type ErrorCode', ';'], /'(\w+)'/g);
const tomlNames = namesIn(
  'toml-eslint-parser/lib/index.mjs',
  ['const MESSAGES', '};'],
  /^\s+"([\w-]+)":/gm,
);

/** A word of programmers: in camel case, with underscores, or the name of an error. */
const rawCode = /\b[a-z]+[A-Z]\w*|\b\w*_\w*(?<!mcp_servers)\b|\b[A-Z][a-z]+[A-Z]\w*/;

test('the lists of the libraries are not empty', () => {
  expect(jsonNames.length).toBeGreaterThan(10);
  expect(yamlNames.length).toBeGreaterThan(20);
  expect(tomlNames.length).toBeGreaterThan(20);
});

describe('every syntax error of the libraries has sentences that a person understands', () => {
  test.each([...jsonNames, ...yamlNames, ...tomlNames])('%s', (name) => {
    expect(Object.keys(syntaxTexts)).toContain(name);
    const text = syntaxText(name);
    // What is wrong, then what to write.
    expect(text).toMatch(/^[A-Z][^]+\.(?: |$)[^]*(?:\.|:.*|\}\.)$/);
    expect(text.match(/\b(?:[Ww]rite|[Rr]emove|[Pp]ut|Join|Indent|Check)\b/)).not.toBeNull();
    expect(text).not.toMatch(rawCode);
    expect(text).not.toContain(name);
  });
});

test.each(tomlNames)('the reader of TOML knows "%s" again by its message', (name) => {
  const known = name as ConstructorParameters<typeof ParseError>[0];
  expect(tomlError(new ParseError(known, 0, 1, 0, { cp: 'U+0007' }))).toBe(name);
  expect(tomlError(new ParseError(known, 0, 1, 0))).toBe(name);
});

test('what no library names is told without its code', () => {
  expect(syntaxText('NovelCode')).toBe(syntaxText('Unreadable'));
  expect(syntaxText(undefined)).toBe(syntaxText('Unreadable'));
});

test.each([
  ['jsonc', '{"a": 1 "b": 2}', 'CommaExpected'],
  ['jsonc', '{"a": “b”}', 'InvalidSymbol'],
  ['yaml', 'a:\n\t- b\n', 'TAB_AS_INDENT'],
  ['toml', 'a = 1\na = 2\n', 'dupe-keys'],
  ['toml', 'a = "C:\\Users"\n', 'invalid-char-in-escape-sequence'],
] as const)('the readers give the names of the table: %s %j', async (syntax, text, name) => {
  const { faults } = await readDocument(text, syntax);
  expect(faults[0]?.error).toBe(name);
});

test.each(Object.keys({ ...problemTexts, ...problemChoices }) as (keyof typeof problemTexts)[])(
  'the problem %s has whole sentences',
  (code) => {
    const places = ['key', 'server', 'other', 'name', 'url', 'variable', 'line', 'command', 'cwd'];
    const more = [
      'shape',
      'type',
      'setting',
      'program',
      'written',
      'suggestion',
      'input',
      'megabytes',
    ];
    const args = Object.fromEntries([...places, ...more].map((name) => [name, name]));
    const range = { startLine: 0, startCharacter: 0, endLine: 0, endCharacter: 1 };
    const given = { ...args, key: 'type', expected: 'strings', found: 'string' };
    const text = problemText({ code, severity: 'error', args: given, range });
    expect(text).toMatch(/^["A-Z].*\.$/);
    expect(text).not.toMatch(/\[\w|\w\]|(?<!\$)\{\w|undefined|stringNumber/);
  },
);
