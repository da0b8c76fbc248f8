import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { canonicalHash } from '../../src/ipc/canonicalHash';
import type { ApprovalRequest } from '../../src/ipc/calls';
import type { ServerOptions } from '../../src/ipc/contract';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import type { Host } from '../../src/host/host';
import { startGateway } from '../support/chatClient';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { declarations } from '../support/hostFixture';
import { testHosts } from '../support/testHosts';

const id = 'user/till';
const launch = fakeStdio({ tools: ['echo', 'cancelled'] });
const byModel = { route: 'genericTools', confirmed: {} } as const;

const hosts = testHosts({ startGateway });
let folder: string;
let host: Host;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'roundhouse-calls-'));
  host = await start();
});

function start(): Promise<Host> {
  const calls = { calls: path.join(folder, 'calls.jsonl'), refusals: path.join(folder, 'r.json') };
  return hosts.open({ calls });
}

/** A window with the till, whose person answers what is asked. */
async function open(
  place: string,
  options: ServerOptions = {},
  approve: (call: ApprovalRequest) => 'yes' | 'no' = () => 'no',
): Promise<HostClient> {
  const client = hosts.window(host, {
    resolveLaunch: async () => ({ kind: 'resolved', launch, secrets: ['s3cret-value'] }),
    questions: { approve: async (call) => approve(call) },
    workspaceKey: () => place,
  });
  await client.declare(declarations({ [id]: launch }, options));
  return client;
}

const asks = (tool: string): ServerOptions => ({
  models: { rules: [[{ tool, effect: 'ask', pattern: `till/${tool}` }]] },
});

const listed = async (client: HostClient) => (await client.send('calls', { limit: 20 })).calls;

test('calls of every way are in one list, with who let them pass, for their window alone', async () => {
  const [shop, other] = [await open('shop'), await open('other')];
  const told = vi.fn();
  shop.onCallsChanged(told);
  const call = { server: id, tool: 'echo', gesture: false };
  await shop.callTool({ ...call, arguments: { text: 'a s3cret-value' } });
  await shop.callTool({ ...call, arguments: {}, ...byModel });
  await (
    await hosts.chat(shop, id)
  ).callTool({ name: 'cancelled', arguments: { password: 'hunter2x' } });
  await expect(
    shop.callTool({ ...call, tool: 'tool_9', arguments: {}, ...byModel }),
  ).rejects.toMatchObject({ code: 'unknownTool' });
  const server = { id, name: 'till' };
  expect(await listed(shop)).toMatchObject([
    { server, tool: 'tool_9', outcome: { kind: 'refused', reason: { code: 'unknownTool' } } },
    {
      tool: 'cancelled',
      route: 'agent',
      client: 'chat',
      arguments: '{"password":"•••"}',
      approval: { by: 'client' },
      outcome: { kind: 'ok' },
    },
    { tool: 'echo', route: 'genericTools', approval: { by: 'editor' } },
    { tool: 'echo', route: 'person', arguments: '{"text":"a •••"}', approval: { by: 'person' } },
  ]);
  expect(await listed(other)).toEqual([]);
  await vi.waitFor(() => expect(told).toHaveBeenCalled());
});

test('calls outlive the host, until they are forgotten', async () => {
  await (await open('shop')).callTool({ server: id, tool: 'echo', arguments: {}, gesture: true });
  await hosts.end();
  host = await start();
  const again = await open('shop');
  expect(await listed(again)).toMatchObject([{ tool: 'echo' }]);
  expect(await listed(await open('other'))).toEqual([]);
  await again.send('forgetCalls', {});
  expect(await listed(again)).toEqual([]);
  await hosts.end();
  host = await start();
  expect(await listed(await open('shop'))).toEqual([]);
});

test('where a rule asks, the window is asked for models and agents, as things stand then', async () => {
  const asked: ApprovalRequest[] = [];
  let answer: 'yes' | 'no' = 'yes';
  const client = await open('shop', asks('echo'), (call) => {
    asked.push(call);
    return answer;
  });
  const call = { server: id, tool: 'echo', arguments: { a: 1 }, gesture: false, ...byModel };
  await client.callTool(call);
  const chat = await hosts.chat(client, id);
  await chat.callTool({ name: 'echo', arguments: {} });
  await chat.callTool({ name: 'cancelled', arguments: {} });
  answer = 'no';
  await expect(client.callTool(call)).rejects.toMatchObject({ code: 'callRefused' });
  expect(asked).toMatchObject([
    { id, tool: 'echo', arguments: { a: 1 }, rule: 'till/echo' },
    { tool: 'echo', client: 'chat' },
    { tool: 'echo' },
  ]);
  expect((await listed(client)).map(({ approval }) => approval?.by)).toEqual([
    undefined,
    'client',
    'person',
    'person',
  ]);
  // What the editor was not asked about is asked by us.
  answer = 'yes';
  await client.callTool({ ...call, tool: 'cancelled', confirmed: undefined });
  expect(asked.at(-1)).toMatchObject({ tool: 'cancelled', isFlagged: false });
});

test('the editor’s question counts where the window’s definition is the host’s', async () => {
  const asked: ApprovalRequest[] = [];
  const client = await open('shop', {}, (call) => (asked.push(call), 'no'));
  const call = { server: id, tool: 'echo', arguments: {}, gesture: false, ...byModel };
  await client.callTool(call);
  await vi.waitFor(() => expect(client.catalog(id).value?.tools).toHaveLength(2));
  const [echo = { name: '' }] = client.catalog(id).value?.tools ?? [];
  await client.callTool({ ...call, confirmed: { definition: canonicalHash(echo) } });
  expect(asked).toEqual([]);
  const other = { definition: canonicalHash({ ...echo, description: 'Another one.' }) };
  await expect(client.callTool({ ...call, confirmed: other })).rejects.toMatchObject({
    code: 'callRefused',
  });
});

test('who is refused at the gateway is told of, without the token', async () => {
  const client = await open('shop');
  const { origin = '' } = client.gateway.peek() ?? {};
  const url = new URL(`/servers/${encodeURIComponent(id)}/mcp`, origin);
  const knock = (headers: Record<string, string>) => fetch(url, { method: 'POST', headers });
  const wrong = { Authorization: 'Bearer not-the-token', 'User-Agent': 'burglar/1' };
  expect((await knock(wrong)).status).toBe(401);
  expect((await knock(wrong)).status).toBe(401);
  expect((await knock({ Origin: 'http://evil.example' })).status).toBe(403);
  const { refusals } = await client.send('calls', { limit: 5 });
  expect(refusals).toMatchObject([
    { kind: 'origin', detail: 'http://evil.example', count: 1 },
    { kind: 'token', detail: 'burglar/1', count: 2 },
  ]);
  expect(JSON.stringify(refusals)).not.toContain('not-the-token');
  expect((await client.send('calls', { server: id, limit: 5 })).refusals).toEqual([]);
});

test('the traffic has each message with who caused it, and no secret', async () => {
  const shop = await open('shop');
  const call = { server: id, tool: 'echo', gesture: false };
  await shop.callTool({
    ...call,
    callId: 'mine',
    arguments: { text: 'a s3cret-value', password: 'hunter2-other' },
  });
  const { records, revision } = await shop.send('traffic', { id, limit: 100 });
  const sent = records.filter(({ from }) => from === 'client');
  expect(sent.map(({ method }) => method)).toContain('tools/list');
  const called = sent.find(({ method }) => method === 'tools/call');
  expect(called).toMatchObject({ subject: 'echo', caller: 'person', outcome: 'ok' });
  const ofCall = await shop.send('traffic', { id, callId: 'mine', limit: 100 });
  expect(ofCall.records).toEqual([called]);
  const { number = 0, time = 0 } = called ?? {};
  const messages = await shop.send('trafficMessages', { id, number, time });
  expect(messages?.request.text).toContain('"a •••"');
  expect(JSON.stringify(messages)).not.toMatch(/s3cret-value|hunter2/);
  expect(JSON.parse(messages?.response?.text ?? '')).toMatchObject({ result: { content: [{}] } });
  const next = shop.send('traffic', { id, limit: 100, after: revision });
  await shop.callTool({ ...call, arguments: {}, ...byModel });
  expect((await next).records).toMatchObject([{ method: 'tools/call', caller: 'genericTools' }]);
});
