import { expect, test } from 'vitest';
import type { Progress, RequestOptions } from '../../src/connection/connection';
import type { ServerRequest } from '../../src/ipc/serverRequest';
import type { McpObject } from '../../src/ipc/state';
import { everythingStdio, startEverythingHttp } from '../support/fakeServer/everything';
import { taskServer } from '../support/fakeServer/taskServer';
import { openConnection } from '../support/fakeServer/openConnection';

const research = { name: 'simulate-research-query', arguments: { topic: 'python' } };

test.each(['stdio', 'http'])(
  'a tool that runs as a task only is called as any other: %s',
  async (kind) => {
    await using http = kind === 'http' ? await startEverythingHttp() : undefined;
    await using opened = await openConnection(http ?? everythingStdio());
    await opened.connection.readCatalog();
    const told: Progress[] = [];
    const onProgress = (progress: Progress): void => void told.push(progress);
    const result = await opened.connection.request('tools/call', research, { onProgress });
    expect(JSON.stringify(result)).toContain('Research Report: python');
    // Which of its stages are seen is a matter of when it is asked.
    expect(told.map(({ message }) => message)).toContainEqual(expect.stringMatching(/\.\.\.$/));
  },
);

test('what it asks on its way is answered for its call', async () => {
  const client = {
    capabilities: { elicitation: {} },
    answer: async (): Promise<McpObject> => ({ action: 'cancel' }),
  };
  await using opened = await openConnection(everythingStdio(), { client });
  await opened.connection.readCatalog();
  const asked: ServerRequest[] = [];
  const answer = async (question: ServerRequest): Promise<McpObject> => {
    asked.push(question);
    return { action: 'accept', content: { interpretation: 'snake' } };
  };
  const params = { ...research, arguments: { topic: 'python', ambiguous: true } };
  const result = await opened.connection.request('tools/call', params, { answer });
  expect(asked.map(({ method }) => method)).toEqual(['elicitation/create']);
  expect(JSON.stringify(result)).toContain('Research Report: python (snake)');
});

test('aborting cancels the task at the server', async () => {
  await using opened = await openConnection(everythingStdio());
  const { connection } = opened;
  await connection.readCatalog();
  const abort = new AbortController();
  const call = connection.request('tools/call', research, {
    signal: abort.signal,
    onProgress: () => abort.abort(new Error('enough')),
  });
  await expect(call).rejects.toThrow('enough');
  await expect
    .poll(async () => JSON.stringify(await connection.request('tasks/list', {})))
    .toContain('"status":"cancelled"');
});

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

test('a limit that passes cancels a modern task', async () => {
  await using opened = await openConnection(taskServer());
  const { connection } = opened;
  const call = connection.request('tools/call', { name: 'endless' }, { totalTimeout: 300 });
  await expect(call).rejects.toMatchObject({ code: 'timedOut' });
  await expect
    .poll(async () => connection.request('tools/call', { name: 'cancelled' }))
    .toMatchObject({ content: [{ text: '1' }] });
});
