import { expect, test, vi } from 'vitest';
import type { McpObject } from '../../../../src/ipc/state';
import { TaskRuns } from '../../../../src/ui/serverPage/taskRuns';

const run = (callId: string, server = 'user/till') => {
  return { server, callId, tool: 'count', arguments: { to: 3 } };
};

/** A call that ends as it is told, or is aborted. */
function pending() {
  let resolve: (result: McpObject) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<McpObject>((...ends) => ([resolve, reject] = ends));
  const send = vi.fn(
    (_onProgress: (progress: { progress: number }) => void, signal: AbortSignal) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
      return promise;
    },
  );
  return { send, resolve, reject };
}

test('a task is known with its progress and its end, for its server alone', async () => {
  using runs = disposable(new TaskRuns());
  const told: unknown[] = [];
  runs.it.onChanged(({ progress, end }) => told.push(end ?? progress));
  const { send, resolve } = pending();
  const ended = runs.it.start(run('a'), send);
  expect(runs.it.of('user/till')).toEqual([run('a')]);
  expect(runs.it.of('user/other')).toEqual([]);
  send.mock.calls[0]?.[0]({ progress: 1 });
  expect(runs.it.of('user/till')).toMatchObject([{ progress: { progress: 1 } }]);
  resolve({ content: [] });
  await ended;
  expect(told).toMatchObject([{ progress: 1 }, { result: { content: [] } }]);
  expect(runs.it.of('user/till')).toMatchObject([{ callId: 'a', end: { result: {} } }]);
});

test('a failure and a cancellation are ends, too', async () => {
  using runs = disposable(new TaskRuns());
  const [first, second] = [pending(), pending()];
  const ends = [runs.it.start(run('a'), first.send), runs.it.start(run('b'), second.send)];
  first.reject(new Error('no'));
  runs.it.cancel('b');
  runs.it.cancel('unknown');
  await Promise.all(ends);
  expect(runs.it.of('user/till').map(({ end }) => end)).toMatchObject([
    { error: { message: 'no' } },
    { error: { message: 'aborted' } },
  ]);
});

test('of too many the oldest is cancelled, and with the window all are', async () => {
  const runs = new TaskRuns();
  const calls = Array.from({ length: 51 }, () => pending());
  const ends = calls.map(({ send }, at) => runs.start(run(String(at)), send));
  await ends[0];
  expect(calls.map(({ send }) => send.mock.calls[0]?.[1].aborted)).toEqual([
    true,
    ...calls.slice(1).map(() => false),
  ]);
  expect(runs.of('user/till')).toHaveLength(50);
  runs.dispose();
  await Promise.all(ends);
});

function disposable(it: TaskRuns) {
  return { it, [Symbol.dispose]: () => it.dispose() };
}
