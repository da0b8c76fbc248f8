import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { liveStores } from '../../src/base/disposable';
import type { McpObject } from '../../src/ipc/state';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { everythingStdio } from '../support/fakeServer/everything';
import { fullServer } from '../support/fullServer';
import { openGatewayHost, type GatewayHost } from '../support/gatewayHost';

type Client = ClientV1 | ClientV2;
type Told = { readonly method: string; readonly params?: McpObject };

const capabilities = {
  sampling: {},
  elicitation: { form: {}, url: {} },
  roots: { listChanged: true },
};
const info = { name: 'test', version: '1' };
const form = { action: 'accept', content: { name: 'Alice' } } as const;
const sample = { role: 'assistant', model: 'm', content: { type: 'text', text: 'Paris' } } as const;
const roots = { roots: [{ uri: 'file:///of-client' }] };

/** An unmodified client that answers everything. */
async function clientV1({ url, headers }: GatewayHost, told: Told[]): Promise<ClientV1> {
  const client = new ClientV1(info, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, async () => form);
  client.setRequestHandler(CreateMessageRequestSchema, async () => sample);
  client.setRequestHandler(ListRootsRequestSchema, async () => roots);
  client.fallbackNotificationHandler = async (one) => void told.push(one);
  await client.connect(new HttpV1(url, { requestInit: { headers } }));
  return client;
}

async function clientV2({ url, headers }: GatewayHost, told: Told[]): Promise<ClientV2> {
  const client = new ClientV2(info, { capabilities, versionNegotiation: { mode: 'auto' } });
  client.setRequestHandler('elicitation/create', async () => form);
  client.setRequestHandler('sampling/createMessage', async () => sample);
  client.setRequestHandler('roots/list', async () => roots);
  client.fallbackNotificationHandler = async (one) => void told.push(one);
  await client.connect(new HttpV2(url, { requestInit: { headers } }));
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
  return client;
}

const lines = [
  ['legacy', clientV1],
  ['modern', clientV2],
] as const;
const eras = ['legacy', 'modern'] as const;
const matrix = lines.flatMap(([name, connect]) =>
  eras.map((server) => [name, server, connect] as const),
);

function call(client: Client, name: string, _meta?: McpObject): Promise<unknown> {
  const params = { name, ...(_meta && { _meta }) };
  return client instanceof ClientV1 ? client.callTool(params) : client.callTool(params);
}

const nobody = { elicit: () => Promise.reject(new Error('the window was asked')) };

describe('a server that runs its tools as tasks', () => {
  it('is followed for a client of the legacy era, which is asked in the middle', async () => {
    await using host = await openGatewayHost(fullServer('modern'), nobody);
    const client = await clientV1(host, []);
    expect(JSON.stringify(await call(client, 'confirm_delete'))).toContain('Alice');
    expect(await call(client, 'failing_job')).toMatchObject({ isError: true });
    await client.close();
  });

  it('is told what the client says of itself in the modern era', async () => {
    await using host = await openGatewayHost(fullServer('modern'), nobody);
    const client = await clientV2(host, []);
    expect(JSON.stringify(await call(client, 'confirm_delete'))).toContain('done at once');
    await expect(call(client, 'failing_job')).rejects.toMatchObject({ code: -32_021 });
    await client.close();
  });
});

it('a server works in the folders of the client that moved last and is still there', async () => {
  await using host = await openGatewayHost(everythingStdio(), nobody);
  const folders = async (client: ClientV1): Promise<string> =>
    JSON.stringify(await client.callTool({ name: 'get-roots-list' }));
  const at = async (uri: string): Promise<ClientV1> => {
    const client = new ClientV1(info, { capabilities });
    client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: [{ uri }] }));
    await client.connect(new HttpV1(host.url, { requestInit: { headers: host.headers } }));
    await client.sendRootsListChanged();
    await vi.waitFor(async () => expect(await folders(client)).toContain(uri));
    return client;
  };
  const first = await at('file:///first');
  const second = await at('file:///second');
  await (second.transport as HttpV1).terminateSession();
  await vi.waitFor(async () => expect(await folders(first)).toContain('file:///first'));
  await (first.transport as HttpV1).terminateSession();
  const third = await at('file:///third');
  await Promise.all([first, second, third].map((client) => client.close()));
});

describe.each(matrix)('a %s client at a %s server', (_line, server, connect) => {
  it('answers what the server asks for its call', async () => {
    await using host = await openGatewayHost(fullServer(server), {
      ...nobody,
      sample: nobody.elicit,
    });
    const client = await connect(host, []);
    const asking = async (name: string): Promise<string> =>
      JSON.stringify(await call(client, name));
    expect(await asking('test_input_required_result_elicitation')).toContain('Alice');
    expect(await asking('test_input_required_result_sampling')).toContain('Paris');
    expect(await asking('test_input_required_result_list_roots')).toContain('file:///of-client');
    expect(await asking('test_input_required_result_multi_round')).toContain('after two rounds');
    const all = await asking('test_input_required_result_multiple_inputs');
    for (const part of ['Alice', 'Paris', 'file:///of-client']) expect(all).toContain(part);
    await client.close();
  });

  it('hears progress and log of its call', async () => {
    await using host = await openGatewayHost(fullServer(server), nobody);
    const told: Told[] = [];
    const client = await connect(host, told);
    const steps: number[] = [];
    const onprogress = ({ progress }: { progress: number }): void => void steps.push(progress);
    const params = { name: 'test_tool_with_progress' };
    await (client instanceof ClientV1
      ? client.callTool(params, undefined, { onprogress })
      : client.callTool(params, { onprogress }));
    expect(steps).toEqual([0, 50, 100]);
    if (client instanceof ClientV1) await client.setLoggingLevel('info');
    await call(client, 'test_logging_tool', { 'io.modelcontextprotocol/logLevel': 'info' });
    const logged = (): Told[] => told.filter(({ method }) => method === 'notifications/message');
    await vi.waitFor(() => expect(logged()).toHaveLength(3));
    await client.close();
  });

  it('hears of changed lists and of the resources that it watches', async () => {
    await using host = await openGatewayHost(fullServer(server), nobody);
    const told: Told[] = [];
    const client = await connect(host, told);
    const uri = 'test://watched-resource';
    if (client instanceof ClientV1) await client.subscribeResource({ uri });
    else await client.listen({ toolsListChanged: true, resourceSubscriptions: [uri] });
    const heard = (method: string): Promise<void> =>
      vi.waitFor(() => expect(told.map((one) => one.method)).toContain(method));
    await vi.waitFor(async () => {
      await call(client, 'test_trigger_resource_update');
      expect(told.map((one) => one.method)).toContain('notifications/resources/updated');
    });
    await call(client, 'test_trigger_tool_change');
    await heard('notifications/tools/list_changed');
    await client.close();
  });
});

it('gives a client of the legacy era the tools and results that its era does not have', async () => {
  const toolsFile = join(mkdtempSync(join(tmpdir(), 'rh-')), 'tools.json');
  const outputSchema = { type: 'array', items: { type: 'number' } };
  const inputSchema = { type: 'object' };
  writeFileSync(toolsFile, JSON.stringify([{ name: 'show', inputSchema, outputSchema }]));
  await using host = await openGatewayHost(fakeStdio({ era: 'modern', toolsFile }), nobody);
  const client = await clientV1(host, []);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['show']);
  const result = await client.callTool({ name: 'show', arguments: { structuredContent: [1, 2] } });
  expect(result).toEqual({ content: [{ type: 'text', text: '[1,2]' }] });
  await client.close();
});

describe('a client that answers nothing', () => {
  it.each(lines)('of the %s era has forms put to the window, and no model used', async (line) => {
    const asked: unknown[] = [];
    const window = {
      elicit: async ({ params }: { params: McpObject }) => {
        asked.push(params['message']);
        return { action: 'accept', content: { name: 'Bob' } };
      },
      sample: () => Promise.reject(new Error('the model of the window was used')),
    };
    await using host = await openGatewayHost(fullServer('legacy'), window);
    const { url, headers } = host;
    const client =
      line === 'legacy'
        ? new ClientV1(info)
        : new ClientV2(info, { versionNegotiation: { mode: 'auto' } });
    if (client instanceof ClientV1)
      await client.connect(new HttpV1(url, { requestInit: { headers } }));
    else await client.connect(new HttpV2(url, { requestInit: { headers } }));
    const result = await call(client, 'test_input_required_result_elicitation');
    expect(JSON.stringify(result)).toContain('Bob');
    expect(asked).toEqual(['What is your name?']);
    const sampled = await call(client, 'test_input_required_result_sampling');
    expect(sampled).toMatchObject({ isError: true });
    await client.close();
  });
});

it('serves a client on that had a session with the host before', async () => {
  await using host = await openGatewayHost(fullServer('legacy'), nobody);
  const told: Told[] = [];
  const client = await clientV1(host, told);
  const { sessionId } = client.transport as HttpV1;
  await host.replaceHost();
  await vi.waitFor(async () => expect((await client.listTools()).tools).not.toEqual([]));
  expect((client.transport as HttpV1).sessionId).toBe(sessionId);
  const result = await call(client, 'test_input_required_result_elicitation');
  expect(JSON.stringify(result)).toContain('Alice');
  await client.close();
});

it('leaves nothing behind', () => {
  expect(liveStores().size).toBe(0);
});
