import { expect, onTestFinished, test } from 'vitest';
import { McpConnection } from '../../../src/connection/mcpConnection';
import { legacyGreeting, MemoryServer, type MemoryHandler } from '../../support/memoryServer';

const never = new AbortController().signal;
const notFound = { code: -32002, message: 'Resource not found', data: { uri: 'a:gone' } };

async function open(subscribe: MemoryHandler) {
  const server = new MemoryServer('stdio', {
    initialize: legacyGreeting,
    'resources/subscribe': subscribe,
    'resources/unsubscribe': { result: {} },
    'logging/setLevel': { result: {} },
  });
  const connection = new McpConnection(server, { onLog: () => undefined });
  onTestFinished(() => connection.close());
  await connection.start();
  await connection.greet(never);
  return { server, connection };
}

test('a subscription that is refused is told, and tried again with the next wish', async () => {
  const { server, connection } = await open(({ uri }) =>
    uri === 'a:gone' ? { error: notFound } : { result: {} },
  );
  const refusals = await connection.watchResources(new Set(['a:1', 'a:gone']));
  expect([...refusals.keys()]).toEqual(['a:gone']);
  expect(refusals.get('a:gone')).toMatchObject({
    code: 'serverError',
    args: { code: -32002 },
    cause: notFound,
  });
  const before = server.received.length;
  expect((await connection.watchResources(new Set(['a:gone']))).size).toBe(1);
  expect((await connection.watchResources(new Set())).size).toBe(0);
  expect(server.received.slice(before)).toMatchObject([
    { method: 'resources/subscribe', params: { uri: 'a:gone' } },
    { method: 'resources/unsubscribe', params: { uri: 'a:1' } },
  ]);
});

test('a level that nobody wants any more goes back to the usual one', async () => {
  const { server, connection } = await open(() => ({ result: {} }));
  await connection.setLogLevel('debug');
  await connection.setLogLevel(undefined);
  const levels = server.requests('logging/setLevel').map(({ params }) => params?.['level']);
  expect(levels).toEqual(['debug', 'info']);
});
