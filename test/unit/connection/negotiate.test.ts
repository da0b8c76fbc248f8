import { describe, expect, test } from 'vitest';
import { UserError } from '../../../src/base/errors';
import { endedOnProbe, negotiate } from '../../../src/connection/negotiate';
import { Peer } from '../../../src/connection/peer';
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
  more: { known?: Handshake; asks?: boolean; probeTimeout?: number } = {},
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

interface Row {
  readonly what: string;
  readonly kind?: 'stdio' | 'http' | 'sse';
  readonly discover: MemoryAnswer | MemoryHandler;
  readonly initialize?: MemoryAnswer | MemoryHandler;
  readonly era: Handshake['era'];
  readonly methods: readonly string[];
  /** Whether the verdict is remembered. */
  readonly isSure?: boolean;
  readonly known?: Handshake;
}

const legacyWay = ['server/discover', 'initialize', 'notifications/initialized'];
const onceMore = (first: MemoryAnswer): MemoryHandler => {
  let asked = 0;
  return () => ((asked += 1) === 1 ? first : modernGreeting);
};

const rows: readonly Row[] = [
  {
    what: 'a modern answer',
    discover: modernGreeting,
    era: 'modern',
    methods: ['server/discover'],
  },
  {
    what: 'method not found',
    discover: { error: { code: -32601, message: 'no' } },
    era: 'legacy',
    methods: legacyWay,
  },
  {
    what: 'any other error',
    discover: { error: { code: 0, message: 'what?' } },
    era: 'legacy',
    methods: legacyWay,
  },
  {
    what: 'a result that is no discovery',
    discover: { result: {} },
    era: 'legacy',
    methods: legacyWay,
    isSure: false,
  },
  {
    what: 'a discovery of older versions only',
    discover: { result: { supportedVersions: ['2025-11-25'], capabilities: {} } },
    era: 'legacy',
    methods: legacyWay,
  },
  {
    what: 'silence',
    discover: 'silence',
    era: 'legacy',
    methods: legacyWay,
    isSure: false,
  },
  {
    what: 'another version first',
    discover: onceMore(unsupported('2026-07-28')),
    era: 'modern',
    methods: ['server/discover', 'server/discover'],
  },
  {
    what: 'only older versions in the error',
    discover: unsupported('2025-06-18'),
    era: 'legacy',
    methods: legacyWay,
  },
  {
    what: 'HTTP 400 with free text',
    kind: 'http',
    discover: refused(400, -32000),
    era: 'legacy',
    methods: legacyWay,
  },
  {
    what: 'HTTP 400 with another version',
    kind: 'http',
    discover: onceMore(refused(400, -32022)),
    era: 'modern',
    methods: ['server/discover', 'server/discover'],
  },
  {
    what: 'HTTP 404 without a body',
    kind: 'http',
    discover: refused(404),
    era: 'legacy',
    methods: legacyWay,
  },
  {
    what: 'HTTP 405',
    kind: 'http',
    discover: refused(405),
    era: 'legacy',
    methods: legacyWay,
  },
  {
    what: 'a broken stream over HTTP',
    kind: 'http',
    discover: { unanswered: new UserError('connectionClosed') },
    era: 'legacy',
    methods: legacyWay,
    isSure: false,
  },
  {
    what: 'HTTP+SSE, which has no other era',
    kind: 'sse',
    discover: modernGreeting,
    era: 'legacy',
    methods: ['initialize', 'notifications/initialized'],
    isSure: false,
  },
  {
    what: 'nothing, as it is known to be legacy',
    discover: modernGreeting,
    known: known('legacy'),
    era: 'legacy',
    methods: ['initialize', 'notifications/initialized'],
  },
  {
    what: 'a modern answer, as it was legacy long ago',
    discover: modernGreeting,
    known: known('legacy', 4 * days),
    era: 'modern',
    methods: ['server/discover'],
  },
  {
    what: 'a refused handshake, though it was legacy',
    discover: modernGreeting,
    initialize: { error: { code: -32601, message: 'gone' } },
    known: known('legacy'),
    era: 'modern',
    methods: ['initialize', 'server/discover'],
  },
  {
    what: 'method not found, though it was modern',
    discover: { error: { code: -32601, message: 'no' } },
    known: known('modern'),
    era: 'legacy',
    methods: legacyWay,
  },
];

test.each(rows)('a server that answers $what', async (row) => {
  const { discover, initialize = legacyGreeting, kind = 'stdio', isSure = true } = row;
  const server = new MemoryServer(kind, { 'server/discover': discover, initialize });
  const handshake = await greet(server, row.known && { known: row.known });
  expect(handshake.era).toBe(row.era);
  expect(server.methods).toEqual(row.methods);
  expect(server.spoken).toEqual([handshake.protocolVersion]);
  if (row.era === 'legacy') expect(handshake.checkedAt !== undefined).toBe(isSure);
});

describe('a server that cannot be greeted', () => {
  test.each([401, 403, 500, 503, 429])(
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

test('a server that does not stand to be asked is remembered as legacy', async () => {
  const server = new MemoryServer('stdio', { initialize: legacyGreeting });
  const handshake = await greet(server, { asks: false });
  expect(handshake).toMatchObject({ era: 'legacy', instructions: 'Old.' });
  expect(handshake.checkedAt).toBeTypeOf('number');
  expect(server.methods).toEqual(['initialize', 'notifications/initialized']);
});
