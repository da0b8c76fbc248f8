import { describe, expect, test } from 'vitest';
import { readConfigTree } from '../../../../src/config/lint/configTree';
import {
  inputAt,
  inputLocations,
  variableSpots,
  symbolAt,
  renameInput,
} from '../../../../src/config/lint/references';
import { atBar } from './marked';

const text = `{
  "servers": {
    "a": {"command": "\\t\\u0041\${input:tok}", "args": ["\${input:tok}/\${env:X}", "\${input:other}"]},
    "b": {"url": "https://\${input:tok}"}
  },
  "inputs": [{"type": "promptString", "id": "tok"}]
}`;

const cut = (span: { offset: number; length: number }): string =>
  text.slice(span.offset, span.offset + span.length);

test('variables are found behind escapes, exactly where they stand', () => {
  const spots = variableSpots(readConfigTree(text, 'vscode'));
  expect(spots.map(({ span, inner }) => `${cut(span)} ${cut(inner)}`)).toEqual([
    '${input:tok} input:tok',
    '${input:tok} input:tok',
    '${env:X} env:X',
    '${input:other} input:other',
    '${input:tok} input:tok',
  ]);
});

test('an input stands at its declaration and at each use', () => {
  const tree = readConfigTree(text, 'vscode');
  const places = inputLocations(tree, 'tok');
  expect(places.map(cut)).toEqual(['tok', 'tok', 'tok', 'tok']);
  expect(places[0]?.offset).toBe(text.lastIndexOf('tok"'));
  for (const place of places) expect(inputAt(tree, place.offset + 1)?.id).toBe('tok');
  expect(inputAt(tree, text.indexOf('env:X'))).toBeUndefined();
});

test.each([
  ['in its settings', (mcp: string) => `{"mcp": {}, "settings": {"mcp": ${mcp}}}`],
  ['at the root', (mcp: string) => `{"settings": {"files.eol": "x"}, "mcp": ${mcp}}`],
])('the servers and inputs of a workspace are found %s', (_where, around) => {
  const tree = readConfigTree(around(text), 'codeWorkspace');
  expect(tree.servers.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(inputLocations(tree, 'tok')).toHaveLength(4);
});

describe('a new id', () => {
  test.each([
    '"inputs": [{"id": "t|ok"}]',
    '"inputs": [{"id": "tok"}], "x": {"a": {"command": "${inp|ut:tok}"}}',
  ])('is written everywhere: %s', (marked) => {
    const { text, offset } = atBar(`{${marked.replace('"x"', '"servers"')}}`);
    const rename = renameInput(readConfigTree(text, 'vscode'), offset, 'new "one"');
    if (typeof rename === 'string') throw new Error(rename);
    expect(rename.from).toBe('tok');
    expect(rename.after).toBe(text.replaceAll('tok', 'new \\"one\\"'));
  });

  test.each([
    ['', 'emptyId'],
    ['a}b', 'idCharacters'],
    ['other', 'idTaken'],
  ])('%j is refused: %s', (to, refusal) => {
    const { text, offset } = atBar('{"inputs": [{"id": "t|ok"}, {"id": "other"}]}');
    expect(renameInput(readConfigTree(text, 'vscode'), offset, to)).toBe(refusal);
  });

  test('is for inputs alone', () => {
    const { text, offset } = atBar('{"servers": {"a|": {"command": "x"}}}');
    expect(renameInput(readConfigTree(text, 'vscode'), offset, 'x')).toBe('noInput');
  });
});

test.each([
  [
    '{"servers": {"a": {"command": "${env|:X}"}}}',
    { kind: 'variable', variable: { kind: 'env', name: 'X' } },
  ],
  ['{"servers": {"a": {"command": "${input|:x}"}}}', { kind: 'input', id: 'x' }],
  ['{"servers": {"a|": {"command": "x"}}}', { kind: 'server', name: 'a' }],
  ['{"servers": {"a": {"comm|and": "x"}}}', undefined],
])('what stands at the bar of %s', (marked, expected) => {
  const { text, offset } = atBar(marked);
  const found = symbolAt(readConfigTree(text, 'vscode'), offset);
  if (expected === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(expected);
});
