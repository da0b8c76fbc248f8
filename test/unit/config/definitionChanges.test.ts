import { describe, expect, test } from 'vitest';
import { definitionChanges } from '../../../src/config/definitionChanges';
import { parseConfig } from '../../../src/config/read/parseConfig';
import type { Definition } from '../../../src/config/definition';

const source = {
  id: 'user',
  file: '/home/ada/mcp.json',
  dialect: 'vscode',
  level: 200,
  readByEditor: true,
} as const;

const read = (text: string): readonly Definition[] => parseConfig(text, source).definitions;

const before = read(`{
  "servers": {
    "till": { "command": "node", "args": ["a", "b", "c"], "env": { "X": "1", "Y": "2" } },
    "web": { "url": "https://example.com/mcp", "headers": { "Accept": "a", "Authorization": "\${input:key}" } },
    "gone": { "command": "gone" }
  },
  "inputs": [{ "id": "key", "type": "promptString" }]
}`);

describe('definitionChanges', () => {
  test('nothing changed but comments, order and space', () => {
    const after = read(`// comment
{ "inputs": [{ "type": "promptString", "id": "key" }], "servers": {
  "gone": { "command": "gone" },
  "web": { "headers": { "Authorization": "\${input:key}", "Accept": "a" }, "url": "https://example.com/mcp" },
  "till": { "args": ["a", "b", "c"], "command": "node", "env": { "Y": "2", "X": "1" } } } }`);
    expect(definitionChanges(before, after)).toEqual({ added: [], removed: [], changed: [] });
  });

  test('tells added, removed and changed entries apart, by field and without a value', () => {
    const after = read(`{ "servers": {
      "till": { "command": "node", "args": ["a", "z"], "env": { "X": "7", "Z": "3" }, "cwd": "/tmp" },
      "web": { "url": "https://example.com/mcp", "headers": { "Authorization": "secret-value" } },
      "fresh": { "command": "fresh" } } }`);
    const changes = definitionChanges(before, after);
    expect(changes.added).toEqual(['user/fresh']);
    expect(changes.removed).toEqual(['user/gone']);
    const fields = new Map(changes.changed.map(({ id, fields }) => [id, [...fields].sort()]));
    expect(fields.get('user/till')).toEqual([
      'args[1]',
      'args[2]',
      'cwd',
      'env.X',
      'env.Y',
      'env.Z',
    ]);
    expect(fields.get('user/web')).toEqual([
      'headers.Accept',
      'headers.Authorization',
      'inputs[0]',
    ]);
    expect(JSON.stringify(changes)).not.toContain('secret-value');
  });
});
