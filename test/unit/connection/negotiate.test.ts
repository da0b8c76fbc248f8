import { signal } from '@preact/signals-core';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../../src/base/errors';
import { endedOnProbe, negotiate, type Asking } from '../../../src/connection/negotiate';
import { Peer } from '../../../src/connection/peer';
import { discovery, initializeResult } from '../../../src/gateway/handshakeResult';
import { MergedServer } from '../../../src/gateway/merged/mergedServer';
import type { Handshake } from '../../../src/ipc/state';
import {
  httpRefusal,
  legacyGreeting,
  MemoryServer,
  modernGreeting,
  type MemoryAnswer,
  type MemoryHandler,
} from '../../support/memoryServer';

const silent = {
  notified: () => undefined,
  requested: () => undefined,
  troubled: () => undefined,
  closed: () => undefined,
};

async function greet(
  server: MemoryServer,
  more: Asking & { known?: Handshake; probeTimeout?: number } = {},
): Promise<Handshake> {
  const peer = new Peer(server, silent);
  await peer.start();
  const { signal } = new AbortController();
  return negotiate(peer, {
    transport: server,
    capabilities: {},
    probeTimeout: 20,
    signal,
    ...more,
  });
}

const unsupported = (...supported: readonly string[]): MemoryAnswer => ({
  error: { code: -32022, message: 'Unsupported', data: { supported, requested: 'x' } },
});
const refused = (status: number, code?: number): MemoryAnswer => ({
  fails: httpRefusal(
    status,
    code === undefined ? undefined : { code, message: 'no', data: { supported: ['2026-07-28'] } },
  ),
});
const known = (era: Handshake['era'], age = 0): Handshake => ({
  era,
  protocolVersion: era === 'modern' ? '2026-07-28' : '2025-11-25',
  serverInfo: {},
  capabilities: {},
  checkedAt: Date.now() - age,
});
const days = 24 * 60 * 60_000;

type Answer = MemoryAnswer | MemoryHandler;
type Row = readonly [
  what: string,
  discover: Answer,
  era: Handshake['era'],
  methods: readonly string[],
  more?: {
    readonly kind?: 'stdio' | 'http' | 'sse';
    readonly initialize?: Answer;
    /** True if the verdict is remembered. */
    readonly isSure?: boolean;
    readonly known?: Handshake;
  },
];

const modernRoute = ['server/discover'];
const legacyRoute = ['server/discover', 'initialize', 'notifications/initialized'];
const onceMore = (first: MemoryAnswer): MemoryHandler => {
  let asked = 0;
  return () => ((asked += 1) === 1 ? first : modernGreeting);
};

const rows: readonly Row[] = [
  ['a modern answer', modernGreeting, 'modern', modernRoute],
  ['method not found', { error: { code: -32601, message: 'no' } }, 'legacy', legacyRoute],
  ['any other error', { error: { code: 0, message: 'what?' } }, 'legacy', legacyRoute],
  ['a result that is no discovery', { result: {} }, 'legacy', legacyRoute, { isSure: false }],
  [
    'a discovery of older versions only',
    { result: { supportedVersions: ['2025-11-25'], capabilities: {} } },
    'legacy',
    legacyRoute,
  ],
  ['silence', 'silence', 'legacy', legacyRoute, { isSure: false }],
  [
    'another version first',
    onceMore(unsupported('2026-07-28')),
    'modern',
    ['server/discover', 'server/discover'],
  ],
  ['only older versions in the error', unsupported('2025-06-18'), 'legacy', legacyRoute],
  ['HTTP 400 with free text', refused(400, -32000), 'legacy', legacyRoute, { kind: 'http' }],
  [
    'HTTP 400 with another version',
    onceMore(refused(400, -32022)),
    'modern',
    ['server/discover', 'server/discover'],
    { kind: 'http' },
  ],
  ['HTTP 404 without a body', refused(404), 'legacy', legacyRoute, { kind: 'http' }],
  ['HTTP 405', refused(405), 'legacy', legacyRoute, { kind: 'http' }],
  ['HTTP 500', refused(500), 'legacy', legacyRoute, { kind: 'http', isSure: false }],
  ['HTTP 501', refused(501), 'legacy', legacyRoute, { kind: 'http', isSure: false }],
  [
    'a broken stream over HTTP',
    { unanswered: new UserError('connectionClosed') },
    'legacy',
    legacyRoute,
    { kind: 'http', isSure: false },
  ],
  [
    'HTTP+SSE, which has no other era',
    modernGreeting,
    'legacy',
    ['initialize', 'notifications/initialized'],
    { kind: 'sse', isSure: false },
  ],
  [
    'nothing, as it is known to be legacy',
    modernGreeting,
    'legacy',
    ['initialize', 'notifications/initialized'],
    { known: known('legacy') },
  ],
  [
    'a modern answer, as it was legacy long ago',
    modernGreeting,
    'modern',
    modernRoute,
    { known: known('legacy', 4 * days) },
  ],
  [
    'a refused handshake, though it was legacy',
    modernGreeting,
    'modern',
    ['initialize', 'server/discover'],
    { initialize: { error: { code: -32601, message: 'gone' } }, known: known('legacy') },
  ],
  [
    'method not found, though it was modern',
    { error: { code: -32601, message: 'no' } },
    'legacy',
    legacyRoute,
    { known: known('modern') },
  ],
];

for (const [what, discover, era, methods, more = {}] of rows) {
  test(`a server that answers ${what}`, async () => {
    const { initialize = legacyGreeting, kind = 'stdio', isSure = true, known } = more;
    const server = new MemoryServer(kind, { 'server/discover': discover, initialize });
    const handshake = await greet(server, known && { known });
    expect(handshake.era).toBe(era);
    expect(server.methods).toEqual(methods);
    expect(server.spoken).toEqual([handshake.protocolVersion]);
    if (era === 'legacy') expect(handshake.checkedAt !== undefined).toBe(isSure);
  });
}

describe('a server that cannot be greeted', () => {
  test.each([401, 403, 502, 503, 504, 429])(
    'because of HTTP %s is not greeted otherwise',
    async (status) => {
      const server = new MemoryServer('http', {
        'server/discover': refused(status),
        initialize: legacyGreeting,
      });
      await expect(greet(server)).rejects.toMatchObject({ args: { status } });
      expect(server.methods).toEqual(['server/discover']);
    },
  );

  test('because it fails at each request tells how it failed last', async () => {
    const server = new MemoryServer('http', {
      'server/discover': refused(500),
      initialize: refused(503),
    });
    await expect(greet(server)).rejects.toMatchObject({ code: 'httpError', args: { status: 503 } });
  });

  test.each<[string, MemoryAnswer]>([
    ['refused', refused(400)],
    ['unknown', { error: { code: -32601, message: 'no' } }],
  ])('because it fails once tells so, where initialize is %s', async (_, initialize) => {
    const server = new MemoryServer('http', { 'server/discover': refused(500), initialize });
    await expect(greet(server)).rejects.toMatchObject({ code: 'httpError', args: { status: 500 } });
  });

  test.each<[string, MemoryAnswer, object]>([
    ['by an error', { error: { code: -32000, message: 'no' } }, { code: 'serverError' }],
    ['as an old server does', refused(404), { code: 'httpError', args: { status: 404 } }],
  ])('that fails at first and refuses initialize %s tells that', async (_, initialize, error) => {
    const server = new MemoryServer('http', { 'server/discover': refused(500), initialize });
    await expect(greet(server)).rejects.toMatchObject(error);
  });

  test.each([500, 501])(
    'because of HTTP %s, though it was modern, is not greeted',
    async (status) => {
      const server = new MemoryServer('http', {
        'server/discover': refused(status),
        initialize: legacyGreeting,
      });
      const greeted = greet(server, { known: known('modern') });
      await expect(greeted).rejects.toMatchObject({ code: 'httpError', args: { status } });
      expect(server.methods).toEqual(['server/discover']);
    },
  );

  test('because it speaks only later versions is not greeted the old way', async () => {
    const server = new MemoryServer('stdio', {
      'server/discover': unsupported('2031-01-01'),
      initialize: legacyGreeting,
    });
    await expect(greet(server)).rejects.toMatchObject({ code: 'serverError' });
    expect(server.methods).toEqual(['server/discover']);
  });

  test('because it speaks no version of ours says which it wants', async () => {
    const server = new MemoryServer('stdio', {
      initialize: { result: { protocolVersion: '1999-01-01', capabilities: {}, serverInfo: {} } },
    });
    await expect(greet(server)).rejects.toMatchObject({
      code: 'protocolError',
      args: { message: expect.stringContaining('1999-01-01') as string },
    });
  });

  test.each(['exit', 'silence'] as const)(
    'because it ends on the question (%s) is told',
    async (first) => {
      const server = new MemoryServer('stdio', { 'server/discover': first, initialize: 'exit' });
      const error = await greet(server).catch((reason: unknown) => reason);
      expect(endedOnProbe(error)).toBe(true);
    },
  );

  test('because it ends after the question was answered is told otherwise', async () => {
    const server = new MemoryServer('stdio', { initialize: 'exit' });
    const error = await greet(server).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'connectionClosed' });
    expect(endedOnProbe(error)).toBe(false);
  });
});

describe('all servers of a window as one', () => {
  const merged = new MergedServer(signal([]), new AbortController().signal);
  const handshake = merged.handshake.peek();
  const itself = {
    'server/discover': { result: discovery(merged.name, handshake) },
    initialize: { result: initializeResult(merged.name, handshake, '2025-11-25') },
  };
  const rows = [
    ['a process', 'stdio', itself, ['server/discover']],
    ['a silent process', 'stdio', { ...itself, 'server/discover': 'silence' as const }, undefined],
    ['an address', 'http', itself, ['server/discover']],
    ['an address of HTTP+SSE', 'sse', itself, ['initialize']],
  ] as const;
  test.each(rows)(
    'are refused as %s, because they are among them',
    async (_, kind, answers, methods) => {
      const server = new MemoryServer(kind, answers);
      await expect(greet(server)).rejects.toMatchObject({ code: 'servesItself' });
      expect(server.methods).toEqual(methods ?? ['server/discover', 'initialize']);
    },
  );
});

test('a slow server that speaks only the modern era is found to do so', async () => {
  const server = new MemoryServer('stdio', {
    'server/discover': 'silence',
    initialize: () => {
      const [asked] = server.requests('server/discover');
      server.say({ id: asked?.id, ...(modernGreeting as object) });
      return { error: { code: -32022, message: 'no' } };
    },
  });
  expect(await greet(server)).toMatchObject({ era: 'modern', serverInfo: { version: '2' } });
});

test.each(['both answers come at once', 'initialize has none yet'])(
  'a slow server of both eras is modern where %s',
  async (what) => {
    const server = new MemoryServer('stdio', {
      'server/discover': 'silence',
      initialize: (params) => {
        const [asked] = server.requests('server/discover');
        server.say({ id: asked?.id, ...(modernGreeting as object) });
        return what.startsWith('both') ? legacyGreeting(params, asked as never) : 'silence';
      },
    });
    expect(await greet(server)).toMatchObject({ era: 'modern' });
    expect(server.methods).toEqual(['server/discover', 'initialize']);
    expect(server.spoken).toEqual(['2026-07-28']);
    // By that a server that has chosen the modern era refuses it.
    expect(server.requests('initialize')[0]?.params).toMatchObject({
      _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
    });
  },
);

test('a slow server over HTTP that knows no modern version is greeted without one', async () => {
  const server = new MemoryServer('http', {
    'server/discover': 'silence',
    initialize: (params, request) =>
      '_meta' in params ? refused(400) : legacyGreeting(params, request),
  });
  expect(await greet(server)).toMatchObject({ era: 'legacy', instructions: 'Old.' });
});

test('a slow server of the legacy era that refuses a modern version is greeted without one', async () => {
  const server = new MemoryServer('stdio', {
    'server/discover': 'silence',
    initialize: (params, request) => {
      if (!('_meta' in params)) return legacyGreeting(params, request);
      const [asked] = server.requests('server/discover');
      server.say({ id: asked?.id, error: { code: -32601, message: 'no' } });
      return { error: { code: -32602, message: 'What is _meta?' } };
    },
  });
  expect(await greet(server)).toMatchObject({ era: 'legacy', instructions: 'Old.' });
  expect(server.methods).toEqual([
    'server/discover',
    'initialize',
    'initialize',
    'notifications/initialized',
  ]);
});

test('a server that does not stand to be asked is remembered as legacy', async () => {
  const server = new MemoryServer('stdio', { initialize: legacyGreeting });
  const handshake = await greet(server, { asks: false, isProof: true });
  expect(handshake).toMatchObject({ era: 'legacy', instructions: 'Old.' });
  expect(handshake.checkedAt).toBeTypeOf('number');
  expect(server.methods).toEqual(['initialize', 'notifications/initialized']);
  // One that failed before may have done so for another reason.
  expect(await greet(server, { asks: false })).toMatchObject({ checkedAt: undefined });
});

test.each([
  ['unknown', undefined],
  ['known as legacy', known('legacy')],
])(
  'a modern server (%s) that ended once for another reason is asked after all',
  async (_, before) => {
    const server = new MemoryServer('stdio', { 'server/discover': modernGreeting });
    const handshake = await greet(server, { asks: false, ...(before && { known: before }) });
    expect(handshake.era).toBe('modern');
    expect(server.methods).toEqual(['initialize', 'server/discover']);
  },
);

test('a server that was modern is not remembered as legacy where it ended on the question', async () => {
  const server = new MemoryServer('stdio', { initialize: legacyGreeting });
  const handshake = await greet(server, { asks: false, isProof: true, known: known('modern') });
  expect(handshake).toMatchObject({ era: 'legacy', checkedAt: undefined });
});
