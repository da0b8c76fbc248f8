import { expect, test } from 'vitest';
import { variableCompletions } from '../../../../src/config/lint/completions';
import { readConfigTree } from '../../../../src/config/lint/configTree';
import { atBar } from './marked';

const inputs = '"inputs": [{"id": "token"}]';

function at(marked: string) {
  const { text, offset } = atBar(marked);
  const tree = readConfigTree(text, 'vscode');
  return variableCompletions(tree, offset, ['HOME', 'PATH']).map(
    ({ text: variable, kind, replace }) => ({
      variable,
      kind,
      replaced: text.slice(replace.offset, replace.offset + replace.length),
    }),
  );
}

test('behind a dollar sign and a brace every variable and input of the file', () => {
  for (const typed of ['$|', '${|', '${|}', '${work|}', '${work|Folder}']) {
    const found = at(`{"servers": {"a": {"args": ["x ${typed}"]}}, ${inputs}}`);
    const names = found.map(({ variable }) => variable);
    expect(names).toEqual(expect.arrayContaining(['workspaceFolder', 'env:', 'input:token', '/']));
    expect(names).not.toContain('env:HOME');
    expect(new Set(found.map(({ replaced }) => replaced))).toEqual(
      new Set([typed.replace('|', '')]),
    );
  }
});

test('behind a prefix only its names', () => {
  expect(at(`{"servers": {"a": {"env": {"A": "\${env:H|}"}}}, ${inputs}}`)).toEqual([
    { variable: 'env:HOME', kind: 'environment', replaced: '${env:H}' },
    { variable: 'env:PATH', kind: 'environment', replaced: '${env:H}' },
  ]);
  expect(at(`{"servers": {"a": {"command": "\${input:|"}}, ${inputs}}`)).toEqual([
    { variable: 'input:token', kind: 'input', replaced: '${input:' },
  ]);
});

test.each([
  '{"servers": {"a": {"command": "x|"}}}',
  '{"servers": {"a": {"command": "${x} |"}}}',
  '{"servers": {"a": {"$|": "x"}}}',
  '{"servers": {"$|": {}}}',
  '{"inputs": [{"id": "$|"}]}',
  '{"servers": {"a": {"command": 1}}}|',
])('nothing at %s', (marked) => {
  expect(at(marked)).toEqual([]);
});

test('also while the text is not finished', () => {
  expect(at(`{${inputs}, "servers": {"a": {"command": "\${input:|"`)).toMatchObject([
    { variable: 'input:token' },
  ]);
});
