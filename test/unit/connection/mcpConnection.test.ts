import { getEventListeners } from 'node:events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Emitter } from '../../../src/base/emitter';
import { UserError } from '../../../src/base/errors';
import type { Authorizer } from '../../../src/connection/authorization/authorizer';
import type { ClientFeatures, ConnectionLog } from '../../../src/connection/connection';
import type { McpConnection } from '../../../src/connection/mcpConnection';
import { serverRequestRefused, type AnswerServerRequest } from '../../../src/ipc/serverRequest';
import type { McpObject } from '../../../src/ipc/state';
import {
  httpRefusal,
  legacyGreeting,
  connectionTo,
  MemoryServer,
  modernGreeting,
  type MemoryAnswer,
  type MemoryHandler,
} from '../../support/memoryServer';

type Answers = Record<string, MemoryAnswer | MemoryHandler>;
interface Opened {
  readonly server: MemoryServer;
  readonly connection: McpConnection;
  readonly log: readonly ConnectionLog[];
}
interface OpenOptions {
  readonly kind?: 'stdio' | 'http';
  readonly client?: ClientFeatures;
  readonly authorizer?: Authorizer;
}

async function open(
  answers: Answers,
  { kind = 'stdio', client, authorizer }: OpenOptions,
): Promise<Opened> {
  const server = new MemoryServer(kind, answers);
  const log: ConnectionLog[] = [];
  const connection = await connectionTo(server, {
    onLog: (entry) => log.push(entry),
    client,
    authorizer,
  });
  return { server, connection, log };
}

const legacy = (answers: Answers = {}, options: OpenOptions = {}): Promise<Opened> =>
  open({ initialize: legacyGreeting, ping: { result: {} }, ...answers }, options);
const modern = (answers: Answers = {}, options: OpenOptions = {}): Promise<Opened> =>
  open(
    { 'server/discover': modernGreeting, 'subscriptions/listen': 'silence', ...answers },
    options,
  );

const allFeatures = {
  roots: { listChanged: true },
  sampling: {},
  elicitation: { form: {} },
};
const nobody: ClientFeatures = {
  capabilities: allFeatures,
  answer: () => Promise.reject(new Error('secret details')),
};
const saying =
  (action: string): AnswerServerRequest =>
  ({ params }) =>
    Promise.resolve({ action, said: params['message'] });
const sums: Answers = {
  'tools/call': ({ arguments: given }) => ({ result: { given, vendor: { kept: true } } }),
};

describe('a request', () => {
  test('gets its own answer, in whatever order they come', async () => {
    const { server, connection } = await legacy({ 'tools/call': 'silence' });
    const first = connection.request('tools/call', { name: 'a' });
    const second = connection.request('tools/call', { name: 'b' });
    const [a, b] = server.requests('tools/call').map(({ id }) => id);
    server.say({ id: String(b), result: { is: 'b' } });
    server.say({ id: 12_345, result: { is: 'nobody’s' } });
    server.say({ id: a, result: { is: 'a' } });
    expect(await second).toEqual({ is: 'b' });
    expect(await first).toEqual({ is: 'a' });
  });

  test('fails with the words of the server, and what they were about', async () => {
    const error = { code: -32042, message: 'sign in first', data: { url: 'x' } };
    const { connection } = await legacy({ 'tools/call': { error } });
    await expect(connection.request('tools/call', {})).rejects.toMatchObject({
      code: 'serverError',
      args: { code: -32042, message: 'sign in first' },
      cause: error,
    });
  });

  test('that was given up is told once, and leaves nothing on the signal', async () => {
    const { server, connection } = await legacy({ 'tools/call': 'silence' });
    const abort = new AbortController();
    const { signal } = abort;
    await connection.request('ping', {}, { signal });
    const pending = connection.request('tools/call', {}, { signal });
    await vi.waitFor(() => expect(server.requests('tools/call')).toHaveLength(1));
    abort.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    expect(server.methods.filter((method) => method === 'notifications/cancelled')).toHaveLength(1);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('fails with the end of the connection, and with what ended it', async () => {
    const { connection } = await legacy({ 'tools/call': 'exit' });
    await expect(connection.request('tools/call', {})).rejects.toMatchObject({
      code: 'connectionClosed',
      args: { method: 'tools/call' },
      reason: { cause: { code: 'exited' } },
    });
    await expect(connection.request('ping', {})).rejects.toMatchObject({
      code: 'connectionClosed',
    });
  });

  test('hears of its progress, and of nobody else’s', async () => {
    const { server, connection } = await legacy({ 'tools/call': 'silence' });
    const steps: number[] = [];
    const params = { name: 'a', _meta: { progressToken: 7, vendor: 1 } };
    const pending = connection.request('tools/call', params, {
      onProgress: ({ progress }) => steps.push(progress),
    });
    const [sent] = server.requests('tools/call');
    expect(sent?.params?.['_meta']).toEqual({ progressToken: sent?.id, vendor: 1 });
    const told = (progressToken: unknown, progress: number): void =>
      server.say({ method: 'notifications/progress', params: { progressToken, progress } });
    told(sent?.id, 1);
    told(7_000, 5);
    told(sent?.id, 2);
    server.say({ id: sent?.id, result: {} });
    told(sent?.id, 3);
    await pending;
    expect(steps).toEqual([1, 2]);
  });
});

describe.each([404, 400, 401, 403])('a request with a session that is refused by %s', (status) => {
  const refusal: MemoryAnswer = { fails: httpRefusal(status) };
  const wantsCredentials = status === 401 || status === 403;
  /** The answers to a ping, and to one without a session. */
  async function refused(
    ping: MemoryAnswer,
    bare: MemoryAnswer = { fails: httpRefusal(422) },
    more: Answers = {},
  ) {
    const pinged: MemoryHandler = () =>
      server.sent.at(-1)?.options.isSessionless === true ? bare : ping;
    const answers = { ping: pinged, 'tools/call': refusal, ...more };
    const { server, connection } = await legacy(answers, { kind: 'http' });
    server.sessionId = 's1';
    const lost = vi.fn<(reason: unknown) => void>();
    connection.onLost(lost);
    const error: unknown = await connection.request('tools/call', {}).catch((why: unknown) => why);
    return { error, lost, server };
  }

  test('has lost its session if a ping is refused as well', async () => {
    const { error, lost } = await refused(refusal);
    expect(error).toMatchObject({ code: 'sessionLost', args: { method: 'tools/call' } });
    expect(lost).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'sessionLost' }));
  });

  test.each<[string, MemoryAnswer]>([
    ['is refused by 401', { fails: httpRefusal(401) }],
    ['is refused by 403', { fails: httpRefusal(403) }],
    ['is refused by 502', { fails: httpRefusal(502) }],
    ['is cut off', { fails: new UserError('connectionClosed') }],
  ])('fails alone for want of credentials if a ping without a session %s', async (_, bare) => {
    const { error, lost, server } = await refused(refusal, bare);
    expect(lost).toHaveBeenCalledTimes(wantsCredentials ? 0 : 1);
    expect(error).toMatchObject(wantsCredentials ? { args: { status } } : { code: 'sessionLost' });
    expect(server.requests('ping')).toHaveLength(wantsCredentials ? 2 : 1);
  });

  test.each<[string, MemoryAnswer, boolean]>([
    ['fails alone at a server without pings', { result: { tools: [] } }, false],
    ['has lost its session at a server without pings that refuses its lists, too', refusal, true],
  ])('%s', async (_what, list, isLost) => {
    const unknown = { code: -32601, message: 'Method not found' };
    const ping: MemoryAnswer = { fails: httpRefusal(status, unknown) };
    const { lost } = await refused(ping, undefined, { 'tools/list': list });
    expect(lost).toHaveBeenCalledTimes(isLost || wantsCredentials ? 1 : 0);
  });

  test('fails alone if a ping is answered', async () => {
    const { error, lost } = await refused({ result: {} });
    expect(error).toMatchObject({ args: { status } });
    expect(lost).not.toHaveBeenCalled();
  });
});

describe('a request without a session that is refused', () => {
  const refusal: MemoryAnswer = { fails: httpRefusal(400) };
  const read: Answers = { 'resources/read': { result: { contents: [] } } };
  const calling = async ({ connection }: Opened): Promise<{ error: unknown; isLost: boolean }> => {
    const error: unknown = await connection.request('tools/call', {}).catch((why: unknown) => why);
    return { error, isLost: connection.lost !== undefined };
  };

  test.each([
    ['legacy', legacy, ['ping', 'tools/list']],
    ['modern', modern, ['server/discover']],
  ] as const)(
    'has lost its server of the %s era if the probe of the era is refused as well',
    async (_era, openOne, probes) => {
      const opened = await openOne({ 'tools/call': refusal, ...read }, { kind: 'http' });
      await opened.connection.request('resources/read', {});
      const { answers } = opened.server;
      for (const probe of probes) answers[probe] = refusal;
      answers['initialize'] = legacyGreeting;
      expect(await calling(opened)).toMatchObject({ error: { code: 'sessionLost' }, isLost: true });
    },
  );

  test.each([
    ['legacy', legacy],
    ['modern', modern],
  ] as const)(
    'fails alone at a server of the %s era that refuses everything for a while',
    async (_era, openOne) => {
      const opened = await openOne({ ...read }, { kind: 'http' });
      await opened.connection.request('resources/read', {});
      const { answers } = opened.server;
      for (const method of ['ping', 'tools/list', 'server/discover', 'initialize', 'tools/call'])
        answers[method] = refusal;
      expect(await calling(opened)).toMatchObject({ error: { code: 'httpError' }, isLost: false });
    },
  );

  test('fails alone at a server that has answered nothing but its handshake', async () => {
    const answers = { 'tools/call': refusal, 'tools/list': refusal, ping: refusal };
    const opened = await legacy(answers, { kind: 'http' });
    expect(await calling(opened)).toMatchObject({ error: { code: 'httpError' }, isLost: false });
  });

  test.each<[string, Answers, typeof legacy]>([
    ['answers the probe of the legacy era', {}, legacy],
    ['answers the probe of the modern era', {}, modern],
    ['refuses pings only', { ping: refusal, 'tools/list': { result: { tools: [] } } }, legacy],
    ['refuses it by 401', { 'tools/call': { fails: httpRefusal(401) }, ping: refusal }, legacy],
    ['refuses it by 422', { 'tools/call': { fails: httpRefusal(422) }, ping: refusal }, legacy],
  ])('fails alone at a server that %s', async (_what, answers, openOne) => {
    const opened = await openOne({ 'tools/call': refusal, ...read, ...answers }, { kind: 'http' });
    await opened.connection.request('resources/read', {});
    expect(await calling(opened)).toMatchObject({
      error: { args: { status: expect.any(Number) as number } },
      isLost: false,
    });
  });
});

describe('a question of a legacy server', () => {
  const elicitation = { message: 'Name?', requestedSchema: {} };

  test('is answered by the request on whose stream it came', async () => {
    const { server, connection } = await legacy({ 'tools/call': 'silence' }, { client: nobody });
    void connection.request('tools/call', {}, { answer: saying('accept') }).catch(() => undefined);
    void connection.request('tools/call', {}, { answer: saying('decline') }).catch(() => undefined);
    const [, second] = server.requests('tools/call');
    expect(await server.ask('elicitation/create', elicitation, second?.id)).toMatchObject({
      result: { action: 'decline', said: 'Name?' },
    });
  });

  test('is answered by the only one who can, where the wire does not tell', async () => {
    const { server, connection } = await legacy({ 'tools/call': 'silence' }, { client: nobody });
    const answer = saying('accept');
    void connection.request('tools/call', {}, { answer }).catch(() => undefined);
    void connection.request('tools/call', {}, { answer }).catch(() => undefined);
    void connection.request('tools/list', {}).catch(() => undefined);
    expect(await server.ask('elicitation/create', elicitation)).toMatchObject({
      result: { action: 'accept' },
    });
  });

  test.each([
    { open: [saying('a'), saying('b')], ambiguous: true },
    { open: [], ambiguous: false },
  ])('goes to the client where nobody else is sure (ambiguous: $ambiguous)', async (row) => {
    const answer = vi.fn<ClientFeatures['answer']>(async () => ({ action: 'cancel' }));
    const client = { capabilities: allFeatures, answer };
    const { server, connection } = await legacy({ 'tools/call': 'silence' }, { client });
    for (const one of row.open) {
      void connection.request('tools/call', {}, { answer: one }).catch(() => undefined);
    }
    expect(await server.ask('elicitation/create', elicitation)).toMatchObject({
      result: { action: 'cancel' },
    });
    expect(answer.mock.calls[0]?.[1].ambiguous).toBe(row.ambiguous);
  });

  test('belongs to a parked request only where there is no other', async () => {
    const { server, connection } = await legacy({ 'tools/call': 'silence' }, { client: nobody });
    const parked = { answer: saying('parked'), isParked: () => true };
    void connection.request('tools/call', {}, parked).catch(() => undefined);
    expect(await server.ask('elicitation/create', elicitation)).toMatchObject({
      result: { action: 'parked' },
    });
    const present = { answer: saying('present'), isParked: () => false };
    void connection.request('tools/call', {}, present).catch(() => undefined);
    expect(await server.ask('elicitation/create', elicitation)).toMatchObject({
      result: { action: 'present' },
    });
  });

  test('goes with the request that it belongs to', async () => {
    const { server, connection } = await legacy({ 'tools/call': 'silence' }, { client: nobody });
    const abort = new AbortController();
    const { signal } = abort;
    let withdrawn: AbortSignal | undefined;
    const answer: AnswerServerRequest = (_question, taken) => {
      withdrawn = taken;
      return new Promise((_resolve, reject) => {
        taken.addEventListener('abort', () => reject(new Error('withdrawn')));
      });
    };
    const call = connection.request('tools/call', {}, { answer, signal });
    void server.ask('elicitation/create', elicitation);
    await vi.waitFor(() => expect(withdrawn?.aborted).toBe(false));
    abort.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(withdrawn?.aborted).toBe(true);
  });

  test('is refused where it was not declared, or is unknown', async () => {
    const client = { ...nobody, capabilities: { roots: {} } };
    const { server } = await legacy({}, { client });
    for (const method of ['sampling/createMessage', 'vendor/thing']) {
      expect(await server.ask(method)).toMatchObject({ error: { code: -32601 } });
    }
    expect(await server.ask('ping')).toMatchObject({ result: {} });
  });

  test('is refused in the words that were given, and otherwise without any', async () => {
    const refusing: AnswerServerRequest = () =>
      Promise.reject(serverRequestRefused('rejected', 'No.'));
    const { server, connection } = await legacy({ 'tools/call': 'silence' }, { client: nobody });
    expect(await server.ask('roots/list')).toMatchObject({
      error: { code: -32603, message: expect.not.stringContaining('secret') as string },
    });
    void connection.request('tools/call', {}, { answer: refusing }).catch(() => undefined);
    expect(await server.ask('roots/list')).toMatchObject({ error: { code: -1, message: 'No.' } });
  });

  test('that is taken back is not answered', async () => {
    const answer: AnswerServerRequest = (_question, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('taken back')));
      });
    const { server, connection } = await legacy({ 'tools/call': 'silence' }, { client: nobody });
    void connection.request('tools/call', {}, { answer }).catch(() => undefined);
    void server.ask('roots/list');
    const before = server.methods.length;
    server.say({ method: 'notifications/cancelled', params: { requestId: `ask ${before}` } });
    await connection.request('ping', {});
    expect(server.methods.slice(before)).toEqual(['ping']);
  });

  test('stops the clocks while it is open', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let reply = (): void => undefined;
    const answer: AnswerServerRequest = () =>
      new Promise((resolve) => (reply = () => resolve({ action: 'accept' })));
    const { server, connection } = await legacy({ 'tools/call': 'silence' }, { client: nobody });
    const call = connection.request('tools/call', {}, { answer, idleTimeout: 1_000 });
    const asked = server.ask('elicitation/create', elicitation);
    // The server may take one call after another.
    const later = connection.request('tools/call', {}, { answer, idleTimeout: 1_000 });
    await vi.advanceTimersByTimeAsync(60_000);
    reply();
    await asked;
    for (const { id } of server.requests('tools/call')) server.say({ id, result: { done: true } });
    expect(await Promise.all([call, later])).toEqual([{ done: true }, { done: true }]);
    // Afterwards they go on.
    const last = connection.request('tools/call', {}, { answer, idleTimeout: 1_000 });
    const failure = expect(last).rejects.toMatchObject({ code: 'timedOut' });
    await vi.advanceTimersByTimeAsync(1_000);
    await failure;
  });
});

describe('the legacy era', () => {
  test('declares us once, and subscribes to what is watched', async () => {
    const { server, connection, log } = await legacy(
      { 'resources/subscribe': { result: {} } },
      { client: nobody },
    );
    expect(server.requests('initialize')[0]?.params).toMatchObject({ capabilities: allFeatures });
    await connection.watchResources(new Set(['a:1', 'a:2']));
    await connection.watchResources(new Set(['a:2']));
    await connection.setLogLevel('debug');
    await connection.notify('notifications/roots/list_changed');
    expect(server.methods.slice(3)).toEqual([
      'resources/subscribe',
      'resources/subscribe',
      'resources/unsubscribe',
      'logging/setLevel',
      'notifications/roots/list_changed',
    ]);
    expect(log.filter(({ level }) => level === 'warning')).toHaveLength(2);
  });

  test('reads a watched resource anew where the server may have told of a change in vain', async () => {
    const { server, connection } = await legacy({
      'resources/subscribe': { result: {} },
      'resources/unsubscribe': { result: {} },
      'resources/read': { result: { contents: [], ttlMs: 60_000 } },
    });
    const told: unknown[] = [];
    connection.onNotification((notification) => told.push(notification));
    await connection.watchResources(new Set(['a:1', 'a:2']));
    await connection.watchResources(new Set(['a:2']));
    await connection.request('resources/read', { uri: 'a:2' });
    server.reopen();
    expect(told).toEqual([{ method: 'notifications/resources/updated', params: { uri: 'a:2' } }]);
    await connection.request('resources/read', { uri: 'a:2' });
    expect(server.requests('resources/read')).toHaveLength(2);
  });

  test('lets results through that look like those of the other', async () => {
    const result = { resultType: 'input_required', inputRequests: {} };
    const { connection } = await legacy({ 'tools/call': { result } });
    expect(await connection.request('tools/call', {})).toEqual(result);
  });
});

const input = (more: McpObject): MemoryAnswer => ({
  result: { resultType: 'input_required', ...more },
});
const named = (message: string): McpObject => ({
  method: 'elicitation/create',
  params: { message },
});

describe('the modern era', () => {
  test('says with every request who asks, and lets the caller say more', async () => {
    const { server, connection } = await modern(sums, { client: nobody });
    await connection.setLogLevel('info');
    const own = 'io.modelcontextprotocol/';
    const _meta = { [`${own}clientInfo`]: { name: 'theirs' }, [`${own}protocolVersion`]: 'x' };
    const result = await connection.request('tools/call', { arguments: { a: 1 }, _meta });
    expect(result).toEqual({ given: { a: 1 }, vendor: { kept: true } });
    expect(server.requests('tools/call')[0]?.params?.['_meta']).toMatchObject({
      [`${own}protocolVersion`]: '2026-07-28',
      [`${own}clientInfo`]: { name: 'theirs' },
      [`${own}clientCapabilities`]: { roots: {}, sampling: {}, elicitation: { form: {} } },
      [`${own}logLevel`]: 'info',
    });
    expect(connection.handshake).toMatchObject({
      era: 'modern',
      serverInfo: { version: '2' },
      instructions: 'New.',
    });
    await connection.notify('notifications/roots/list_changed');
    expect(server.methods).not.toContain('notifications/roots/list_changed');
  });

  test('answers what a result asks for, with the state as it came', async () => {
    const rounds: McpObject[] = [];
    const { server, connection } = await modern(
      {
        'tools/call': (params) => {
          rounds.push(params);
          if (rounds.length === 1) {
            const inputRequests = { first: named('A?'), second: named('B?') };
            return input({ inputRequests, requestState: '{"a": 1}' });
          }
          if (rounds.length === 2) return input({ inputRequests: { third: named('C?') } });
          return { result: { done: true } };
        },
      },
      { client: nobody },
    );
    const options = { answer: saying('accept') };
    expect(await connection.request('tools/call', { name: 'x' }, options)).toEqual({ done: true });
    const [first, second, third] = rounds;
    expect(first).not.toHaveProperty('requestState');
    expect(second).toMatchObject({
      name: 'x',
      requestState: '{"a": 1}',
      inputResponses: {
        first: { action: 'accept', said: 'A?' },
        second: { action: 'accept', said: 'B?' },
      },
    });
    expect(third).toMatchObject({ name: 'x', inputResponses: { third: { said: 'C?' } } });
    expect(third).not.toHaveProperty('requestState');
    expect(new Set(server.requests('tools/call').map(({ id }) => id)).size).toBe(3);
  });

  test('gives a result up that asks again and again', async () => {
    const { server, connection } = await modern(
      { 'tools/call': input({ inputRequests: { more: named('More?') } }) },
      { client: nobody },
    );
    const options = { answer: saying('accept') };
    await expect(connection.request('tools/call', {}, options)).rejects.toMatchObject({
      code: 'tooManyRounds',
      args: { rounds: 10 },
    });
    expect(server.requests('tools/call')).toHaveLength(10);
  });

  test('fails where what is asked for is refused or was not declared', async () => {
    const asks = input({ inputRequests: { a: { method: 'sampling/createMessage' } } });
    const client = { ...nobody, capabilities: { roots: {} } };
    const { connection } = await modern({ 'tools/call': asks }, { client });
    const options = { answer: saying('accept') };
    await expect(connection.request('tools/call', {}, options)).rejects.toMatchObject({
      code: 'questionRefused',
      args: { code: -32601 },
    });
  });

  test('passes rounds on to who wants to answer by himself', async () => {
    const asks = { resultType: 'input_required', requestState: 's' };
    const { connection } = await modern({ 'tools/call': { result: asks } });
    const options = { passRounds: true };
    expect(await connection.request('tools/call', {}, options)).toEqual(asks);
  });

  test.each([
    ['tools/call', true],
    ['tools/call', false],
    ['prompts/get', true],
  ])('takes a task of %s (passed on: %s) for what it may be', async (method, passTasks) => {
    const task = { resultType: 'task', taskId: 't', status: 'working', pollIntervalMs: 1 };
    const completed = { status: 'completed', result: { content: [] } };
    const { connection } = await modern({
      [method]: { result: task },
      'tasks/get': { result: completed },
    });
    const result = connection.request(method, {}, { passTasks, passRounds: true });
    if (method === 'tools/call') expect(await result).toEqual(passTasks ? task : completed.result);
    else await expect(result).rejects.toMatchObject({ code: 'protocolError' });
  });

  test('refuses results of a kind that nobody knows', async () => {
    const { connection } = await modern({ 'tools/call': { result: { resultType: 'riddle' } } });
    await expect(connection.request('tools/call', {})).rejects.toMatchObject({
      code: 'protocolError',
    });
  });

  test('does not answer requests of a server', async () => {
    const { server, connection } = await modern({}, { client: nobody });
    void server.ask('roots/list');
    void server.ask('ping');
    await connection.request('server/discover', {});
    expect(server.methods).not.toContain('reply');
  });

  test.each([
    ['stdio', true],
    ['http', false],
  ] as const)('tells over %s by a message that a request was given up: %s', async (kind, tells) => {
    const { server, connection } = await modern({ 'tools/call': 'silence' }, { kind });
    const abort = new AbortController();
    const pending = connection.request('tools/call', {}, { signal: abort.signal });
    await vi.waitFor(() => expect(server.requests('tools/call')).toHaveLength(1));
    abort.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    expect(server.methods.includes('notifications/cancelled')).toBe(tells);
    expect(server.sent.at(-1)?.options.signal?.aborted).toBe(true);
  });
});

describe.each([
  ['legacy', legacy],
  ['modern', modern],
])('the error of a server of the %s era that came with a status', (_era, openOne) => {
  const error = { code: -32602, message: 'no such tool', data: 1 };

  test.each([400, 404, 422, 500])('is told where that is %s', async (status) => {
    const { connection } = await openOne(
      { 'tools/call': { fails: httpRefusal(status, error) } },
      { kind: 'http' },
    );
    await expect(connection.request('tools/call', {})).rejects.toMatchObject({
      code: 'serverError',
      args: { code: -32602, status },
      cause: error,
    });
  });

  test.each([429, 503])('is less than the status itself where that is %s', async (status) => {
    const { connection } = await openOne(
      { 'tools/call': { fails: httpRefusal(status, error) } },
      { kind: 'http' },
    );
    await expect(connection.request('tools/call', {})).rejects.toMatchObject({
      code: 'httpError',
      args: { status },
    });
  });
});

describe('the modern era over HTTP', () => {
  const cut = { unanswered: new UserError('connectionClosed') };
  const once = (first: MemoryAnswer, then: MemoryAnswer): MemoryHandler => {
    let asked = 0;
    return () => ((asked += 1) === 1 ? first : then);
  };

  test('sends once more what only reads and broke off, but no call', async () => {
    const read = once(cut, { result: { contents: [] } });
    const { server, connection } = await modern(
      { 'resources/read': read, 'tools/call': cut },
      { kind: 'http' },
    );
    expect(await connection.request('resources/read', {})).toEqual({ contents: [] });
    const [first, second] = server.requests('resources/read');
    expect(first?.id).not.toBe(second?.id);
    await expect(connection.request('tools/call', {})).rejects.toMatchObject({
      code: 'connectionClosed',
    });
    expect(server.requests('tools/call')).toHaveLength(1);
  });

  test('sends arguments as headers, as the newest list wants them', async () => {
    const tool = (header: string): McpObject => ({
      name: 'find',
      inputSchema: {
        type: 'object',
        properties: { region: { type: 'string', 'x-mcp-header': header } },
      },
    });
    const { server, connection } = await modern(
      {
        'tools/list': once(
          { result: { tools: [tool('Place'), { ...tool('a b'), name: 'bad' }] } },
          { result: { tools: [tool('Region')] } },
        ),
        'tools/call': once(
          { fails: httpRefusal(400, { code: -32020, message: 'header' }) },
          { result: { done: true } },
        ),
      },
      { kind: 'http' },
    );
    const { tools, dropped } = await connection.readCatalog();
    expect(tools.map(({ name }) => name)).toEqual(['find']);
    expect(dropped).toContainEqual(expect.objectContaining({ list: 'tools', name: 'bad' }));
    const params = { name: 'find', arguments: { region: 'Köln' } };
    const mayRepeat = vi.fn(() => Promise.resolve());
    expect(await connection.request('tools/call', params, { mayRepeat })).toEqual({ done: true });
    expect(mayRepeat).toHaveBeenCalledOnce();
    const headers = server.sent
      .filter(({ method }) => method === 'tools/call')
      .map(({ options }) => options.headers);
    const value = '=?base64?S8O2bG4=?=';
    expect(headers).toEqual([{ 'mcp-param-place': value }, { 'mcp-param-region': value }]);
  });
});

/** Lets nobody in, but tells of sign-ins. */
function authorizerWith(signedIn: Emitter<void>): Authorizer {
  return {
    token: async () => undefined,
    refused: async () => undefined,
    onSignedIn: signedIn.event,
  };
}

test('what was read is not given to who has signed in since', async () => {
  const signedIn = new Emitter<void>();
  const authorizer = authorizerWith(signedIn);
  let reads = 0;
  const read: MemoryHandler = () => {
    reads += 1;
    // The first answer is still on its way when the next person signs in.
    if (reads === 1) signedIn.fire();
    return { result: { contents: [{ uri: 'a:1', text: String(reads) }], ttlMs: 60_000 } };
  };
  const { connection } = await modern({ 'resources/read': read }, { authorizer });
  for (const _ of [1, 2, 3]) await connection.request('resources/read', { uri: 'a:1' });
  expect(reads).toBe(2);
  signedIn.fire();
  await connection.request('resources/read', { uri: 'a:1' });
  expect(reads).toBe(3);
});

test.each([
  ['legacy', legacy],
  ['modern', modern],
])('a sign-in changes each list that the server has: %s', async (_era, openOne) => {
  const signedIn = new Emitter<void>();
  const { connection } = await openOne({}, { authorizer: authorizerWith(signedIn) });
  const changed: string[] = [];
  connection.onListChanged((list) => changed.push(list));
  signedIn.fire();
  expect(changed).toEqual(['tools', 'resources']);
});

test.each([
  ['proxyUnreachable', {}, true],
  ['proxyRefused', { status: 503 }, true],
  ['proxyRefused', { status: 407 }, false],
])('a request that fails by %s %j casts doubt on the server: %s', async (code, args, expected) => {
  const { connection } = await modern({ 'tools/call': { fails: new UserError(code, args) } });
  const doubted = vi.fn<() => void>();
  connection.onDoubt(doubted);
  await expect(connection.request('tools/call', { name: 'a' })).rejects.toMatchObject({ code });
  expect(doubted.mock.calls.length > 0).toBe(expected);
});
