import { describe, expect, test } from 'vitest';
import type { Tool } from '../../../../src/ipc/state';
import { foundAddresses, foundTools } from '../../../../src/ui/chat/chatServers';
import { requiredSignature, summaryOf } from '../../../../src/ui/tree/toolText';
import { chatServer } from '../chatServer';

const servers = [
  chatServer('user', 'github'),
  chatServer('user', 'till', { catalogVersion: 0 }),
  chatServer('user', 'theirs', { runBy: 'vscode' }),
];

describe('what was found', () => {
  test('is a line for each tool, and how to go on', () => {
    const tool = {
      name: 'create_issue',
      description: 'Opens an issue.\nIt says more here.',
      inputSchema: { properties: { repo: { type: 'string' } }, required: ['repo'] },
    };
    const text = foundTools(
      'bug',
      [
        { server: 'user/github', tool },
        { server: 'user/x', tool: { name: 'y.z' } },
      ],
      servers,
    );
    const [first = '', second = '', last] = text.split('\n');
    expect(JSON.parse(first)).toEqual({
      server: 'user/github',
      tool: 'create_issue',
      about: 'Opens an issue.',
      requires: 'repo: string',
    });
    expect(JSON.parse(second)).toEqual({ server: 'user/x', tool: 'y--z' });
    expect(foundAddresses(text)).toEqual([
      { server: 'user/github', tool: 'create_issue' },
      { server: 'user/x', tool: 'y--z' },
    ]);
    expect(foundAddresses('{"server": 1}\n{\nnothing')).toEqual([]);
    expect(last).toContain('roundhouse_describe_tool');
  });

  test('is nothing: then there is what could be', () => {
    expect(foundTools('zebra', [], servers)).toBe(
      'No tool fits "zebra". Servers: github (2 tools), till (its tools are known once it has run). ' +
        'Search with other words, or with an empty query for all tools.',
    );
    expect(foundTools(' ', [], [])).toBe('There are no tools.');
  });
});

test.each<[Tool['inputSchema'], string]>([
  [undefined, ''],
  [{ properties: { a: {} } }, ''],
  [{ required: ['a', 'b'], properties: { a: {}, b: { type: 'integer' } } }, 'a, b: integer'],
  [{ required: ['a'], properties: { a: { enum: ['x', 2] } } }, 'a: x|2'],
  [
    { required: ['a'], properties: { a: { enum: 'a b c d e f g h'.split(' ') } } },
    'a: a|b|c|d|e|f|…',
  ],
  [
    { required: ['a'], properties: { a: { type: 'array', items: { type: 'string' } } } },
    'a: string[]',
  ],
  [
    { required: ['a'], properties: { a: { type: 'array', items: { enum: ['x', 'y'] } } } },
    'a: (x|y)[]',
  ],
  [{ required: ['a'], properties: { a: { type: 'array' } } }, 'a: any[]'],
  [{ required: ['a'], properties: { a: { type: ['string', 'null'] } } }, 'a: string|null'],
  [
    { required: ['a'], properties: { a: { anyOf: [{ type: 'string' }, { type: 'number' }] } } },
    'a: string|number',
  ],
  [{ required: ['a'], properties: { a: { anyOf: [{ type: 'string' }, {}] } } }, 'a'],
  [{ required: 'a', properties: [] }, ''],
  [{ required: ['toString', 1], properties: {} }, 'toString'],
  [{ required: Array.from({ length: 20 }, () => 'a') }, `${'a, '.repeat(12)}…`],
])('the signature of %j', (inputSchema, wanted) => {
  expect(requiredSignature({ name: 'x', inputSchema })).toBe(wanted);
});

test.each<[Omit<Tool, 'name'>, string]>([
  [{}, ''],
  [{ title: 'Sum' }, 'Sum'],
  [{ description: 'Adds two numbers. And more.' }, 'Adds two numbers.'],
  [{ description: '\n  Of e.g. a file,\n  all of it. More' }, 'Of e.g. a file, all of it.'],
  [{ description: 'Opens v1.2 files' }, 'Opens v1.2 files'],
  [{ description: 'x'.repeat(500) }, `${'x'.repeat(160)}…`],
  [{ description: 'a\u202eb' }, 'a\\u{202e}b'],
])('the summary of %j', (tool, wanted) => {
  expect(summaryOf({ name: 'x', ...tool })).toBe(wanted);
});
