import { expect, test } from 'vitest';
import {
  connectionTo,
  legacyGreeting,
  modernGreeting,
  MemoryServer,
  type MemoryHandler,
} from '../../support/memoryServer';

const notFound = { code: -32002, message: 'Resource not found', data: { uri: 'a:gone' } };

async function open(subscribe: MemoryHandler) {
  const server = new MemoryServer('stdio', {
    initialize: legacyGreeting,
    'resources/subscribe': subscribe,
    'resources/unsubscribe': { result: {} },
    'logging/setLevel': { result: {} },
  });
  const connection = await connectionTo(server);
  return { server, connection };
}

test('a subscription that is refused is tried again with the next request', async () => {
  const { server, connection } = await open(({ uri }) =>
    uri === 'a:gone' ? { error: notFound } : { result: {} },
  );
  await connection.watchResources(new Set(['a:1', 'a:gone']));
  const before = server.received.length;
  await connection.watchResources(new Set(['a:gone']));
  await connection.watchResources(new Set());
  expect(server.received.slice(before)).toMatchObject([
    { method: 'resources/subscribe', params: { uri: 'a:gone' } },
    { method: 'resources/unsubscribe', params: { uri: 'a:1' } },
  ]);
});

test('a subscription that a client made itself is not made twice, and ends like all', async () => {
  const { server, connection } = await open(() => ({ result: {} }));
  await connection.request('resources/subscribe', { uri: 'a:1' });
  await connection.watchResources(new Set(['a:1']));
  await connection.watchResources(new Set());
  expect(server.methods.slice(-2)).toEqual(['resources/subscribe', 'resources/unsubscribe']);
});

test('a level that nobody wants any more goes back to the usual one', async () => {
  const { server, connection } = await open(() => ({ result: {} }));
  await connection.setLogLevel('debug');
  await connection.setLogLevel(undefined);
  const levels = server.requests('logging/setLevel').map(({ params }) => params?.['level']);
  expect(levels).toEqual(['debug', 'info']);
});

test('a request has its own level or that of the connection, whichever is more verbose', async () => {
  const server = new MemoryServer('stdio', {
    'server/discover': modernGreeting,
    'tools/call': { result: {} },
  });
  const connection = await connectionTo(server);
  const key = 'io.modelcontextprotocol/logLevel';
  const call = async (own?: string): Promise<unknown> => {
    await connection.request('tools/call', {
      name: 'x',
      _meta: { kept: 1, ...(own && { [key]: own }) },
    });
    const _meta = server.requests('tools/call').at(-1)?.params?.['_meta'];
    expect(_meta).toMatchObject({ kept: 1 });
    return (_meta as { [key]?: unknown })[key];
  };
  expect([await call(), await call('error')]).toEqual([undefined, 'error']);
  await connection.setLogLevel('debug');
  expect([await call(), await call('error')]).toEqual(['debug', 'debug']);
  await connection.setLogLevel('alert');
  expect([await call(), await call('error')]).toEqual(['alert', 'error']);
  await connection.setLogLevel(undefined);
  expect(await call()).toBeUndefined();
});

test('a tool that can be a task is one where the caller wants it', async () => {
  const task = { taskId: 't', status: 'completed', pollInterval: 1 };
  const capabilities = { tools: {}, tasks: { requests: { tools: { call: {} } } } };
  const server = new MemoryServer('stdio', {
    initialize: ({ protocolVersion }) => ({
      result: { protocolVersion, capabilities, serverInfo: { name: 'memory', version: '1' } },
    }),
    'tools/list': { result: { tools: [{ name: 'dig', execution: { taskSupport: 'optional' } }] } },
    'tools/call': ({ task: wanted }) => ({ result: wanted ? { task } : { content: ['at once'] } }),
    'tasks/result': { result: { content: ['later'] } },
  });
  const connection = await connectionTo(server);
  await connection.request('tools/list', {});
  expect(await connection.request('tools/call', { name: 'dig' })).toEqual({ content: ['at once'] });
  const told: unknown[] = [];
  const options = { asTask: true, onProgress: (progress: unknown) => void told.push(progress) };
  const result = await connection.request('tools/call', { name: 'dig' }, options);
  expect(result).toEqual({ content: ['later'] });
  expect(told).toEqual([{ progress: 1, task: { id: 't', status: 'completed' } }]);
});
