import { describe, expect, test } from 'vitest';
import { breakingChanges } from '../../../../src/tools/schema/breakingChanges';

function changes(before: object, after: object, where: 'inputSchema' | 'outputSchema'): string[] {
  const tool = (schema: object) => ({ [where]: schema });
  return breakingChanges(tool(before), tool(after)).map(({ kind, at }) => `${kind} ${at}`.trim());
}

const text = { type: 'string' };
const object = (properties: object, ...required: string[]) => ({
  type: 'object',
  properties,
  required,
});

describe('parameters', () => {
  test.each<[object, object, string[]]>([
    [object({ a: text }), object({ a: text, b: text }), []],
    [object({ a: text }), object({}), ['parameterRemoved a']],
    [object({ a: text }), object({ a: text }, 'a'), ['parameterRequired a']],
    [object({ a: text }, 'a'), object({ a: text, b: text }, 'a', 'b'), ['parameterRequired b']],
    [object({ a: text }, 'a'), object({ a: text }), []],
    [object({ a: text }), object({ a: { type: 'number' } }), ['parameterType a']],
    [object({ a: text }), object({ a: { type: ['string', 'null'] } }), []],
    [object({ a: { type: 'integer' } }), object({ a: { type: 'number' } }), []],
    [object({ a: { type: 'number' } }), object({ a: { type: 'integer' } }), ['parameterType a']],
    [object({ a: {} }), object({ a: text }), ['parameterType a']],
    [object({ a: { enum: [1, 2] } }), object({ a: { enum: [2, 3] } }), ['parameterValues a']],
    [object({ a: { enum: [1] } }), object({ a: { enum: [2, 1] } }), []],
    [object({ a: text }), object({ a: { ...text, enum: ['x'] } }), ['parameterValues a']],
    [
      object({ list: { type: 'array', items: object({ x: text, y: text }) } }),
      object({ list: { type: 'array', items: object({ x: text }, 'x') } }),
      ['parameterRemoved list[].y', 'parameterRequired list[].x'],
    ],
    [object({ a: text }), object({ a: { ...text, description: 'other' } }), []],
  ])('%j → %j', (before, after, expected) => {
    expect(changes(before, after, 'inputSchema')).toEqual(expected);
  });
});

describe('results', () => {
  test.each<[object, object, string[]]>([
    [object({ a: text }), object({ a: text, b: text }), []],
    [object({ a: text }), object({}), ['resultRemoved a']],
    [object({ a: text }), object({ a: { type: ['string', 'null'] } }), ['resultType a']],
    [object({ a: { type: ['string', 'null'] } }), object({ a: text }), []],
    [object({ a: text }, 'a'), object({ a: text }), []],
  ])('%j → %j', (before, after, expected) => {
    expect(changes(before, after, 'outputSchema')).toEqual(expected);
  });
});

test('schemas that are none, deep or full of themselves end', () => {
  const circular: Record<string, unknown> = { type: 'object' };
  circular['properties'] = { self: circular };
  expect(changes(circular, circular, 'inputSchema')).toEqual([]);
  expect(breakingChanges({}, { inputSchema: { type: 3 } })).toEqual([]);
  const many = (type: string) =>
    object(Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`p${at}`, { type }])));
  expect(changes(many('string'), many('number'), 'inputSchema')).toHaveLength(20);
});
