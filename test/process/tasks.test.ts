import { expect, test } from 'vitest';
import type { Progress, RequestOptions } from '../../src/connection/connection';
import type { McpObject } from '../../src/ipc/state';
import { taskServer } from '../support/fakeServer/taskServer';
import { openConnection } from '../support/fakeServer/openConnection';

// Those of the legacy era are in test/process/everything.

const client = {
  capabilities: { elicitation: {} },
  answer: async (): Promise<McpObject> => ({ action: 'accept', content: { name: 'Ada' } }),
};

test('a server of the modern era decides what becomes a task', async () => {
  await using opened = await openConnection(taskServer(), { client });
  const { connection } = opened;
  expect(connection.handshake.era).toBe('modern');
  const call = (name: string, options?: RequestOptions): Promise<McpObject> =>
    connection.request('tools/call', { name, arguments: {} }, options);
  const told: Progress[] = [];
  const result = await call('greet', { onProgress: (progress) => void told.push(progress) });
  expect(result).toMatchObject({ content: [{ text: 'Hello, Ada!' }] });
  expect(told).toEqual([
    { progress: 1, message: 'begins' },
    { progress: 2, message: 'asks' },
    { progress: 3, message: 'knows' },
  ]);
  await expect(call('fail')).rejects.toMatchObject({
    code: 'serverError',
    args: { code: -32603, message: 'rate limit' },
  });
  await expect(call('vanish')).rejects.toMatchObject({ code: 'taskGone' });
});

test('the task and each of its statuses are told to a caller that wanted one', async () => {
  await using opened = await openConnection(taskServer(), { client });
  const told: Progress[] = [];
  const options = { asTask: true, onProgress: (progress: Progress) => void told.push(progress) };
  await opened.connection.request('tools/call', { name: 'greet', arguments: {} }, options);
  const [id] = told.map(({ task }) => task?.id);
  expect(id).toBe('task-0-greet');
  const statuses = told.map(({ message, task }) => [message, task?.status]);
  expect(statuses).toEqual([
    ['begins', 'working'],
    ['asks', 'input_required'],
    ['knows', 'working'],
    [undefined, 'completed'],
  ]);
});

test('a limit that passes cancels a modern task', async () => {
  await using opened = await openConnection(taskServer());
  const { connection } = opened;
  const call = connection.request('tools/call', { name: 'endless' }, { totalTimeout: 300 });
  await expect(call).rejects.toMatchObject({ code: 'timedOut' });
  await expect
    .poll(async () => connection.request('tools/call', { name: 'cancelled' }))
    .toMatchObject({ content: [{ text: '1' }] });
});
