import { expect, test } from 'vitest';
import { defaultTrafficLimits, type TrafficLimits } from '../../../src/ipc/traffic';
import type { RpcMessage } from '../../../src/protocol/jsonRpc';
import { newTraffic, Traffic, trafficOf } from '../../../src/servers/traffic';

const secret = 's3cret-0123456789';
const none = { number: 0, time: 0 };

function recorded(limits: Partial<TrafficLimits> = {}, secrets: readonly string[] = [secret]) {
  const traffic = new Traffic(secrets, () => ({ ...defaultTrafficLimits, ...limits }));
  const sent = (message: RpcMessage): void =>
    traffic.sent(message, JSON.stringify(message), { caller: 'person' });
  const received = (message: RpcMessage): void =>
    traffic.received(message, JSON.stringify(message));
  const all = () => traffic.records({ limit: Infinity });
  return { traffic, sent, received, all };
}

function request(id: number, method = 'tools/call', params: object = { name: 'add' }): RpcMessage {
  return { jsonrpc: '2.0', id, method, params: { ...params } };
}

function result(id: number, value: object = {}): RpcMessage {
  return { jsonrpc: '2.0', id, result: { ...value } };
}

test('a request is one record with its response, its size and its time', () => {
  const { sent, received, all, traffic } = recorded();
  sent(request(1));
  expect(all()).toMatchObject([{ outcome: 'open', subject: 'add', caller: 'person' }]);
  received(result(1));
  sent(request(2));
  received(result(2, { isError: true }));
  sent(request(3));
  received({ jsonrpc: '2.0', id: 3, error: { code: -32603, message: 'no' } });
  received({ jsonrpc: '2.0', method: 'notifications/message', params: {} });
  expect(all().map(({ from, outcome }) => `${from} ${outcome}`)).toEqual([
    'client ok',
    'client isError',
    'client error',
    'server notification',
  ]);
  const [first] = all();
  expect(first?.took).toBeGreaterThanOrEqual(0);
  expect(first?.responseSize).toBe(JSON.stringify(result(1)).length);
  expect(traffic.messages(first ?? none)).toEqual({
    request: { text: JSON.stringify(request(1)), isCut: false },
    response: { text: JSON.stringify(result(1)), isCut: false },
  });
});

test('requests of both sides may have the same id', () => {
  const { sent, received, all } = recorded();
  sent(request(1));
  received(request(1, 'roots/list', {}));
  sent(result(1, { roots: [] }));
  expect(all().map(({ outcome }) => outcome)).toEqual(['open', 'ok']);
});

test('a cancelled request, and one whose connection ended, say so', () => {
  const { sent, received, all, traffic } = recorded();
  sent(request(1));
  sent(request(2));
  sent({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  received(result(1));
  traffic.disconnected();
  expect(all().map(({ outcome }) => outcome)).toEqual(['cancelled', 'lost', 'notification']);
});

test('whatever a server cancels, its messages are recorded', () => {
  const { received, all } = recorded();
  for (const requestId of [{ toString: 1 }, null, undefined])
    received({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
  expect(all()).toHaveLength(3);
});

test('messages are recorded without a reader, and many before the next turn', async () => {
  const { sent, traffic } = recorded();
  sent(request(1));
  expect(traffic.revision.peek()).toBe(0);
  await new Promise(setImmediate);
  const first = traffic.revision.peek();
  expect(first).toBeGreaterThan(0);
  for (let id = 2; id < 4; id++) sent(request(id, 'tools/call', { text: 'x'.repeat(60_000) }));
  expect(traffic.revision.peek()).toBeGreaterThan(first);
});

test('a request without a response says why: refused over HTTP, cancelled, or never answered', () => {
  const { sent, all, traffic } = recorded();
  const refused = request(1);
  sent(refused);
  traffic.exchanged(refused, { status: 503, body: 'none', waited: 2 }, undefined);
  traffic.ended(1, false);
  sent(request(2));
  traffic.ended(2, true);
  sent(request(3));
  traffic.ended(3, false);
  expect(all().map(({ outcome }) => outcome)).toEqual(['error', 'cancelled', 'lost']);
  expect(all()[0]?.exchange).toEqual({ status: 503, body: 'none', waited: 2 });
});

test('records have the era, their handshake too, until the connection ends', () => {
  const { sent, received, all, traffic } = recorded();
  sent(request(0, 'initialize', {}));
  received(result(0));
  traffic.negotiated('legacy');
  sent(request(1));
  traffic.disconnected();
  sent(request(0, 'server/discover', {}));
  expect(all().map(({ era }) => era)).toEqual(['legacy', 'legacy', undefined]);
  traffic.negotiated('modern');
  expect(all().map(({ era }) => era)).toEqual(['legacy', 'legacy', 'modern']);
});

test('of a session only the end is kept, and of a short one nothing', () => {
  const { sent, all, traffic } = recorded();
  const exchange = { status: 202, body: 'none', waited: 1 } as const;
  const long: RpcMessage = { jsonrpc: '2.0', method: 'notifications/initialized' };
  sent(long);
  traffic.exchanged(long, exchange, '0f8fad5b-d9cb-469f-a165-70867728950e');
  const short = request(1);
  sent(short);
  traffic.exchanged(short, exchange, '42');
  expect(all().map(({ session }) => session)).toEqual(['…950e', '…']);
});

test('a request of the server belongs to ours on whose stream it came, and to its turn', () => {
  const { received, all, traffic } = recorded();
  const call = (id: number, turn: string): void => {
    const message = request(id);
    traffic.sent(message, JSON.stringify(message), { caller: 'chat', turn });
  };
  call(1, 'first');
  // The only open call can be the only reason.
  received(request(7, 'elicitation/create', {}));
  call(2, 'second');
  received(request(8, 'elicitation/create', {}));
  const sampling = request(9, 'sampling/createMessage', {});
  traffic.received(sampling, JSON.stringify(sampling), 2);
  const [first, elicitation, second, unclear, known] = all();
  expect(elicitation).toMatchObject({ cause: first?.number, turn: 'first' });
  expect([unclear?.cause, unclear?.turn]).toEqual([undefined, undefined]);
  expect(known).toMatchObject({ cause: second?.number, turn: 'second' });
  const ofTurn = traffic.records({ turn: 'second', limit: 10 });
  expect(ofTurn).toEqual([second, known]);
});

test('the id of a turn is as long as a name at most', () => {
  const { all, traffic } = recorded();
  traffic.sent(request(1), '{}', { caller: 'chat', turn: 'x'.repeat(1_000_000) });
  expect(all()[0]?.turn).toHaveLength(200);
});

test('the records of a call of a client, with the requests of the server for it', () => {
  const { sent, received, traffic } = recorded();
  sent(request(1));
  traffic.sent(request(2), '{}', { caller: 'person', callId: 'mine' });
  traffic.received(request(7, 'elicitation/create', {}), '{}', 2);
  received(request(8, 'roots/list', {}));
  const found = traffic.records({ callId: 'mine', limit: 10 });
  expect(found.map(({ method }) => method)).toEqual(['tools/call', 'elicitation/create']);
});

test('a result that asks for input says so', () => {
  const { sent, received, all } = recorded();
  sent(request(1));
  received(result(1, { resultType: 'input_required', inputRequests: {} }));
  expect(all()[0]?.outcome).toBe('asks');
});

test('no secret of the launch is kept, also not one that is known later', () => {
  const { sent, received, all, traffic } = recorded();
  sent(request(1, 'tools/call', { name: `add ${secret}`, arguments: { token: secret } }));
  received(result(1, { text: `said ${secret}, and later-one` }));
  const kept = () => JSON.stringify([all(), traffic.messages(all()[0] ?? none)]);
  expect(kept()).not.toContain(secret);
  expect(kept()).toContain('later-one');
  traffic.hide(['later-one']);
  expect(kept()).not.toContain('later-one');
});

test('no secret is in the URI of a resource, wherever it is cut', () => {
  const { sent, all, traffic } = recorded();
  const read = (id: number, uri: string): void => sent(request(id, 'resources/read', { uri }));
  const before = `db://${'x'.repeat(180)}`;
  read(1, 'https://shop.example/orders?access_token=hunter2-other&page=2');
  read(2, `${before}/${secret}`);
  read(3, `${before}:hunter2-other@shop`);
  read(4, `${before}/later-one-0123456789`);
  const subjects = () => all().map(({ subject }) => subject);
  expect(subjects()).toEqual([
    'https://shop.example/orders?access_token=•••&page=2',
    `${before}/•••`,
    `${before}:•••@shop`,
    `${before}/later-one-0123`,
  ]);
  traffic.hide(['later-one-0123456789']);
  expect(subjects()[3]).toBe(`${before}/•••`);
});

test('a long message is masked, too, and counts as it is then', () => {
  const secrets = Array.from({ length: 1_000 }, (_, at) => `s${String(at).padStart(3, '0')}`);
  const { sent, all, traffic } = recorded({ bytes: 25_000 });
  for (let id = 0; id < 3; id++) sent(request(id, 'tools/call', { text: secrets.join(' ') }));
  traffic.hide(secrets);
  const [, , last] = all();
  const { request: kept } = traffic.messages(last ?? none) ?? {};
  expect(kept?.text).toContain('••• •••');
  expect(kept?.text).not.toMatch(/s\d{3}/);
  // All four would be below the limit if masks took no more than the secrets.
  sent(request(4));
  expect(all()).toHaveLength(3);
});

test('the oldest records are dropped: by their count, and by their bytes', () => {
  const few = recorded({ records: 3 });
  for (let id = 0; id < 10; id++) few.sent(request(id));
  expect(few.all()).toHaveLength(3);
  const small = recorded({ bytes: 10_000 });
  for (let id = 0; id < 10; id++)
    small.sent(request(id, 'tools/call', { text: 'x'.repeat(2_000) }));
  expect(small.all().length).toBeGreaterThan(1);
  expect(small.all().length).toBeLessThan(6);
  const none = recorded({ records: 0 });
  none.sent(request(1));
  expect(none.all()).toEqual([]);
});

test('limits that are lowered hold for what was recorded before, also at a quiet server', () => {
  const limits = { records: 10 };
  const { sent, received, all, traffic } = recorded(limits);
  for (let id = 0; id < 5; id++) sent(request(id));
  const [first = none] = all();
  limits.records = 3;
  expect(traffic.messages(first)).toBeUndefined();
  expect(all()).toHaveLength(3);
  limits.records = 0;
  received(result(4));
  limits.records = 10;
  expect(all()).toEqual([]);
});

test('messages are as they were while older ones go, and some are masked or answered late', () => {
  const { sent, received, all, traffic } = recorded({ bytes: 400_000 });
  const given = (id: number) => `${secret} ${id} `.repeat(40 + (id % 5) * 60);
  const said = (id: number) => `said ${id} `.repeat(100 + (id % 7) * 100);
  const masked = (message: RpcMessage) => JSON.stringify(message).replaceAll(secret, '•••');
  for (let id = 0; id < 500; id++) {
    sent(request(id, 'tools/call', { text: given(id) }));
    // Of every third one the answer comes late, for some when the request is gone.
    if (id % 3 > 0) received(result(id, { text: said(id) }));
    if (id >= 90 && id % 3 === 0) received(result(id - 90, { text: said(id - 90) }));
    const [first] = id % 20 === 0 ? all() : [];
    if (first) traffic.messages(first);
  }
  const records = all();
  expect(records.length).toBeGreaterThan(30);
  expect(records.length).toBeLessThan(100);
  for (const record of records) {
    const { request: asked, response } = traffic.messages(record) ?? {};
    const { id } = JSON.parse(asked?.text ?? '') as { readonly id: number };
    expect(asked?.text).toBe(masked(request(id, 'tools/call', { text: given(id) })));
    if (id % 3 > 0) expect(response?.text).toBe(masked(result(id, { text: said(id) })));
  }
});

test('of a long message the beginning is kept', () => {
  const { sent, all, traffic } = recorded();
  sent(request(1, 'tools/call', { name: 'add', text: 'ü'.repeat(1_000_000) }));
  const [record] = all();
  expect(record?.size).toBeGreaterThan(1_000_000);
  const { request: kept } = traffic.messages(record ?? none) ?? {};
  expect([kept?.isCut, kept?.text.length, kept?.text.at(-1)]).toEqual([true, 64_000, 'ü']);
});

test('a search looks at names and messages, and reads no pattern', () => {
  const { sent, received, traffic } = recorded();
  sent(request(1, 'tools/call', { name: 'add' }));
  received(result(1, { text: 'The SUM (a+b)' }));
  sent(request(2, 'resources/read', { uri: 'file:///a.txt' }));
  const found = (text: string) =>
    traffic.records({ search: text, limit: 10 }).map(({ method }) => method);
  expect(found('ADD')).toEqual(['tools/call']);
  expect(found('sum (A+B)')).toEqual(['tools/call']);
  expect(found('a.txt')).toEqual(['resources/read']);
  expect(found('.*')).toEqual([]);
});

test('who waits gets what was added or changed, and can give up', async () => {
  const { sent, received, all, traffic } = recorded();
  sent(request(1));
  const before = traffic.revision.peek();
  const waiting = newTraffic(() => [{ traffic }], before, new AbortController().signal);
  received(result(1));
  await waiting;
  expect(traffic.records({ after: before, limit: 10 })).toEqual(all());
  expect(traffic.records({ after: traffic.revision.peek(), limit: 10 })).toEqual([]);
  const end = new AbortController();
  const given = newTraffic(() => [{ traffic }], traffic.revision.peek(), end.signal);
  end.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
});

test('a record is found by its number, until it is dropped', () => {
  const { sent, all, traffic } = recorded({ records: 50 });
  for (let id = 0; id < 200; id++) sent(request(id, 'tools/call', { name: `tool ${id}` }));
  const texts = all().map((record) => traffic.messages(record)?.request.text);
  expect(texts).toEqual(
    Array.from({ length: 50 }, (_, at) => expect.stringContaining(`tool ${150 + at}"`) as string),
  );
  const [first = none] = all();
  const { number, time } = first;
  expect(traffic.messages({ number: number - 1, time })).toBeUndefined();
  expect(traffic.messages({ number: number + 1_000, time })).toBeUndefined();
  // That of an earlier host.
  expect(traffic.messages({ number, time: time - 60_000 })).toBeUndefined();
});

test('the traffic of several servers is in one order, each with its server', async () => {
  const till = recorded();
  const shop = recorded();
  const servers = [
    { id: '1', name: 'till', traffic: till.traffic },
    { id: '2', name: 'shop', traffic: shop.traffic },
    { id: '3', name: 'the same as till', traffic: till.traffic },
    { id: '4', name: 'never started', traffic: undefined },
  ];
  till.sent(request(1));
  shop.sent(request(1));
  till.sent(request(2));
  const { revision, records } = trafficOf(servers, { limit: 10 });
  expect(records.map(({ server }) => server.name)).toEqual(['till', 'shop', 'till']);
  expect(trafficOf(servers, { limit: 2 }).records).toEqual(records.slice(1));
  expect(trafficOf(servers, { after: revision, limit: 10 }).records).toEqual([]);
  const waiting = newTraffic(() => servers, revision, new AbortController().signal);
  shop.received(result(1));
  await waiting;
  expect(trafficOf(servers, { after: revision, limit: 10 }).records).toMatchObject([
    { server: { id: '2' }, outcome: 'ok' },
  ]);
});

test('a client that joins a server gets its earlier records, although it knows later ones of others', async () => {
  const till = recorded();
  const shop = recorded();
  shop.sent(request(1));
  shop.sent(request(2));
  shop.all();
  till.sent(request(1));
  const joined = { id: '1', name: 'till', traffic: till.traffic };
  const { revision: after } = trafficOf([joined], { limit: 10 });
  const servers = [joined, { id: '2', name: 'shop', traffic: shop.traffic }];
  const waiting = newTraffic(() => servers, after, new AbortController().signal);
  shop.traffic.renew();
  await waiting;
  const { revision, records } = trafficOf(servers, { after, limit: 10 });
  expect(records.map(({ server }) => server.name)).toEqual(['shop', 'shop']);
  shop.received(result(2));
  expect(trafficOf(servers, { after: revision, limit: 10 }).records).toMatchObject([
    { outcome: 'ok' },
  ]);
});
