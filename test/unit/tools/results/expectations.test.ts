import { describe, expect, test } from 'vitest';
import type { Expectation } from '../../../../src/config/serverTests';
import type { McpObject } from '../../../../src/ipc/state';
import { failedExpectations } from '../../../../src/tools/results/expectations';

const result = {
  content: [
    { type: 'text', text: 'one' },
    { type: 'image', data: '' },
    { type: 'resource', resource: { uri: 'a:b', text: 'two' } },
  ],
  structuredContent: { items: [{ name: 'a' }, { name: 'b' }], b: 1, a: 2 },
  _meta: { time: 1 },
};

function codes(given: McpObject, expectation: Expectation): string[] {
  return failedExpectations(given, expectation).map(({ reason }) => reason.code);
}

describe('expectations of a result', () => {
  test.each<Expectation>([
    {},
    { text: 'one\ntwo' },
    { text: ['one', 'two'] },
    { pattern: 'one\\ntwo' },
    { jsonPath: { '$.items[1].name': 'b', '$.items[*].name': ['a', 'b'] } },
    { jsonPath: { $: { a: 2, b: 1, items: [{ name: 'a' }, { name: 'b' }] } } },
    { schema: { type: 'object', required: ['items'] } },
    { snapshot: { structuredContent: { ...result.structuredContent }, content: result.content } },
  ])('met: %j', (expectation) => {
    expect(codes(result, expectation)).toEqual([]);
  });

  test.each<[Expectation, string]>([
    [{ isError: true }, 'testNoError'],
    [{ text: ['one', 'three'] }, 'testText'],
    [{ pattern: '^two' }, 'testPattern'],
    [{ pattern: '(' }, 'testPatternUnusable'],
    [{ jsonPath: { '$.items[0].name': 'b' } }, 'testJsonPath'],
    [{ jsonPath: { '$.nothing': 1 } }, 'testJsonPath'],
    [{ jsonPath: { 'items[': 1 } }, 'pathInvalid'],
    [{ schema: { type: 'object', properties: { a: { type: 'string' } } } }, 'testSchema'],
    [{ schema: { properties: { items: { uniqueItems: true, maxItems: 1 } } } }, 'testSchema'],
    [{ schema: { type: 'strng' } }, 'schemaUnusable'],
    [{ snapshot: { content: result.content } }, 'testSnapshot'],
  ])('not met: %j is %s', (expectation, code) => {
    expect(codes(result, expectation)).toEqual([code]);
  });

  test('every keyword of a schema counts, also those that are not checked for models', () => {
    const value = { content: [], structuredContent: { day: '2026-13-45', code: 'b' } };
    expect(codes(value, { schema: { properties: { code: { pattern: '^a' } } } })).toEqual([
      'testSchema',
    ]);
    expect(codes(value, { schema: { properties: { day: { format: 'date' } } } })).toEqual([
      'testSchema',
    ]);
  });

  test('a call that fails fails the test, unless that is expected', () => {
    const failed = { content: [{ type: 'text', text: 'no' }], isError: true };
    expect(failedExpectations(failed, {})).toEqual([
      { reason: { code: 'testError', args: {} }, actual: 'no' },
    ]);
    expect(codes(failed, { isError: true, text: 'no' })).toEqual([]);
  });

  test('text that is JSON can be asked for values, and other text cannot', () => {
    const json = { content: [{ type: 'text', text: '{"a": [1, 2]}' }] };
    expect(codes(json, { jsonPath: { '$.a[1]': 2 } })).toEqual([]);
    expect(codes({ content: [] }, { schema: {} })).toEqual(['testNoJson']);
    expect(codes({ content: [] }, { jsonPath: { $: 1 } })).toEqual(['testJsonPath']);
  });

  test('prompts and resources have text, too', () => {
    const prompt = { messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }] };
    expect(codes(prompt, { text: 'hello' })).toEqual([]);
    expect(codes({ contents: [{ uri: 'a:b', text: 'there' }] }, { text: 'there' })).toEqual([]);
  });

  test('a pattern that takes for ever is given up', () => {
    const endless = { content: [{ type: 'text', text: `${'a'.repeat(40)}!` }] };
    expect(codes(endless, { pattern: '^(a+)+$' })).toEqual(['testPatternUnusable']);
  });

  test('a result with numbers that another one could have is told to be no snapshot', () => {
    const value = { content: [], structuredContent: { id: 2 ** 53 } };
    expect(codes(value, { snapshot: {} })).toEqual(['testSnapshot', 'testRounded']);
    expect(codes(value, { snapshot: value })).toEqual([]);
  });

  test('a snapshot is compared with sorted keys', () => {
    const [failure] = failedExpectations(
      { content: [], structuredContent: { b: 1, a: 1 } },
      {
        snapshot: { content: [], structuredContent: { b: 2, a: 1 } },
      },
    );
    expect(failure?.expected).toBe(failure?.actual?.replace('"b": 1', '"b": 2'));
  });
});
