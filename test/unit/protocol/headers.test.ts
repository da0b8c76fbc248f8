import { describe, expect, test } from 'vitest';
import {
  headersOfCall,
  headerValue,
  parameterHeadersOf,
  ToolHeaders,
} from '../../../src/protocol/headers';

const header = (name: unknown, type: unknown = 'string'): object => ({
  type,
  'x-mcp-header': name,
});
const schema = (properties: object): object => ({ type: 'object', properties });

test('headers are found at every level of plain properties', () => {
  const inputSchema = schema({
    region: header('Region'),
    at: schema({ priority: header('Priority', 'integer'), 'x-mcp-header': { type: 'string' } }),
    none: { type: 'string', default: { 'x-mcp-header': '' } },
  });
  expect(parameterHeadersOf(inputSchema)).toEqual([
    { path: ['region'], name: 'mcp-param-region' },
    { path: ['at', 'priority'], name: 'mcp-param-priority' },
  ]);
  expect(parameterHeadersOf(undefined)).toEqual([]);
});

test.each<[string, object]>([
  ['empty', schema({ a: header('') })],
  ['no text', schema({ a: header(7) })],
  ['with a space', schema({ a: header('a b') })],
  ['with a colon', schema({ a: header('a:b') })],
  ['not ASCII', schema({ a: header('Ä') })],
  ['with a control character', schema({ a: header('a\n') })],
  ['there twice', schema({ a: header('A'), b: header('a') })],
  ['at an object', schema({ a: header('A', 'object') })],
  ['at a number', schema({ a: header('A', 'number') })],
  ['at null', schema({ a: header('A', 'null') })],
  ['at no type', schema({ a: { 'x-mcp-header': 'A' } })],
  ['at the whole', header('A')],
  ['below an array', schema({ a: { type: 'array', items: header('A') } })],
  ['below a choice', schema({ a: { anyOf: [header('A')] } })],
  ['in definitions', { type: 'object', $defs: { a: header('A') } }],
])('a name that is %s makes the schema invalid', (_what, inputSchema) => {
  expect(parameterHeadersOf(inputSchema)).toMatchObject({ code: expect.stringMatching(/^header/) });
});

test('a schema that is too deep to be one is not followed', () => {
  let inputSchema: object = header('A');
  for (let depth = 0; depth < 100_000; depth++) inputSchema = { items: inputSchema };
  expect(parameterHeadersOf(inputSchema)).toEqual([]);
});

describe('the headers of a call', () => {
  const wanted = ['a', 'b', 'c', 'd'].map((key) => ({ path: ['in', key], name: key }));

  test('are texts of the arguments; absent ones and null have none', () => {
    const given = { in: { a: 'x', b: 42, c: false, d: null } };
    expect(headersOfCall(wanted, given)).toEqual({ a: 'x', b: '42', c: 'false' });
    expect(headersOfCall(wanted, { in: { a: [1], b: 2 ** 60, c: {} } })).toEqual({});
    expect(headersOfCall(wanted, undefined)).toEqual({});
  });

  test.each([
    ['plain', 'plain'],
    ['two words', 'two words'],
    ['a\tb', 'a\tb'],
    ['', '=?base64??='],
    [' padded', '=?base64?IHBhZGRlZA==?='],
    ['Köln', '=?base64?S8O2bG4=?='],
    ['a\nb', '=?base64?YQpi?='],
    ['=?base64?YQ==?=', '=?base64?PT9iYXNlNjQ/WVE9PT89?='],
  ])('are encoded where they have to be: %j', (text, value) => {
    expect(headerValue(text)).toBe(value);
  });
});

test('a tool whose name is no text does not keep the others from being known', () => {
  const headers = new ToolHeaders();
  const inputSchema = { properties: { a: { type: 'string', 'x-mcp-header': 'Region' } } };
  headers.learn({
    tools: [
      { name: { toString: 1 }, inputSchema },
      { name: 'b', inputSchema },
    ],
  });
  expect(headers.of({ name: 'b', arguments: { a: 'x' } })).toEqual({ 'mcp-param-region': 'x' });
  expect(headers.of({ name: { toString: 1 }, arguments: { a: 'x' } })).toBeUndefined();
});
