import { expect, test } from 'vitest';
import type { McpObject } from '../../../src/ipc/state';
import { Completions } from '../../../src/client/completions';

const { signal } = new AbortController();
const ref = { type: 'ref/prompt', name: 'greet' } as const;

test('the server is asked once for the same, with what was given before', async () => {
  const sent: McpObject[] = [];
  const completions = new Completions(ref, async (params) => {
    sent.push(params);
    return { completion: { values: ['Alice', 7, 'Alice', 'Ann'] } };
  });
  const asked = { name: 'who', value: 'A', given: { team: 'Sales' } };
  expect(await completions.of(asked, signal)).toEqual(['Alice', 'Ann']);
  expect(await completions.of(asked, signal)).toEqual(['Alice', 'Ann']);
  await completions.of({ ...asked, given: {} }, signal);
  expect(sent).toEqual([
    { ref, argument: { name: 'who', value: 'A' }, context: { arguments: { team: 'Sales' } } },
    { ref, argument: { name: 'who', value: 'A' } },
  ]);
});

test('a failure proposes nothing, and the server is asked again', async () => {
  let fails = true;
  const completions = new Completions(ref, async () => {
    if (fails) throw new Error('busy');
    return { completion: { values: Array.from({ length: 200 }, (_none, at) => String(at)) } };
  });
  const asked = { name: 'who', value: '', given: {} };
  expect(await completions.of(asked, signal)).toEqual([]);
  fails = false;
  expect(await completions.of(asked, signal)).toHaveLength(100);
});

test.each([{}, { completion: null }, { completion: { values: 'a' } }])(
  '%j proposes nothing',
  async (result) => {
    const completions = new Completions(ref, async () => result);
    expect(await completions.of({ name: 'a', value: '', given: {} }, signal)).toEqual([]);
  },
);
