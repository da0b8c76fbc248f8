import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Reason } from '../../src/base/errors';
import type { McpObject } from '../../src/ipc/state';
import {
  startFakeHttpServer,
  type FakeHttpOptions,
  type FakeHttpServer,
} from '../support/fakeServer/fakeHttpServer';
import { openConnection } from '../support/fakeServer/openConnection';

const call = (name: string, args: McpObject = {}): McpObject => ({ name, arguments: args });

async function serve(options: FakeHttpOptions = {}): Promise<FakeHttpServer> {
  const server = await startFakeHttpServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** How a call fails whose session is lost: over HTTP+SSE nothing tells whether it was taken. */
const [refused, unknown] = ['sessionLost', 'connectionClosed'];

describe.each<{ how: string; options: FakeHttpOptions; type: 'http' | 'sse'; lost: string }>([
  { how: 'Streamable HTTP', options: {}, type: 'http', lost: refused },
  { how: 'Streamable HTTP with JSON bodies', options: { json: true }, type: 'http', lost: refused },
  { how: 'HTTP+SSE after the fallback', options: { legacySse: true }, type: 'http', lost: unknown },
  { how: 'HTTP+SSE', options: { legacySse: true }, type: 'sse', lost: unknown },
])('a server over $how', ({ options, type, lost: code }) => {
  test('is initialised, listed and called', async () => {
    const server = await serve({ ...options, tools: ['echo', 'fail'], pages: 2 });
    await using opened = await openConnection(server.launch(type));
    const { connection } = opened;
    expect(connection.handshake).toMatchObject({ era: 'legacy', serverInfo: { name: 'fake' } });
    expect((await connection.readCatalog()).tools.map((tool) => tool.name)).toEqual([
      'echo',
      'fail',
    ]);
    expect(await connection.request('tools/call', call('echo', { text: 'hello' }))).toEqual({
      content: [{ type: 'text', text: 'hello' }],
      vendorField: { kept: true },
    });
    await expect(connection.request('tools/call', call('fail'))).rejects.toMatchObject({
      code: 'serverError',
      args: { code: -32099 },
    });
  });

  test('refuses wrong credentials and takes the right ones', async () => {
    const server = await serve({ ...options, unauthorized: 401 });
    await expect(openConnection(server.launch(type))).rejects.toMatchObject({
      code: 'unauthorized',
      args: { url: server.url, status: 401 },
    });
    await using opened = await openConnection(
      server.launch(type, { Authorization: 'Bearer good' }),
    );
    expect((await opened.connection.readCatalog()).tools).toHaveLength(1);
  });

  test('that never answers initialize is given up', async () => {
    const server = await serve({ ...options, hangInitialize: true });
    const opening = openConnection(server.launch(type), { initializeTimeout: 300 });
    await expect(opening).rejects.toMatchObject({ code: 'timedOut', args: { seconds: 0.3 } });
    await vi.waitFor(() => expect(server.open).toBe(0));
  });

  test('is lost with its session', async () => {
    const server = await serve({ ...options, tools: ['slow'] });
    await using opened = await openConnection(server.launch(type));
    const { connection } = opened;
    const lost: Reason[] = [];
    connection.onLost((reason) => lost.push(reason));
    server.forgetSessions();
    await expect(connection.request('tools/call', call('slow'))).rejects.toMatchObject({ code });
    expect(lost).toEqual([{ code: 'sessionLost', args: { url: server.url } }]);
  });
});

describe('a server over Streamable HTTP', () => {
  test('gets its session ended on leaving', async () => {
    const server = await serve();
    const opened = await openConnection(server.launch());
    expect(server.sessions.size).toBe(1);
    await opened.connection.close();
    expect(server.requests.at(-1)).toBe('DELETE');
    expect(server.sessions.size).toBe(0);
  });

  test('may answer 400 to an unknown session', async () => {
    const server = await serve({ unknownSession: 400 });
    await using opened = await openConnection(server.launch());
    const lost: Reason[] = [];
    opened.connection.onLost((reason) => lost.push(reason));
    server.forgetSessions();
    await expect(opened.connection.request('tools/list', {})).rejects.toMatchObject({
      code: refused,
    });
    expect(lost).toMatchObject([{ code: 'sessionLost' }]);
  });

  test('tells progress, and its changes on the stream of the session', async () => {
    const server = await serve({ tools: ['progress', 'add_tool'] });
    await using opened = await openConnection(server.launch());
    const { connection } = opened;
    await vi.waitFor(() => expect(server.requests).toContain('GET'));
    const changed: string[] = [];
    connection.onListChanged((list) => changed.push(list));
    const steps: number[] = [];
    await connection.request('tools/call', call('progress'), {
      onProgress: ({ progress }) => steps.push(progress),
    });
    expect(steps).toEqual([1, 2, 3]);
    await connection.request('tools/call', call('add_tool', { name: 'fresh' }));
    await vi.waitFor(() => expect(changed).toEqual(['tools']));
  });

  test('fails a request at once whose stream ends without an answer', async () => {
    const server = await serve({ dropCalls: true });
    await using opened = await openConnection(server.launch());
    await expect(opened.connection.request('tools/call', call('echo'))).rejects.toMatchObject({
      code: 'connectionClosed',
    });
    expect((await opened.connection.readCatalog()).tools).toHaveLength(1);
  });

  test('is not lost by a request that fails', async () => {
    const server = await serve();
    await using opened = await openConnection(server.launch());
    const lost: Reason[] = [];
    opened.connection.onLost((reason) => lost.push(reason));
    await server.close();
    await expect(opened.connection.request('tools/list', {})).rejects.toMatchObject({
      code: 'unreachable',
      args: { url: server.url, cause: 'ECONNREFUSED' },
    });
    expect(lost).toEqual([]);
  });

  test('has an address at which nothing answers', async () => {
    const server = await startFakeHttpServer();
    const launch = server.launch();
    await server.close();
    for (const type of ['http', 'sse'] as const) {
      await expect(openConnection({ ...launch, type })).rejects.toMatchObject({
        code: 'unreachable',
        args: { url: launch.url, cause: 'ECONNREFUSED' },
      });
    }
    await expect(openConnection({ ...launch, url: 'not a url' })).rejects.toMatchObject({
      code: 'invalidUrl',
    });
  });

  test('that answers 404 is named without what is secret in its address', async () => {
    const server = await serve();
    const url = new URL('?token=secret', server.url).href;
    await expect(openConnection({ type: 'sse', url, headers: {} })).rejects.toMatchObject({
      code: 'httpError',
      args: { url: server.url, status: 404 },
    });
  });
});

describe.runIf(process.platform !== 'win32')('a Unix socket', () => {
  async function socketFile(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'roundhouse socket-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    return join(folder, 's.sock');
  }

  test.each([
    ['http', false],
    ['http', true],
    ['sse', true],
  ] as const)('leads to a server of the type %s (HTTP+SSE: %s)', async (type, legacySse) => {
    const server = await serve({ legacySse, tools: ['echo'], socket: await socketFile() });
    await using opened = await openConnection(server.launch(type));
    const { connection } = opened;
    expect((await connection.readCatalog()).tools.map(({ name }) => name)).toEqual(['echo']);
    expect(await connection.request('tools/call', call('echo', { text: 'hello' }))).toMatchObject({
      content: [{ type: 'text', text: 'hello' }],
    });
  });

  test('that nobody serves is named', async () => {
    const socket = await socketFile();
    const launch = { type: 'http', url: `unix://${socket}#/mcp?token=x`, headers: {} } as const;
    await expect(openConnection(launch)).rejects.toMatchObject({
      code: 'unreachable',
      args: { url: socket, cause: 'ENOENT' },
    });
  });
});
