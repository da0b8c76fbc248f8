import { describe, expect, test } from 'vitest';
import { wrongArguments } from '../../../src/tools/argumentCheck';
import type { McpObject } from '../../../src/ipc/state';
import { sentence } from '../../../src/ui/reasons/sentence';

/** What a model reads of its arguments, without what is always there. */
function told(inputSchema: McpObject | undefined, given: McpObject): string {
  const error = wrongArguments({ name: 'list', inputSchema }, given);
  return error ? sentence(error.reason).replace('The tool list was not called. ', '') : '';
}

const issue = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    state: { type: 'string', enum: ['open', 'closed'] },
    count: { type: 'integer' },
    limit: { type: 'number', default: 1 },
    draft: { type: 'boolean' },
    labels: { type: 'array', items: { type: 'string' } },
    author: {
      type: 'object',
      properties: { name: { type: 'string' }, mail: { type: 'string' } },
      required: ['name'],
    },
    any: {},
  },
  required: ['title'],
  additionalProperties: false,
};
const one = { title: 'One' };

describe('what is wrong is told in one line', () => {
  test.each<[McpObject, string]>([
    [{}, 'arguments.title is missing; it is of the type string.'],
    [{ ...one, state: 'done' }, 'arguments.state must be one of "open", "closed".'],
    [{ ...one, stat: 'open' }, 'arguments.stat is not known (did you mean "state"?).'],
    [
      { ...one, zebra: 1 },
      'arguments.zebra is not known; known are title, state, count, limit, draft, labels, author, any.',
    ],
    [{ ...one, 'odd key': 1, count: 1.5 }, 'arguments["odd key"] is not known; known are'],
    [{ ...one, count: 'many' }, 'arguments.count must be of the type integer, not string.'],
    [{ ...one, count: 1.5 }, 'arguments.count must be of the type integer, not number.'],
    [{ ...one, limit: [] }, 'arguments.limit must be of the type number, not array.'],
    [{ ...one, draft: 'maybe' }, 'arguments.draft must be of the type boolean, not string.'],
    [{ title: { text: 'x' } }, 'arguments.title must be of the type string, not object.'],
    [{ ...one, labels: { a: 1 } }, 'arguments.labels must be of the type array, not object.'],
    [{ ...one, labels: ['a', {}] }, 'arguments.labels[1] must be of the type string, not object.'],
    [{ ...one, author: 'me' }, 'arguments.author must be of the type object, not string.'],
    [
      { ...one, author: { mail: 'x' } },
      'arguments.author.name is missing; it is of the type string.',
    ],
    [
      { titel: 'One', state: 'done' },
      'arguments.title is missing; it is of the type string. ' +
        'arguments.titel is not known (did you mean "title"?). ' +
        'arguments.state must be one of "open", "closed".',
    ],
  ])('%j', (given, wanted) => {
    expect(told(issue, given)).toContain(wanted);
    expect(told(issue, given)).not.toContain('\n');
  });

  test('choices are told of what is missing, too, and only so many of them', () => {
    const choices = Array.from({ length: 30 }, (_, at) => `c${at}`);
    const schema = { properties: { kind: { enum: choices } }, required: ['kind'] };
    expect(told(schema, {})).toContain('arguments.kind is missing; it is one of "c0", "c1",');
    expect(told(schema, { kind: 'x' })).toMatch(/"c19", …\.$/);
  });

  test('only the first of many are told', () => {
    const given = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`zebra${at}`, 1]));
    expect(told(issue, { ...one, ...given }).match(/is not known/g)).toHaveLength(6);
  });
});

describe('nothing is wrong', () => {
  test.each<McpObject>([
    { ...one, count: '3', limit: ' 2.5 ', draft: 'True' },
    { title: 5, draft: 0, labels: 'just one', state: 'OPEN' },
    { ...one, author: '{"name": "me"}', labels: '["a"]' },
    { title: null, state: null, author: null },
    { ...one, any: { what: ['ever'] } },
  ])('where some server may read it: %j', (given) => {
    expect(told(issue, given)).toBe('');
  });

  test.each<McpObject | undefined>([
    undefined,
    {},
    { required: 'path' },
    { required: ['path'], properties: { other: {} } },
    { required: ['path'], properties: { path: { default: 1 } } },
    { type: 'thing', properties: [], enum: [], allOf: {}, additionalProperties: {} },
    { properties: { a: { type: ['odd', 1] } }, required: [1] },
    { $ref: '#/$defs/none' },
    { $ref: 'https://example.com/schema' },
    { $ref: '#' },
    { properties: { a: { type: 'integer', enum: ['one', 'two'] } } },
    { additionalProperties: false, patternProperties: { '^a': {} } },
  ])('by a schema that says nothing, or nothing clear: %j', (schema) => {
    expect(told(schema, { a: 1 })).toBe('');
  });

  test('by choices of the items that stand at the list', () => {
    const list = { type: 'array', items: { type: 'string' }, enum: ['a', 'b'] };
    expect(told({ properties: { list } }, { list: ['a'] })).toBe('');
    expect(told({ properties: { list: { ...list, enum: [['a']] } } }, { list: ['b'] })).not.toBe(
      '',
    );
  });

  test('with what every object has by itself', () => {
    const schema = { properties: { a: {} }, required: ['a'], additionalProperties: false };
    expect(told(schema, { a: 1, constructor: 1 })).toContain('arguments.constructor is not known');
    expect(told({ required: ['toString'], properties: { toString: {} } }, {})).toContain('missing');
  });
});

describe('schemas of several parts', () => {
  const dated = {
    $defs: {
      day: { type: 'string', enum: ['mon', 'tue'] },
      node: { properties: { next: { $ref: '#/$defs/node' }, at: { type: 'number' } } },
    },
    properties: {
      day: { $ref: '#/$defs/day' },
      node: { $ref: '#/$defs/node' },
      size: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      target: {
        oneOf: [
          {
            type: 'object',
            properties: { kind: { const: 'file' }, path: { type: 'string' } },
            required: ['kind', 'path'],
          },
          {
            type: 'object',
            properties: { kind: { const: 'web' }, url: { type: 'string' } },
            required: ['kind', 'url'],
          },
        ],
      },
      id: { allOf: [{ type: 'string' }] },
    },
    required: ['day'],
  };
  const mon = { day: 'mon' };

  test.each<[McpObject, string]>([
    [{}, 'arguments.day is missing; it is one of "mon", "tue".'],
    [{ day: 'sun' }, 'arguments.day must be one of "mon", "tue".'],
    [{ ...mon, node: { next: { next: { at: 'far' } } } }, 'arguments.node.next.next.at must be of'],
    [{ ...mon, size: 'big' }, 'arguments.size must be of the type integer, null, not string.'],
    [{ ...mon, size: 3 }, ''],
    [
      { ...mon, target: { kind: 'web' } },
      'arguments.target.url is missing; it is of the type string.',
    ],
    [{ ...mon, target: { kind: 'ftp' } }, 'arguments.target.kind must be one of "file", "web".'],
    [{ ...mon, target: 5 }, 'arguments.target must be of the type object, not number.'],
    [{ ...mon, target: { kind: 'file', path: 'x' } }, ''],
    [{ ...mon, id: [1] }, 'arguments.id must be of the type string, not array.'],
  ])('%j', (given, wanted) => {
    expect(told(dated, given)).toEqual(wanted === '' ? '' : expect.stringContaining(wanted));
  });

  test('a name of its own leads to a part, and one that nothing has leads nowhere', () => {
    const named = {
      type: 'object',
      properties: { day: { $ref: '#day' }, other: { $ref: '#none' } },
      $defs: { day: { $anchor: 'day', type: 'integer' } },
    };
    expect(told(named, { day: 3, other: 'x' })).toBe('');
    expect(told(named, { day: 'mon' })).toContain('arguments.day must be of the type integer');
  });

  test('a schema that leads to itself, and endless values, end', () => {
    const endless = {
      properties: { a: { $ref: '#' } },
      anyOf: [{ $ref: '#' }],
      oneOf: [{ $ref: '#' }],
    };
    let deep: McpObject = {};
    for (let depth = 0; depth < 1_000; depth++) deep = { a: deep };
    expect(told(endless, deep)).toBe('');
    const wide = { items: Array.from({ length: 100_000 }, () => 'x') };
    expect(told({ properties: { items: { items: { type: 'number' } } } }, wide)).toContain(
      'items[0]',
    );
  });
});
