import { expect, it } from 'vitest';
import type { McpObject } from '../../../src/ipc/state';
import { SeenIds } from '../../../src/gateway/clientSubscriptions';

const status = (taskId: unknown, more = {}) => ({
  method: 'notifications/tasks/status',
  params: { taskId, ...more },
});
const complete = (elicitationId: string) => ({
  method: 'notifications/elicitation/complete',
  params: { elicitationId },
});

it.each<[string, McpObject]>([
  ['a task that began', { task: { taskId: 'a', status: 'working' } }],
  ['a task of the modern era, or one that was asked for', { taskId: 'a' }],
  ['a list of tasks', { tasks: [{ taskId: 'b' }, { taskId: 'a' }] }],
  ['what belongs to one', { _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'a' } } }],
])('%s is seen', (_what, told) => {
  const seen = new SeenIds();
  expect(seen.concerns(status('a'))).toBe(false);
  seen.note(told);
  expect(seen.concerns(status('a'))).toBe(true);
  expect(seen.concerns(status('c'))).toBe(false);
  expect(seen.concerns(complete('a'))).toBe(false);
});

it('elicitations are seen in questions and in errors that want some first', () => {
  const seen = new SeenIds();
  seen.note({ mode: 'url', elicitationId: 'a' });
  seen.note({ elicitations: [{ elicitationId: 'b' }, null] });
  expect(['a', 'b', 'c'].map((id) => seen.concerns(complete(id)))).toEqual([true, true, false]);
});

it('what was told too early is told once its id is seen, the last of it, once', () => {
  const seen = new SeenIds();
  const [first, last] = [status('a', { step: 1 }), status('a', { step: 2 })];
  for (const told of [first, last, status('b')]) expect(seen.concerns(told)).toBe(false);
  expect(seen.note({ taskId: 'a' })).toEqual([last]);
  expect(seen.note({ taskId: 'a' })).toEqual([]);
});

it('everything else concerns everybody, whatever it is', () => {
  const seen = new SeenIds();
  expect(seen.concerns({ method: 'vendor/thing', params: { taskId: 'a' } })).toBe(true);
  expect(seen.concerns(status(7))).toBe(true);
  for (const odd of [undefined, null, 1, [], { task: 1, tasks: {} }]) {
    expect(seen.note(odd)).toEqual([]);
  }
});
