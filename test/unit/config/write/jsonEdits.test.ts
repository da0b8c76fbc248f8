import { findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { removeValue, setValue, type JsonPath } from '../../../../src/config/write/jsonEdits';
import type { Json } from '../../../../src/base/json';

const file = `// The team's servers
{
  "servers": {
    // local
    "till": {
      "command": "till", // on the PATH
      "args": ["-y", "--fast"],
      "env": { "A": "1" /* one */ }
    },
    /* remote */
    "docs": { "url": "https://docs.example" },
  },
}
`;

function valueAt(text: string, path: JsonPath): unknown {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const node = root && findNodeAtLocation(root, [...path]);
  return node && getNodeValue(node);
}

describe('setValue', () => {
  it.each<[string, JsonPath, Json, string, string]>([
    ['replaces a value', ['servers', 'till', 'command'], 'node', '"till", //', '"node", //'],
    ['keeps a list on its line', ['servers', 'till', 'args'], ['-y'], '["-y", "--fast"]', '["-y"]'],
    ['replaces an element', ['servers', 'till', 'args', 1], '--slow', '"--fast"', '"--slow"'],
    ['appends to a list on its line', ['servers', 'till', 'args', 2], 'x', '"]', '", "x"]'],
    [
      'adds a member beside the others',
      ['servers', 'docs', 'type'],
      'http',
      '"https://docs.example" }',
      '"https://docs.example", "type": "http" }',
    ],
    [
      'adds a member before a comment',
      ['servers', 'till', 'env', 'B'],
      '2',
      '"1" /*',
      '"1", "B": "2" /*',
    ],
    [
      'adds a line',
      ['servers', 'till', 'cwd'],
      '/tmp',
      '/* one */ }\n',
      '/* one */ },\n      "cwd": "/tmp"\n',
    ],
    [
      'makes what is missing on the way',
      ['servers', 'docs', 'headers', 'X'],
      'y',
      '{ "url": "https://docs.example" },',
      '{ "url": "https://docs.example", "headers": { "X": "y" } },',
    ],
    [
      'keeps a trailing comma where one is',
      ['inputs', 0],
      { id: 'k' },
      '  },\n}\n',
      '  },\n  "inputs": [\n    {\n      "id": "k"\n    }\n  ],\n}\n',
    ],
  ])('%s', (_what, path, value, before, after) => {
    const edited = setValue(file, path, value);
    expect(edited).toBe(file.replace(before, after));
    expect(valueAt(edited, path)).toEqual(value);
  });

  it('leaves a text alone that says it already, and one that cannot hold it', () => {
    expect(setValue(file, ['servers', 'till', 'env'], { A: '1' })).toBe(file);
    expect(setValue(file, ['servers', 'till', 'command', 'x'], 1)).toBe(file);
    expect(setValue(file, ['servers', 0], 1)).toBe(file);
    expect(setValue('{"servers": {"a": ', ['servers', 'a'], 1)).toBe('{"servers": {"a": ');
    expect(setValue('][', ['a'], 1)).toBe('][');
  });

  it('edits what is whole in a text with a fault elsewhere', () => {
    const text = '{"servers": {"a": {"command": "x"}}, "inputs": [}';
    expect(setValue(text, ['servers', 'a', 'command'], 'y')).toBe(text.replace('"x"', '"y"'));
    expect(setValue(text, ['inputs', 0], 'y')).toBe(text);
  });

  it('keeps line ends, tabs, a byte order mark and the missing last line end', () => {
    const text = '\uFEFF{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}';
    expect(setValue(text, ['a', 'c'], { d: [] })).toBe(
      '\uFEFF{\r\n\t"a": {\r\n\t\t"b": 1,\r\n\t\t"c": {\r\n\t\t\t"d": []\r\n\t\t}\r\n\t}\r\n}',
    );
  });

  it('opens a line that a long value does not fit on', () => {
    const long = { command: 'x'.repeat(60) };
    expect(setValue('{\n  "a": { "b": 1 }\n}\n', ['a', 'c'], long)).toBe(
      `{\n  "a": { "b": 1,\n    "c": {\n      "command": "${long.command}"\n    }\n  }\n}\n`,
    );
  });

  it('keeps a minified text on one line', () => {
    const text = '{"servers":{"a":{"command":"x"}},"inputs":[]}\n';
    expect(setValue(text, ['servers', 'b'], { command: 'y', args: ['z'] })).toBe(
      '{"servers":{"a":{"command":"x"},"b":{"command":"y","args":["z"]}},"inputs":[]}\n',
    );
    expect(setValue(text, ['inputs', 0], { id: 'k' })).toBe(
      '{"servers":{"a":{"command":"x"}},"inputs":[{"id":"k"}]}\n',
    );
  });

  it('makes a file of nothing, and keeps comments that stand alone', () => {
    const made = '{\n\t"a": {\n\t\t"b": 1\n\t}\n}\n';
    expect(setValue('', ['a', 'b'], 1)).toBe(made);
    expect(setValue('// mine', ['a', 'b'], 1)).toBe(`// mine\n${made}`);
    expect(setValue('{}', ['a', 'b'], 1)).toBe(made.trimEnd());
  });

  it('does not take a comment for the indentation', () => {
    const text = '{\n/*\n * notes\n */\n    "a": {}\n}\n';
    expect(setValue(text, ['b'], { c: 1 })).toContain('\n    "b": {\n        "c": 1\n    }\n');
  });
});

describe('removeValue', () => {
  it.each<[string, JsonPath, string, string]>([
    [
      'a member of several lines with its comments',
      ['servers', 'till'],
      file.slice(file.indexOf('    // local'), file.indexOf('    /* remote */')),
      '',
    ],
    [
      'the last member with the comma before it',
      ['servers', 'till', 'env'],
      ',\n      "env": { "A": "1" /* one */ }\n',
      '\n',
    ],
    ['an element', ['servers', 'till', 'args', 0], '"-y", ', ''],
    ['the last element', ['servers', 'till', 'args', 1], ', "--fast"', ''],
  ])('takes out %s', (_what, path, before, after) => {
    const edited = removeValue(file, path);
    expect(edited).toBe(file.replace(before, after));
  });

  it('leaves a text alone where there is nothing to take', () => {
    expect(removeValue(file, ['servers', 'nothing'])).toBe(file);
    expect(removeValue(file, ['servers', 'till', 'args', 7])).toBe(file);
    expect(removeValue(file, [])).toBe(file);
    expect(removeValue('\uFEFF{"a": 1}', ['a'])).toBe('\uFEFF{}');
    expect(removeValue('{"a": 1, "b": [}', ['a'])).toBe('{"a": 1, "b": [}');
  });
});
