import { expect, onTestFinished, test } from 'vitest';
import type { Progress } from '../../../src/connection/connection';
import { McpConnection } from '../../../src/connection/mcpConnection';
import type { McpObject } from '../../../src/ipc/state';
import {
  legacyGreeting,
  MemoryServer,
  type MemoryAnswer,
  type MemoryHandler,
} from '../../support/memoryServer';

const task = (status: string) => ({ taskId: 't', status, ttl: 60_000 });

/** A call that asks for a task by itself; `tell` has the server tell of its progress. */
async function callAsTask(answers: Record<string, MemoryAnswer | MemoryHandler> = {}) {
  const server = new MemoryServer('stdio', {
    initialize: legacyGreeting,
    'tools/call': { result: { task: task('working') } },
    ...answers,
  });
  const connection = new McpConnection(server, { onLog: () => undefined });
  await connection.start();
  await connection.greet(new AbortController().signal);
  onTestFinished(() => connection.close());
  const told: number[] = [];
  const onProgress = ({ progress }: Progress): void => void told.push(progress);
  const params = { name: 'slow', task: {}, _meta: { vendor: 1 } };
  const call = connection.request('tools/call', params, { onProgress });
  const meta = server.requests('tools/call')[0]?.params?.['_meta'] as McpObject;
  const tell = (progress: number): void =>
    server.say({
      method: 'notifications/progress',
      params: { progress, progressToken: meta['progressToken'] },
    });
  return { server, connection, call, meta, told, tell };
}

test('progress of a task that its client follows is told after the call has its answer', async () => {
  const { call, meta, told, tell, connection, server } = await callAsTask({
    ping: { result: {} },
    'tasks/get': { result: task('working') },
  });
  tell(1);
  expect(await call).toEqual({ task: task('working') });
  expect(meta).toMatchObject({ vendor: 1, progressToken: expect.any(String) as string });
  tell(2);
  await connection.request('tasks/get', { taskId: 't' });
  server.say({ method: 'notifications/tasks/status', params: task('input_required') });
  server.say({ method: 'notifications/tasks/status', params: { ...task('failed'), taskId: 'u' } });
  tell(3);
  expect(told).toEqual([1, 2, 3]);
});

const gone = { error: { code: -32602, message: 'No such task' } };

test.each<[string, string, MemoryAnswer]>([
  ['a look', 'tasks/get', { result: task('completed') }],
  ['a look at what is gone', 'tasks/get', gone],
  ['a list', 'tasks/list', { result: { tasks: [task('failed')] } }],
  ['its end', 'tasks/cancel', { result: task('cancelled') }],
  ['its result', 'tasks/result', { result: { content: [] } }],
  ['its error', 'tasks/result', { error: { code: -32000, message: 'Boom' } }],
])(
  'its token is worth nothing after %s has told that it is over',
  async (_what, method, answer) => {
    const { call, told, tell, connection } = await callAsTask({ [method]: answer });
    await call;
    tell(1);
    await connection.request(method, { taskId: 't' }).catch(() => undefined);
    tell(2);
    expect(told).toEqual([1]);
  },
);

test('nor after the server has told so, or refused the call', async () => {
  const ended = await callAsTask();
  await ended.call;
  ended.server.say({ method: 'notifications/tasks/status', params: task('completed') });
  const refused = await callAsTask({ 'tools/call': gone });
  await refused.call.catch(() => undefined);
  for (const { tell, told } of [ended, refused]) {
    tell(1);
    expect(told).toEqual([]);
  }
});
