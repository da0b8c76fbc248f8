import { parse as parseAsEditor } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../../../src/config/read/parseConfig';
import { setValue } from '../../../../src/config/write/jsonEdits';
import { problemText } from '../../../../src/ui/editing/problemTexts';
import { fixesOf } from '../lint/marked';
import { folderSource } from '../textAt';

/** What VS Code reads of `mcp.json`: it takes the file by `parse` of its JSON reader. */
interface EditorFile {
  readonly servers: Readonly<
    Record<string, { readonly command: string; readonly args?: string[] }>
  >;
}

const lines = (text: string): readonly string[] =>
  parseConfig(text, folderSource).problems.map(
    (problem) => `${problem.range.startLine + 1}: ${problemText(problem)}`,
  );

describe('of what is written twice, the one counts that VS Code takes', () => {
  test.each([
    [
      'an entry',
      '{"servers": {"a": {"command": "1"}, "b": {"command": "2"}, "a": {"command": "3"}}}',
    ],
    [
      'an entry, three times',
      '{"servers": {"a": {"command": "1"}, "a": {"command": "2"}, "a": {"command": "3"}}}',
    ],
    ['a key', '{"servers": {"a": {"command": "1", "args": ["x"], "command": "2", "args": ["y"]}}}'],
    ['the servers', '{"servers": {"a": {"command": "1"}}, "servers": {"b": {"command": "2"}}}'],
  ])('%s', (_what, text) => {
    const { servers } = parseAsEditor(text) as EditorFile;
    const { definitions } = parseConfig(text, folderSource);
    const ours = definitions.map(({ name, launch }) => [
      name,
      launch.type === 'stdio' && [launch.command, ...launch.args],
    ]);
    expect(Object.fromEntries(ours)).toEqual(
      Object.fromEntries(
        Object.entries(servers).map(([name, { command, args = [] }]) => [name, [command, ...args]]),
      ),
    );
  });

  test('an input, of which VS Code takes the last with the id', () => {
    const text = `{"inputs": [
      {"id": "a", "type": "promptString"},
      {"id": "a", "type": "pickString", "options": ["x"]}
    ]}`;
    expect(parseConfig(text, folderSource).inputs).toMatchObject([{ id: 'a', type: 'pickString' }]);
    expect(lines(text)).toEqual([
      '2: The name "a" is used again in line 3. The last one counts, as in VS Code, so this one is ignored. Rename it or remove it.',
    ]);
  });
});

test('the problem stands at what is ignored and names the line of what counts', () => {
  const text = `{"servers": {
    "a": {"command": "1"},
    "b": {
      "command": "2",
      "command": "3"
    },
    "a": {"command": "4"}
  }}`;
  expect(lines(text)).toEqual([
    '2: The name "a" is used again in line 7. The last one counts, as in VS Code, so this one is ignored. Rename it or remove it.',
    '4: The key "command" is written again in line 5. The last one counts, as in VS Code, so this one is ignored. Remove it.',
  ]);
});

test('a quick fix removes what is ignored and nothing else', async () => {
  const counting = `{"servers": {
    "a": {"command": "2"} // kept
  }}`;
  const text = counting.replace('    "a"', '    "a": {"command": "1"}, // gone\n    "a"');
  const [entry] = await fixesOf(text, 'duplicateName');
  expect(entry?.text).toBe(counting);
  const [key] = await fixesOf(
    '{"servers": {"a": {"command": "1", "command": "2"}}}',
    'duplicateKey',
  );
  expect(key?.text).toBe('{"servers": {"a": {"command": "2"}}}');
});

test('an edit changes the one that counts', () => {
  const text = '{"servers": {"a": {"command": "1"}, "a": {"command": "2"}}}';
  expect(setValue(text, ['servers', 'a', 'command'], '3')).toBe(
    '{"servers": {"a": {"command": "1"}, "a": {"command": "3"}}}',
  );
});
