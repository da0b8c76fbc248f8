import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { quantile } from '../../../src/base/histogram';
import type { McpObject, ServerState } from '../../../src/ipc/state';
import { Figures } from '../../../src/servers/figures';
import type { SharedConnection } from '../../../src/servers/openCalls';

const till = { name: 'till', file: '/shop/mcp.json' };
const hour = 3_600_000;
let folder: string;
let file: string;
let now: number;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'roundhouse-figures-'));
  file = path.join(folder, 'data', 'figures.json');
  now = new Date(2026, 10, 5, 12).getTime();
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A host on the data folder. */
function host(): Figures {
  return new Figures(file, () => now);
}

/** A server that answers a request with its arguments, or throws them. */
const answering = {
  request: async (_method: string, params: McpObject, options?: { signal?: AbortSignal }) => {
    const { arguments: given } = params;
    options?.signal?.throwIfAborted();
    if (given instanceof Error) throw given;
    return given as McpObject;
  },
} as unknown as SharedConnection;

/** Makes a request of the till over a host's figures. */
function ask(
  figures: Figures,
  name: string,
  given: McpObject | Error = {},
  { method = 'tools/call', server = till, signal: abort = new AbortController().signal } = {},
) {
  const connection = figures.counting(server, answering, (text) => text.replace('s3cret', '•'));
  return connection.request(method, { name, arguments: given }, { signal: abort }).catch(() => {});
}

/** A supervisor whose state and restarts a test sets. */
function supervisor() {
  return { state: signal<ServerState>({ kind: 'idle', cached: false }), restarts: signal(0) };
}

function running(since: number): ServerState {
  return { kind: 'running', since };
}

test.each<[string, number, object, string?]>([
  [
    'its texts, also of resources',
    4,
    {
      content: [
        { type: 'text', text: 'one two' },
        { type: 'resource', resource: { uri: 'a:b', text: 'three four' } },
      ],
    },
  ],
  [
    'no image',
    0,
    { content: [{ type: 'image', data: 'AAAA'.repeat(500), mimeType: 'image/png' }] },
  ],
  ['structure only beside no content', 4, { structuredContent: { total: 3 }, content: [] }],
  [
    'content before structure',
    1,
    { structuredContent: { total: 3 }, content: [{ type: 'text', text: 'three' }] },
  ],
  [
    'what is read',
    2,
    {
      contents: [
        { uri: 'a:b', text: 'one two' },
        { uri: 'a:c', blob: 'AAAA' },
      ],
    },
    'resources/read',
  ],
  [
    'messages',
    2,
    { messages: [{ role: 'user', content: { type: 'text', text: 'one two' } }] },
    'prompts/get',
  ],
])('tokens of a result are those of %s', async (_what, tokens, result, method = 'tools/call') => {
  const figures = host();
  await ask(figures, 'add', result as McpObject, { method });
  const [day] = Object.values(await figures.of(till));
  expect(Object.values(day?.requests ?? {})).toMatchObject([{ calls: 1, tokens }]);
});

test('calls, failures and bytes are counted by tool and day, and are known to the next host', async () => {
  const first = host();
  await ask(first, 'add', { content: [] });
  await ask(first, 'add', { content: [], isError: true });
  await ask(first, 'add', new Error('no'));
  await ask(first, 'pay');
  now += 24 * hour;
  await ask(first, 'pay');
  const days = await first.of(till);
  expect(Object.keys(days)).toEqual(['2026-11-05', '2026-11-06']);
  const { requests } = days['2026-11-05'] ?? {};
  expect(requests?.['tools/call add']).toMatchObject({
    calls: 3,
    errors: 2,
    bytes: '{"content":[]}'.length + '{"content":[],"isError":true}'.length,
  });
  expect(requests?.['tools/call pay']).toMatchObject({ calls: 1, errors: 0, bytes: 2 });
  await first.flush();
  expect(await host().of(till)).toEqual(days);
  expect(await host().of({ ...till, file: '/other.json' })).toEqual({});
});

test('what is taken back, and a round that asks for more, is not counted', async () => {
  const figures = host();
  await ask(figures, 'add', {}, { signal: AbortSignal.abort() });
  await ask(figures, 'add', { resultType: 'input_required' });
  await ask(figures, 'add', {}, { method: 'tools/list' });
  expect(await figures.of(till)).toEqual({});
});

test('prompts and resources are counted without names, and secrets of the server are masked', async () => {
  const figures = host();
  await ask(figures, 'one', {}, { method: 'prompts/get' });
  await ask(figures, 'file:///other', {}, { method: 'resources/read' });
  await ask(figures, 'has s3cret');
  await figures.flush();
  const [day] = Object.values(await host().of(till));
  expect(Object.keys(day?.requests ?? {})).toEqual([
    'prompts/get',
    'resources/read',
    'tools/call has •',
  ]);
});

test('the times of calls lead to percentiles', async () => {
  const figures = host();
  await ask(figures, 'add');
  const [day] = Object.values(await figures.of(till));
  const took = quantile(day?.requests['tools/call add']?.times ?? {}, 0.95);
  expect(took).toBeGreaterThan(0);
  expect(took).toBeLessThan(60_000);
});

test('figures are kept for thirty days', async () => {
  const figures = host();
  await ask(figures, 'add');
  await figures.flush();
  now += 29 * 24 * hour;
  expect(Object.keys(await figures.of(till))).toEqual(['2026-11-05']);
  await ask(figures, 'add');
  now += 24 * hour;
  expect(Object.keys(await figures.of(till))).toEqual(['2026-12-04']);
  await ask(figures, 'pay');
  await figures.flush();
  expect(readFileSync(file, 'utf8')).not.toContain('2026-11-05');
});

test('hosts of two builds add to the same figures', async () => {
  const [one, other] = [host(), host()];
  await ask(one, 'add');
  await ask(other, 'add');
  await Promise.all([one.flush(), other.flush()]);
  const [day] = Object.values(await host().of(till));
  expect(day?.requests['tools/call add']?.calls).toBe(2);
});

test.each(['[1', '{"till": 1}', '{"[\\"till\\"]": {"2026-11-05": {"up": -1}}}'])(
  'a broken file is begun anew: %s',
  async (text) => {
    const first = host();
    await ask(first, 'add');
    await first.flush();
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, text);
    expect(await first.of(till)).toEqual({});
    await ask(first, 'pay');
    await first.flush();
    const [day] = Object.values(await host().of(till));
    expect(Object.keys(day?.requests ?? {})).toEqual(['tools/call pay']);
  },
);

test('a disk that refuses loses nothing', async () => {
  const figures = host();
  writeFileSync(path.dirname(file), '');
  await ask(figures, 'add');
  await figures.flush();
  await ask(figures, 'add');
  const [day] = Object.values(await figures.of(till));
  expect(day?.requests['tools/call add']?.calls).toBe(2);
  rmSync(path.dirname(file));
  await figures.flush();
  expect(await host().of(till)).toEqual(await figures.of(till));
  expect(existsSync(`${file}.lock`)).toBe(false);
});

test('a server with very many tools, and very many servers, stay within bounds', async () => {
  const figures = host();
  for (let tool = 0; tool < 600; tool += 1) await ask(figures, `tool-${tool}`);
  const [day] = Object.values(await figures.of(till));
  expect(Object.keys(day?.requests ?? {})).toHaveLength(500);
  for (const [days, name] of [
    [0, 'early'],
    [1, 'late'],
  ] as const) {
    now += days * 24 * hour;
    for (let server = 0; server < 20; server += 1)
      for (let tool = 0; tool < 400; tool += 1)
        await ask(figures, `tool-${tool}`, {}, { server: { ...till, name: `${name}-${server}` } });
  }
  await figures.flush();
  expect(statSync(file).size).toBeLessThanOrEqual(1024 * 1024);
  expect(Object.keys(await host().of({ ...till, name: 'late-0' }))).toEqual(['2026-11-06']);
  expect(await host().of({ ...till, name: 'early-0' })).toEqual({});
});

test('the time up is counted on each of its days, once for all that use the server', async () => {
  const figures = host();
  const one = supervisor();
  const stops = [figures.follow(till, one), figures.follow(till, one)];
  one.state.value = running(now);
  now += 20 * hour;
  expect(await figures.of(till)).toMatchObject({
    '2026-11-05': { up: 12 * hour },
    '2026-11-06': { up: 8 * hour },
  });
  one.state.value = { kind: 'degraded', since: now, what: { code: 'timedOut' } };
  now += hour;
  one.state.value = { kind: 'idle', cached: true };
  now += hour;
  for (const stop of stops) stop();
  await figures.flush();
  expect((await host().of(till))['2026-11-06']).toMatchObject({ up: 9 * hour, restarts: 0 });
});

test('restarts are counted, also those after a person has started the server anew', async () => {
  const figures = host();
  const one = supervisor();
  const stops = [figures.follow(till, one), figures.follow(till, one)];
  for (const count of [1, 2, 0, 1]) one.restarts.value = count;
  for (const stop of stops) stop();
  one.restarts.value = 5;
  expect((await figures.of(till))['2026-11-05']).toMatchObject({ restarts: 3 });
});

test('a server that only runs is not written again and again', async () => {
  const figures = host();
  const one = supervisor();
  one.state.value = running(now);
  const stop = figures.follow(till, one);
  await ask(figures, 'add');
  await figures.flush();
  writeFileSync(file, '{}');
  now += hour;
  await figures.flush();
  expect(readFileSync(file, 'utf8')).toBe('{}');
  stop();
  await figures.flush();
  expect((await host().of(till))['2026-11-05']).toMatchObject({ up: hour });
});

test('the figures of one server are cleared, written or not', async () => {
  const figures = host();
  const other = { ...till, name: 'oven' };
  const one = supervisor();
  one.state.value = running(now);
  const stop = figures.follow(till, one);
  await ask(figures, 'add');
  await ask(figures, 'bake', {}, { server: other });
  await figures.flush();
  await ask(figures, 'pay');
  now += hour;
  await figures.clear(till);
  expect(await figures.of(till)).toEqual({});
  expect(Object.keys(await host().of(other))).toHaveLength(1);
  stop();
});
