import { signal } from '@preact/signals-core';
import { describe, expect, test, vi } from 'vitest';
import type { Reason } from '../../../src/base/errors';
import type { ConnectionLog } from '../../../src/connection/connection';
import { SchemaValidator } from '../../../src/connection/schemaValidator';
import { emptyCatalog, type Catalog, type McpObject } from '../../../src/ipc/state';
import { OutputCheck, outputProblemOf } from '../../../src/servers/outputCheck';

/** What is noted of results of a tool with this schema. */
async function noted(
  outputSchema: McpObject | undefined,
  ...results: McpObject[]
): Promise<Reason[]> {
  const catalog = signal<Catalog | undefined>({
    ...emptyCatalog,
    tools: [{ name: 't', ...(outputSchema && { outputSchema }) }],
  });
  const reasons: Reason[] = [];
  const log = { add: ({ reason }: ConnectionLog) => void (reason && reasons.push(reason)) };
  const check = new OutputCheck({ catalog, log });
  for (const result of results) {
    const before = JSON.stringify(result);
    await check.take('tools/call', { name: 't' }, result);
    expect(JSON.stringify(result)).toBe(before);
  }
  return reasons;
}

function gives(structuredContent: unknown): McpObject {
  return { content: [], structuredContent };
}

const sum = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };

describe('what breaks its promise is noted', () => {
  test.each<[string, McpObject, McpObject, RegExp]>([
    ['another type', sum, gives({ sum: '3' }), /sum must be number/],
    ['a missing property', sum, gives({}), /must have required property 'sum'/],
    ['nothing at all', sum, { content: [] }, /structuredContent is missing/],
    ['null', sum, gives(null), /must be object/],
    [
      'a tuple of 2020-12',
      { type: 'array', prefixItems: [{ type: 'string' }], items: false },
      gives([1]),
      /must be string/,
    ],
    [
      'a tuple of draft 7',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        type: 'array',
        items: [{ type: 'string' }],
      },
      gives([1]),
      /must be string/,
    ],
    [
      'what a definition says',
      { $ref: '#/$defs/n', $defs: { n: { type: 'integer' } } },
      gives(1.5),
      /must be integer/,
    ],
  ])('%s', async (_, schema, result, problem) => {
    // A check that takes too long notes nothing, which a busy machine brings about, too.
    const [reason] = await vi.waitUntil(async () => {
      const reasons = await noted(schema, result);
      return reasons.length > 0 && reasons;
    });
    expect(reason).toMatchObject({ code: 'outputInvalid', args: { tool: 't' } });
    expect(reason?.args?.['problem']).toMatch(problem);
  });

  test('once for each tool', async () => {
    expect(await noted(sum, gives({}), gives({}), gives({ sum: 'x' }))).toHaveLength(1);
  });
});

/** Each level asks twice for the next. */
function doubled(levels: number): McpObject {
  const names = Array.from({ length: levels }, (_level, at) => `d${at}`);
  const $defs = Object.fromEntries(
    names.map((name, at) => {
      const $ref = `#/$defs/d${at + 1}`;
      return [name, at === levels - 1 ? { type: 'number' } : { allOf: [{ $ref }, { $ref }] }];
    }),
  );
  return { $ref: '#/$defs/d0', $defs };
}

test.each([
  ['references that double', doubled(40)],
  ['a reference to itself', { allOf: [{ $ref: '#' }, { $ref: '#' }] }],
  [
    'a reference to itself that doubles with each level of the value',
    { properties: { a: { allOf: [{ $ref: '#' }, { $ref: '#' }] } }, type: 'object' },
  ],
])('%s end, and are not tried again', async (_name, schema) => {
  const deep = Array.from({ length: 200 }).reduce<object>((inner) => ({ a: inner }), {});
  const begun = process.cpuUsage();
  expect(await noted(schema, ...Array.from({ length: 20 }, () => gives(deep)))).toEqual([]);
  const { user, system } = process.cpuUsage(begun);
  expect((user + system) / 1_000).toBeLessThan(1_500);
});

describe('all else passes', () => {
  test.each<[string, McpObject | undefined, McpObject]>([
    ['what holds', sum, gives({ sum: 3, more: 1 })],
    ['false values', { type: ['number', 'null', 'boolean', 'string'] }, gives(0)],
    ['no schema', undefined, gives({})],
    ['errors', sum, { content: [], isError: true }],
    ['no result of a tool', sum, { task: {} }],
    ['a remote reference', { $ref: 'https://example.com/x.json' }, gives(1)],
    ['an unknown dialect', { $schema: 'https://example.com/mine', type: 'string' }, gives(1)],
    ['no schema of this world', { type: 'nonsense' }, gives(1)],
    ['a pattern, which may take for ever', { type: 'string', pattern: '^(a+)+$' }, gives('!')],
    ['a format, which is an annotation', { type: 'string', format: 'uri' }, gives('no uri')],
    [
      'names by pattern',
      { type: 'object', patternProperties: { '^x': {} }, additionalProperties: false },
      gives({ x1: 1 }),
    ],
    [
      'properties that are called like keywords',
      { type: 'object', properties: { pattern: { type: 'number' }, format: { type: 'number' } } },
      gives({ pattern: 1, format: 2 }),
    ],
    ['what is too large to look at', { type: 'string' }, gives(Array.from({ length: 30_000 }))],
  ])('%s', async (_, schema, result) => {
    expect(await noted(schema, result)).toEqual([]);
  });

  test('the same name of two schemas is no trouble', () => {
    const named = (type: string): McpObject => ({ $id: 'https://example.com/same', type });
    const validator = new SchemaValidator();
    expect(validator.compile(named('string'))('x')).toBeUndefined();
    expect(validator.compile(named('number'))('x')).toBe('data must be number');
  });
});

test('of every such result it is known, though the log has it once', async () => {
  const wrong = [gives({ sum: '3' }), gives({ sum: '4' })];
  const right = gives({ sum: 3 });
  expect(await noted(sum, ...wrong, right)).toHaveLength(1);
  for (const result of wrong)
    expect(outputProblemOf(result)).toMatchObject({ code: 'outputInvalid' });
  expect(outputProblemOf(right)).toBeUndefined();
});
