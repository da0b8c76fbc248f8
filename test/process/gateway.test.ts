import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { signal } from '@preact/signals-core';
import { describe, expect, it, vi } from 'vitest';
import { liveStores, type Disposable } from '../../src/base/disposable';
import { Emitter } from '../../src/base/emitter';
import { PublicNames } from '../../src/protocol/publicNames';
import { connect } from '../support/connect';
import type { Connection } from '../../src/connection/connection';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import type { Catalog, Handshake, McpObject } from '../../src/ipc/state';
import { Gateway } from '../../src/gateway/gateway';
import type { GatewayServer } from '../../src/gateway/gatewayServer';
import { Tokens } from '../../src/gateway/tokens';
import { everythingStdio } from '../support/fakeServer/everything';
import { fakeStdio, type FakeStdioOptions } from '../support/fakeServer/fakeServer';
import { testGuard } from '../support/testGuard';

/** A real server over a real connection, started with the first use and known from then on. */
class RealServer implements GatewayServer, AsyncDisposable {
  readonly id = 'folder:app/fake';
  readonly name = 'fake';
  readonly handshake = signal<Handshake | undefined>(undefined);
  readonly catalog = signal<Catalog | undefined>(undefined);
  readonly #notification = new Emitter<{ method: string; params: McpObject }>();
  readonly onNotification = this.#notification.event;
  readonly released = new AbortController().signal;
  readonly stderr: string[] = [];
  readonly callTimeoutSeconds = undefined;
  readonly answers = new Set<never>();
  readonly names = new PublicNames([]);
  readonly knowsAll = (): boolean => this.catalog.peek() !== undefined;
  readonly forModels = (whole: Catalog): Catalog => whole;
  readonly guard = testGuard(this).guard;
  readonly route = (_method: string, params: McpObject) => ({ server: this, params });
  readonly resultForModels = async (_tool: string, result: McpObject): Promise<McpObject> => result;
  readonly notify = (): Promise<void> => Promise.resolve();
  readonly listen = (): Disposable => ({
    dispose: () => undefined,
  });
  starts = 0;
  #running: Promise<Connection> | undefined;

  constructor(private readonly launch: ResolvedLaunch) {}

  connection(signal: AbortSignal): Promise<Connection> {
    this.#running ??= this.#start(signal);
    return this.#running;
  }

  /** Runs it once, so that it is idle and known. */
  async warm(): Promise<this> {
    await this.connection(new AbortController().signal);
    await this.stop();
    this.starts = 0;
    return this;
  }

  async stop(): Promise<void> {
    await (await this.#running)?.close();
    this.#running = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #start(signal: AbortSignal): Promise<Connection> {
    this.starts += 1;
    const connection = await connect(this.launch, {
      signal,
      initializeTimeout: 20_000,
      onStep: () => undefined,
      onLog: ({ text }) => void this.stderr.push(text),
    });
    connection.onNotification((notification) => this.#notification.fire(notification));
    const read = async (): Promise<void> => {
      this.catalog.value = await connection.readCatalog();
    };
    // A server that says so while it is being stopped is not read any more.
    connection.onListChanged(() => void read().catch(() => undefined));
    this.handshake.value = connection.handshake;
    await read();
    return connection;
  }
}

interface Opened extends AsyncDisposable {
  readonly gateway: Gateway;
  readonly server: RealServer;
  readonly url: URL;
  readonly headers: Record<string, string>;
}

async function open(launch: ResolvedLaunch): Promise<Opened> {
  const server = await new RealServer(launch).warm();
  const tokens = new Tokens();
  const token = tokens.issue((id) => (id === server.id ? server : undefined));
  const gateway = await Gateway.start({ access: tokens, describe: ({ code }) => code });
  return {
    gateway,
    server,
    url: new URL(`/servers/${encodeURIComponent(server.id)}/mcp`, gateway.origin),
    headers: { Authorization: `Bearer ${token}` },
    [Symbol.asyncDispose]: async () => {
      await gateway.stop();
      await server.stop();
      expect(liveStores().size).toBe(0);
    },
  };
}

const openFake = (options: FakeStdioOptions): Promise<Opened> => open(fakeStdio(options));

async function connectV1({ url, headers }: Opened): Promise<ClientV1> {
  const client = new ClientV1({ name: 'v1', version: '1' });
  await client.connect(new HttpV1(url, { requestInit: { headers } }));
  return client;
}

async function connectV2({ url, headers }: Opened, mode?: 'auto'): Promise<ClientV2> {
  const client = new ClientV2(
    { name: 'v2', version: '1' },
    mode && { versionNegotiation: { mode } },
  );
  await client.connect(new HttpV2(url, { requestInit: { headers } }));
  return client;
}

const lines = [
  ['v1', connectV1],
  ['v2', connectV2],
  ['v2, modern first', (opened: Opened) => connectV2(opened, 'auto')],
] as const;

describe.each(lines)('a client of SDK %s', (_name, connectClient) => {
  it('sees an idle server without starting it, and starts it by a call', async () => {
    await using opened = await openFake({ tools: ['echo', 'fail'] });
    const client = await connectClient(opened);
    expect(client.getServerVersion()).toEqual({ name: 'fake', title: 'fake', version: '1.0.0' });
    expect(client.getInstructions()).toBe('Use it for tests.');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['echo', 'fail']);
    expect(opened.server.starts).toBe(0);
    const result = await client.callTool({ name: 'echo', arguments: { text: 'hello' } });
    expect(result).toMatchObject({
      content: [{ type: 'text', text: 'hello' }],
      vendorField: { kept: true },
    });
    expect(opened.server.starts).toBe(1);
    await expect(client.callTool({ name: 'fail' })).rejects.toMatchObject({ code: -32099 });
    await client.close();
  });

  it('gets progress while the call runs', async () => {
    await using opened = await openFake({ tools: ['progress'] });
    const client = await connectClient(opened);
    const told: unknown[] = [];
    const onprogress = (progress: unknown): void => void told.push(progress);
    const call = { method: 'tools/call', params: { name: 'progress', arguments: { steps: 3 } } };
    await request(client, call, { onprogress });
    expect(told).toEqual([
      { progress: 1, total: 3, message: 'step 1' },
      { progress: 2, total: 3, message: 'step 2' },
      { progress: 3, total: 3, message: 'step 3' },
    ]);
    await client.close();
  });

  it('cancels a call down to the server', async () => {
    await using opened = await openFake({ tools: ['slow', 'cancelled'] });
    const client = await connectClient(opened);
    const abort = new AbortController();
    const call = { method: 'tools/call', params: { name: 'slow' } };
    const slow = request(client, call, { signal: abort.signal });
    await vi.waitFor(() => expect(opened.server.starts).toBe(1));
    const before = await cancelledOf(client);
    abort.abort();
    await expect(slow).rejects.toThrow();
    await vi.waitFor(async () => expect(await cancelledOf(client)).toHaveLength(before.length + 1));
    await client.close();
  });

  it('hears that the list changed', async () => {
    await using opened = await openFake({ tools: ['add_tool'] });
    const client = await connectClient(opened);
    let told = 0;
    onToolsChanged(client, () => (told += 1));
    const isModern = client instanceof ClientV2 && client.getProtocolEra() === 'modern';
    if (isModern) await client.listen({ toolsListChanged: true });
    await client.callTool({ name: 'add_tool', arguments: { name: 'added' } });
    await vi.waitFor(() => expect(told).toBe(1));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['add_tool', 'added']);
    await client.close();
  });

  it('ends its session', async () => {
    await using opened = await openFake({ tools: ['echo'] });
    const client = await connectClient(opened);
    const transport = client.transport as HttpV1 | HttpV2;
    await transport.terminateSession();
    expect(transport.sessionId).toBeUndefined();
    await client.close();
  });
});

it('shows everything of the reference server', async () => {
  await using opened = await open(everythingStdio());
  const client = await connectV1(opened);
  const { tools } = await client.listTools();
  expect(tools).toEqual(opened.server.catalog.value?.tools);
  expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);
  const { resources } = await client.listResources();
  expect((await client.listResourceTemplates()).resourceTemplates.length).toBeGreaterThan(0);
  expect(opened.server.starts).toBe(0);
  const uri = resources[0]?.uri ?? '';
  expect((await client.readResource({ uri })).contents).toHaveLength(1);
  const ref = { type: 'ref/prompt', name: 'completable-prompt' } as const;
  const argument = { name: 'department', value: 'E' };
  expect((await client.complete({ ref, argument })).completion.values).toContain('Engineering');
  const sum = await client.callTool({ name: 'get-sum', arguments: { a: 2, b: 3 } });
  expect(JSON.stringify(sum.content)).toContain('5');
  await client.close();
});

/** The two lines of the SDK spell a request with a schema of one's own differently. */
async function request(
  client: ClientV1 | ClientV2,
  { params }: { method: string; params: { name: string; arguments?: McpObject } },
  options: { signal?: AbortSignal; onprogress?: (progress: unknown) => void },
): Promise<unknown> {
  return client instanceof ClientV1
    ? client.callTool(params, undefined, options)
    : client.callTool(params, options);
}

async function cancelledOf(client: ClientV1 | ClientV2): Promise<unknown[]> {
  const { content } = await client.callTool({ name: 'cancelled' });
  const [first] = content as { text: string }[];
  return JSON.parse(first?.text ?? '[]') as unknown[];
}

function onToolsChanged(client: ClientV1 | ClientV2, listener: () => void): void {
  if (client instanceof ClientV1) {
    client.setNotificationHandler(ToolListChangedNotificationSchema, listener);
  } else {
    client.setNotificationHandler('notifications/tools/list_changed', listener);
  }
}
