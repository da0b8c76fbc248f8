import { parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { addEntry } from '../../../src/config/addEntry';

const entry = { type: 'stdio', command: 'till' };

test('makes a file where there is none', () => {
  expect(addEntry({ file: 'mcp.json', text: undefined }, 'till', entry)).toBe(
    [
      '{',
      '\t"servers": {',
      '\t\t"till": {',
      '\t\t\t"type": "stdio",',
      '\t\t\t"command": "till"',
      '\t\t}',
      '\t}',
      '}',
      '',
    ].join('\n'),
  );
});

test('keeps comments, order and the indentation of the file', () => {
  const text =
    '{\r\n\t// mine\r\n\t"servers": {\r\n\t\t"a": {"command": "a"}, // first\r\n\t},\r\n\t"inputs": []\r\n}\r\n';
  const after = addEntry({ file: 'mcp.json', text }, 'till', entry);
  expect(parse(after)).toEqual({ servers: { a: { command: 'a' }, till: entry }, inputs: [] });
  expect(after).toContain('// mine');
  expect(after).toContain('// first');
  expect(after).toContain('\r\n\t\t"till": {\r\n\t\t\t"type": "stdio"');
  expect(after.endsWith('"inputs": []\r\n}\r\n')).toBe(true);
});

test('refuses a name that is there and a file that is broken', () => {
  const add = (text: string) => () => addEntry({ file: 'mcp.json', text }, 'a', entry);
  expect(add('{"servers": {"a": {}}}')).toThrow(
    expect.objectContaining({ code: 'nameTaken', args: { name: 'a' } }),
  );
  for (const text of ['{"servers": ', '[]', '{"servers": 1}']) {
    expect(add(text)).toThrow(expect.objectContaining({ code: 'fileBroken' }));
  }
});
