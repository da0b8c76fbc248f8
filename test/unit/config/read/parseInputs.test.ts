import { describe, expect, it } from 'vitest';
import type { ParsedConfig } from '../../../../src/config/definition';
import { parseConfig } from '../../../../src/config/read/parseConfig';
import { folderSource, textAt } from '../textAt';

function parse(...inputs: string[]): ParsedConfig {
  return parseConfig(file(inputs), folderSource);
}

function file(inputs: string[]): string {
  return `{"inputs": [\n${inputs.join(',\n')}\n]}`;
}

describe('inputs', () => {
  it('reads both kinds with everything they have', () => {
    const { inputs, problems } = parse(
      '{"id": "a", "type": "promptString", "description": "A?", "default": "1", "password": true}',
      '{"id": "b", "type": "pickString", "options": ["x", {"label": "Y", "value": "y"}, {"value": "z"}]}',
    );
    expect(problems).toEqual([]);
    expect(inputs).toEqual([
      { id: 'a', type: 'promptString', description: 'A?', default: '1', password: true },
      {
        id: 'b',
        type: 'pickString',
        options: [
          { label: 'x', value: 'x' },
          { label: 'Y', value: 'y' },
          { label: 'z', value: 'z' },
        ],
      },
    ]);
  });

  it('reads commands with whatever they get', () => {
    const { inputs, problems } = parse(
      '{"id": "a", "type": "command", "command": "tasks.pick"}',
      '{"id": "b", "type": "command", "command": "c", "description": "B", "args": {"x": [1, null]}}',
    );
    expect(problems).toEqual([]);
    expect(inputs).toEqual([
      { id: 'a', type: 'command', command: 'tasks.pick' },
      { id: 'b', type: 'command', command: 'c', description: 'B', args: { x: [1, null] } },
    ]);
  });

  const cases: readonly [string, string, string][] = [
    ['"x"', 'error inputNotAnObject', '"x"'],
    ['{"type": "promptString"}', 'error missing id', '{"type": "promptString"}'],
    ['{"id": "", "type": "promptString"}', 'error missing id', '""'],
    ['{"id": 1, "type": "promptString"}', 'error wrongType id', '1'],
    ['{"id": "i"}', 'error missing type', '"i"'],
    ['{"id": "i", "type": "askString"}', 'error unknownType', '"askString"'],
    ['{"id": "i", "type": "pickString"}', 'error missing options', '"i"'],
    ['{"id": "i", "type": "pickString", "options": []}', 'error missing options', '"i"'],
    ['{"id": "i", "type": "pickString", "options": "a"}', 'error wrongType options', '"a"'],
    ['{"id": "i", "type": "pickString", "options": ["a", 2]}', 'error wrongType options', '2'],
    ['{"id": "i", "type": "promptString", "password": 1}', 'error wrongType password', '1'],
    ['{"id": "i", "type": "command"}', 'error missing command', '"i"'],
    ['{"id": "i", "type": "command", "command": ""}', 'error missing command', '"i"'],
    ['{"id": "i", "type": "command", "command": ["c"]}', 'error wrongType command', '["c"]'],
  ];

  it.each(cases)('%s', (input, said, place) => {
    const texts = ['{"id": "good", "type": "promptString"}', input];
    const { inputs, problems } = parse(...texts);
    expect(
      problems.map(({ severity, code, args, range }) => [
        [severity, code, ...[args['key'] ?? []].flat()].join(' '),
        textAt(file(texts), range),
      ]),
    ).toEqual([[said, place]]);
    expect(inputs).toMatchObject([{ id: 'good', type: 'promptString' }]);
  });

  it('warns of a key that the kind does not have, and keeps the input', () => {
    const { inputs, problems } = parse('{"id": "i", "type": "promptString", "options": ["a"]}');
    expect(problems).toMatchObject([{ code: 'unknownKey', args: { key: 'options', input: 'i' } }]);
    expect(inputs).toEqual([{ id: 'i', type: 'promptString' }]);
  });
});
