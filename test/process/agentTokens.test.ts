import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ExternalOffer } from '../../src/ipc/externalClients';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import { textOf, type Agent } from '../support/agents';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { isRunning } from '../support/fakeServer/processes';
import { declarations } from '../support/hostFixture';
import { hostPidOf, hostPlace, windowAt } from '../support/realHost';

const bundle = fileURLToPath(new URL('../../dist/host.js', import.meta.url));
const launches = { 'folder:app/till': fakeStdio({ tools: ['echo', 'slow'] }) };
let home = '';
const closing: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'rh-'));
});

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

function newToken(set?: string) {
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('base64url');
  return { token, kept: { name: 'Cursor', hash, ...(set !== undefined && { set }) } };
}

async function openWindow(offer: Pick<ExternalOffer, 'tokens'> & Partial<ExternalOffer>) {
  const externalClients = signal<ExternalOffer>({ folders: [], sets: {}, ...offer });
  const window = windowAt(
    hostPlace(home, bundle),
    (id) => launches[id as keyof typeof launches],
    1,
    {
      externalClients: async () => externalClients,
    },
  );
  closing.push(async () => {
    const pid = hostPidOf(window);
    await window.end();
    await vi.waitFor(() => expect(pid !== undefined && isRunning(pid)).toBe(false));
  });
  await window.declare(declarations(launches));
  return { window, externalClients };
}

function urlOf(window: HostClient): URL {
  return new URL('/mcp', window.gateway.peek()?.origin);
}

async function open(line: string, url: URL, token: string): Promise<Agent> {
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  const info = { name: 'agent', version: '1' };
  if (line === 'legacy') {
    const client = new ClientV1(info);
    await client.connect(new HttpV1(url, { requestInit }));
    closing.push(() => client.close());
    return client;
  }
  const client = new ClientV2(info, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new HttpV2(url, { requestInit }));
  closing.push(() => client.close());
  return client;
}

/** A list has the servers that are up by then. */
const whole = { timeout: 10_000 };

const namesOf = async (client: Agent): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);

describe.each(['legacy', 'modern'])('an unmodified client of the %s era, over HTTP', (line) => {
  test('gets what its token opens, until that is revoked', async () => {
    const [all, echoes] = [newToken(), newToken('echoes')];
    const tokens = [all.kept, echoes.kept];
    const { window, externalClients } = await openWindow({ tokens, sets: { echoes: ['*/echo'] } });
    const [a, b] = [
      await open(line, urlOf(window), all.token),
      await open(line, urlOf(window), echoes.token),
    ];
    await expect.poll(() => namesOf(a), whole).toEqual(['till_echo', 'till_slow']);
    await expect.poll(() => namesOf(b), whole).toEqual(['till_echo']);
    const result = await b.callTool({ name: 'till_echo', arguments: { text: 'hello' } });
    expect(textOf(result)).toBe('hello');
    externalClients.value = { ...externalClients.peek(), tokens: [echoes.kept] };
    await vi.waitFor(async () => expect(a.listTools()).rejects.toThrow());
    await expect.poll(() => namesOf(b), whole).toEqual(['till_echo']);
  });

  test('goes on where its window comes back, also at another host', async () => {
    const { token, kept } = newToken();
    const first = await openWindow({ tokens: [kept] });
    const url = urlOf(first.window);
    const client = await open(line, url, token);
    await expect.poll(() => namesOf(client), whole).toEqual(['till_echo', 'till_slow']);
    const pid = hostPidOf(first.window);
    await first.window.end();
    await vi.waitFor(() => expect(pid !== undefined && isRunning(pid)).toBe(false));
    const second = await openWindow({ tokens: [kept] });
    expect(urlOf(second.window).href).toBe(url.href);
    await vi.waitFor(async () => expect(await namesOf(client)).toEqual(['till_echo', 'till_slow']));
  });
});

test('a wrong token, the token of nobody and another path open nothing', async () => {
  const { token, kept } = newToken();
  const { window } = await openWindow({ tokens: [kept] });
  const url = urlOf(window);
  await vi.waitFor(async () => {
    const client = await open('legacy', url, token);
    await expect.poll(() => namesOf(client), whole).toHaveLength(2);
  });
  const statusOf = async (path: string, bearer: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' };
    return (await fetch(new URL(path, url), { method: 'POST', headers, body: '{}' })).status;
  };
  const single = `/servers/${encodeURIComponent('folder:app/till')}/mcp`;
  // A host that has just begun says that windows may still come, and says the truth soon.
  await vi.waitFor(async () => expect(await statusOf('/mcp', newToken().token)).toBe(401));
  expect(await statusOf('/mcp', kept.hash)).toBe(401);
  expect(await statusOf(single, token)).toBe(404);
  expect(await statusOf('/mcp', token)).toBe(400);
  const origin = { Authorization: `Bearer ${token}`, Origin: 'https://evil.example' };
  expect((await fetch(url, { method: 'POST', headers: origin })).status).toBe(403);
});
