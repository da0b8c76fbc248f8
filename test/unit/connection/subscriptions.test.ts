import { beforeEach, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { ConnectionLog } from '../../../src/connection/connection';
import { McpConnection } from '../../../src/connection/mcpConnection';
import type { RequestId, RpcRequest } from '../../../src/protocol/jsonRpc';
import {
  httpRefusal,
  MemoryServer,
  modernGreeting,
  type MemoryAnswer,
  type MemoryHandler,
} from '../../support/memoryServer';

const listen = 'subscriptions/listen';
const idKey = 'io.modelcontextprotocol/subscriptionId';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Opened {
  readonly server: MemoryServer;
  readonly connection: McpConnection;
  /** What is told of lists and resources, in order. */
  readonly told: unknown[];
  readonly log: ConnectionLog[];
}

async function open(answer: MemoryAnswer | MemoryHandler = 'silence'): Promise<Opened> {
  const server = new MemoryServer('stdio', {
    'server/discover': modernGreeting,
    [listen]: answer,
  });
  const log: ConnectionLog[] = [];
  const connection = new McpConnection(server, { onLog: (entry) => log.push(entry) });
  const told: unknown[] = [];
  connection.onListChanged((list) => told.push(list));
  connection.onNotification(({ params }) => told.push(params['uri']));
  await connection.start();
  await connection.greet(new AbortController().signal);
  onTestFinished(() => connection.close());
  return { server, connection, told, log };
}

const opened = (server: MemoryServer): readonly RpcRequest[] => server.requests(listen);

function acknowledge(server: MemoryServer, request: RpcRequest | undefined): void {
  const { notifications } = request?.params ?? {};
  const params = { notifications, _meta: { [idKey]: request?.id } };
  server.say({ method: 'notifications/subscriptions/acknowledged', params });
}

/** The requests that were given up. */
function cancelled(server: MemoryServer): readonly unknown[] {
  return server.received.flatMap((message) =>
    'method' in message && message.method === 'notifications/cancelled'
      ? [message.params?.['requestId']]
      : [],
  );
}

function toolsChanged(server: MemoryServer, id: RequestId | undefined): void {
  const params = id === undefined ? {} : { _meta: { [idKey]: id } };
  server.say({ method: 'notifications/tools/list_changed', params });
}

test('one request listens to all that the server tells', async () => {
  const { server, connection, told } = await open();
  const [first] = opened(server);
  expect(first?.params?.['notifications']).toEqual({ toolsListChanged: true });
  acknowledge(server, first);
  toolsChanged(server, first?.id);
  toolsChanged(server, undefined);
  toolsChanged(server, 999);
  expect(told).toEqual(['tools', 'tools']);
  await connection.close();
  expect(server.methods.at(-1)).toBe('notifications/cancelled');
});

test('another request takes the place of the one before as soon as it is granted', async () => {
  const { server, connection, told } = await open();
  const [first] = opened(server);
  acknowledge(server, first);
  await connection.watchResources(new Set(['a:1']));
  await connection.watchResources(new Set(['a:1']));
  const [, second, ...more] = opened(server);
  expect(more).toEqual([]);
  expect(second?.params?.['notifications']).toEqual({
    toolsListChanged: true,
    resourceSubscriptions: ['a:1'],
  });
  toolsChanged(server, first?.id);
  expect(server.methods).not.toContain('notifications/cancelled');
  acknowledge(server, second);
  expect(server.methods.filter((one) => one === 'notifications/cancelled')).toHaveLength(1);
  toolsChanged(server, first?.id);
  const _meta = { [idKey]: second?.id };
  server.say({ method: 'notifications/resources/updated', params: { uri: 'a:1', _meta } });
  expect(told).toEqual(['tools', 'a:1']);
});

test('a request that fails leaves what was granted, and is made again', async () => {
  const { server, connection, told } = await open();
  const [first] = opened(server);
  acknowledge(server, first);
  await connection.watchResources(new Set(['a:1']));
  const [, second] = opened(server);
  server.say({ id: second?.id, error: { code: -32603, message: 'broken' } });
  await vi.advanceTimersByTimeAsync(0);
  toolsChanged(server, first?.id);
  expect(told).toEqual(['tools']);
  expect(cancelled(server)).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  const [, , third] = opened(server);
  expect(third?.params?.['notifications']).toEqual(second?.params?.['notifications']);
  acknowledge(server, third);
  expect(cancelled(server)).toEqual([first?.id]);
  // Somebody has listened all the time.
  expect(told).toEqual(['tools']);
});

test('a request that there is not leaves what was granted for good', async () => {
  const { server, connection, told } = await open();
  const [first] = opened(server);
  acknowledge(server, first);
  await connection.watchResources(new Set(['a:1']));
  server.say({ id: opened(server)[1]?.id, error: { code: -32601, message: 'no' } });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(opened(server)).toHaveLength(2);
  toolsChanged(server, first?.id);
  expect(told).toEqual(['tools']);
});

test('what was granted and ends before the next is granted is no more put back', async () => {
  const { server, connection, told } = await open();
  const [first] = opened(server);
  acknowledge(server, first);
  await connection.watchResources(new Set(['a:1']));
  server.say({ id: first?.id, result: {} });
  server.say({ id: opened(server)[1]?.id, error: { code: -32603, message: 'broken' } });
  await vi.advanceTimersByTimeAsync(1_000);
  const [, , third] = opened(server);
  acknowledge(server, third);
  // Nobody has listened for a while.
  expect(told).toEqual(['tools', 'a:1']);
});

test('of requests that nobody acknowledges the last one stays', async () => {
  const { server, connection } = await open();
  for (const uri of ['a:1', 'a:2', 'a:3']) await connection.watchResources(new Set([uri]));
  const ids = opened(server).map(({ id }) => id);
  expect(ids).toHaveLength(4);
  expect(cancelled(server)).toEqual(ids.slice(0, 3));
});

test('what ends is opened again after a growing delay, and may have missed something', async () => {
  const { server, told } = await open();
  const [first] = opened(server);
  acknowledge(server, first);
  server.say({ id: first?.id, result: { _meta: { [idKey]: first?.id } } });
  await vi.advanceTimersByTimeAsync(900);
  expect(opened(server)).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  const [, second] = opened(server);
  expect(told).toEqual([]);
  acknowledge(server, second);
  expect(told).toEqual(['tools']);
  server.say({ id: second?.id, error: { code: -32603, message: 'broken' } });
  await vi.advanceTimersByTimeAsync(1_900);
  expect(opened(server)).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(opened(server)).toHaveLength(3);
});

test('what a gateway ends again and again tells once in five minutes that something may be missed', async () => {
  const { server, told } = await open();
  for (let count = 0; count < 8; count += 1) {
    const last = opened(server).at(-1);
    acknowledge(server, last);
    await vi.advanceTimersByTimeAsync(60_000);
    server.say({ id: last?.id, result: {} });
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(opened(server)).toHaveLength(9);
  expect(told).toEqual(['tools', 'tools']);
  // Those of the last minutes are told, too.
  acknowledge(server, opened(server).at(-1));
  await vi.advanceTimersByTimeAsync(300_000);
  expect(told).toEqual(['tools', 'tools', 'tools']);
});

test('a server that was away may be another one, which is told at once each time', async () => {
  const { server, told } = await open();
  const end = async (error?: object): Promise<void> => {
    server.say({ id: opened(server).at(-1)?.id, ...(error ? { error } : { result: {} }) });
    await vi.advanceTimersByTimeAsync(40_000);
  };
  acknowledge(server, opened(server).at(-1));
  for (const count of [1, 2]) {
    await end();
    await end({ code: -32603, message: 'starting' });
    acknowledge(server, opened(server).at(-1));
    expect(told).toHaveLength(count);
  }
});

test('a watched resource may have changed while nobody listened', async () => {
  const { server, connection, told } = await open();
  await connection.watchResources(new Set(['a:1', 'a:2']));
  const [, second] = opened(server);
  acknowledge(server, second);
  expect(told).toEqual([]);
  server.say({ id: second?.id, result: { _meta: { [idKey]: second?.id } } });
  await vi.advanceTimersByTimeAsync(1_000);
  acknowledge(server, opened(server)[2]);
  expect(told).toEqual(['tools', 'a:1', 'a:2']);
});

test('a server that cannot tell anything is not asked again', async () => {
  const { server } = await open({ error: { code: -32601, message: 'no' } });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(opened(server)).toHaveLength(1);
});

test('a server that a proxy does not find for a while is asked again where it had granted before', async () => {
  let answer: MemoryAnswer = 'silence';
  const { server } = await open(() => answer);
  answer = { fails: httpRefusal(404) };
  const [first] = opened(server);
  acknowledge(server, first);
  server.say({ id: first?.id, result: {} });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(opened(server).length).toBeGreaterThan(2);
});

test('a server that a proxy does not find at first is not asked again', async () => {
  const { server } = await open({ fails: httpRefusal(404) });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(opened(server)).toHaveLength(1);
});

test('what is not granted is said', async () => {
  const { server, log } = await open();
  const [first] = opened(server);
  const params = { notifications: {}, _meta: { [idKey]: first?.id } };
  server.say({ method: 'notifications/subscriptions/acknowledged', params });
  expect(log.map(({ text }) => text)).toEqual(['The server does not notify: toolsListChanged']);
});
