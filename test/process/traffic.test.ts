import { expect, test } from 'vitest';
import type { TrafficRecord } from '../../src/ipc/traffic';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import { startGateway } from '../support/chatClient';
import { startFakeHttpServer, type FakeHttpOptions } from '../support/fakeServer/fakeHttpServer';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { declarations } from '../support/hostFixture';
import { testHosts } from '../support/testHosts';

// What the host keeps of messages: the connection that they went over, and the chat's turn that they belong to.

const hosts = testHosts({ startGateway });

/** A window whose servers are two over HTTP, and one that is a process; its person agrees to everything. */
async function open(options: FakeHttpOptions = {}): Promise<HostClient> {
  const [shop, stock] = await Promise.all([
    startFakeHttpServer({ tools: ['echo', 'ask_form'], ...options }),
    startFakeHttpServer({ tools: ['echo'], ...options }),
  ]);
  hosts.closeAfter(() => shop.close());
  hosts.closeAfter(() => stock.close());
  const launches = {
    shop: shop.launch(),
    stock: stock.launch(),
    till: fakeStdio({ tools: ['echo', 'ask_form'] }),
  };
  const host = await hosts.open();
  const client = hosts.window(host, {
    resolveLaunch: async (id) => ({
      kind: 'resolved',
      launch: launches[id as keyof typeof launches],
      secrets: [],
    }),
    questions: { elicit: async () => ({ action: 'accept', content: { count: 3 } }) },
  });
  await client.declare(declarations(launches));
  return client;
}

const byParticipant = { route: 'participant', confirmed: {} } as const;

const call = (server: string, tool = 'echo') => ({
  server,
  tool,
  arguments: { text: 'hi' },
  gesture: true,
});

function callsIn(records: readonly TrafficRecord[]): readonly TrafficRecord[] {
  return records.filter(({ method }) => method === 'tools/call');
}

test.each([
  { era: 'legacy', json: true, body: 'json' },
  { era: 'legacy', json: false, body: 'events' },
  { era: 'modern', json: true, body: 'json' },
  { era: 'modern', json: false, body: 'events' },
] as const)('a record over HTTP has its exchange: $era, $body', async ({ era, json, body }) => {
  const client = await open({ json, ...(era === 'modern' && { era }) });
  await client.callTool(call('shop'));
  const { records } = await client.send('traffic', { id: 'shop', limit: 100 });
  const [called] = callsIn(records);
  expect(called).toMatchObject({
    era,
    outcome: 'ok',
    exchange: { status: 200, body, version: '1.1' },
  });
  expect(called?.exchange?.waited).toBeLessThanOrEqual((called?.took ?? 0) + 1);
  const ours = records.filter(({ from }) => from === 'client');
  expect(ours.filter((record) => record.exchange === undefined)).toEqual([]);
  expect(new Set(records.map((record) => record.era))).toEqual(new Set([era]));
  // The id itself would open the session to whoever reads it.
  const sessions = new Set(callsIn(records).map(({ session }) => session));
  expect([...sessions]).toEqual([era === 'legacy' ? expect.stringMatching(/^….{4}$/) : undefined]);
});

test('a refusal over HTTP ends its record with the real status', async () => {
  const client = await open({ troubles: [{ on: 'tools/call', what: { status: 503 } }] });
  await expect(client.callTool(call('shop'))).rejects.toMatchObject({ code: 'httpError' });
  const { records } = await client.send('traffic', { id: 'shop', limit: 100 });
  expect(callsIn(records)).toMatchObject([{ outcome: 'error', exchange: { status: 503 } }]);
});

test('the traffic of all servers follows, each record with its server, and that of a turn apart', async () => {
  const client = await open();
  await client.callTool({ ...call('shop'), ...byParticipant, turn: 'turn 1' });
  await client.callTool({ ...call('till'), ...byParticipant, turn: 'turn 1' });
  const { records, revision } = await client.send('traffic', { limit: 100 });
  expect(callsIn(records).map(({ server }) => server)).toEqual([
    { id: 'shop', name: 'shop' },
    { id: 'till', name: 'till' },
  ]);
  const next = client.send('traffic', { limit: 100, after: revision });
  await client.callTool({ ...call('stock'), ...byParticipant, turn: 'turn 2' });
  const names = (await next).records.map(({ server }) => server.name);
  expect(new Set(names)).toEqual(new Set(['stock']));
  const { records: ofTurn } = await client.send('traffic', { turn: 'turn 1', limit: 100 });
  expect(ofTurn.map(({ method, subject }) => `${method} ${subject}`)).toEqual([
    'tools/call echo',
    'tools/call echo',
  ]);
});

test('a server that leaves a window which follows its traffic is followed again when it is back', async () => {
  const launches = { till: fakeStdio({ tools: ['echo'] }) };
  const host = await hosts.open();
  const window = await hosts.attach(host, launches);
  const other = await hosts.attach(host, launches);
  await window.callTool(call('till'));
  const { revision } = await window.send('traffic', { id: 'till', limit: 100 });
  const next = window.send('traffic', { id: 'till', limit: 100, after: revision });
  await window.declare([]);
  expect(await window.send('traffic', { id: 'till', limit: 100 })).toMatchObject({ records: [] });
  // The window that is left records for both.
  await other.callTool(call('till'));
  await window.declare(declarations(launches));
  await window.callTool(call('till'));
  expect(callsIn((await next).records)).not.toEqual([]);
});

test('a window that joins a server gets its earlier traffic, although it knows later one of another server', async () => {
  const launches = {
    till: fakeStdio({ tools: ['echo'] }),
    shop: fakeStdio({ tools: ['echo', 'add'] }),
  };
  const host = await hosts.open();
  const [window, other] = [await hosts.attach(host, launches), await hosts.attach(host, launches)];
  await other.callTool(call('shop'));
  await window.callTool(call('till'));
  const { revision } = await window.send('traffic', { limit: 100 });
  const next = window.send('traffic', { limit: 100, after: revision });
  await window.start('shop', true);
  expect(callsIn((await next).records)).toMatchObject([{ server: { id: 'shop' } }]);
});

test.each(['shop', 'till'])('a question of %s belongs to the call that caused it', async (id) => {
  const client = await open();
  await client.callTool({ ...call(id, 'ask_form'), ...byParticipant, turn: 'turn 1' });
  const { records } = await client.send('traffic', { turn: 'turn 1', limit: 100 });
  const [called, asked] = records;
  expect(called).toMatchObject({ method: 'tools/call', subject: 'ask_form', outcome: 'ok' });
  expect(asked).toMatchObject({
    method: 'elicitation/create',
    from: 'server',
    outcome: 'ok',
    cause: called?.number,
  });
});

test('a call of VS Code’s agent has the id of its turn', async () => {
  const client = await open();
  const chat = await hosts.chat(client, 'shop');
  await chat.callTool({
    name: 'echo',
    arguments: { text: 'hi' },
    _meta: { 'vscode.requestId': 'request 1', 'vscode.conversationId': 'conversation 1' },
  });
  const { records } = await client.send('traffic', { id: 'shop', limit: 100 });
  expect(callsIn(records)).toMatchObject([{ turn: 'request 1' }]);
});
