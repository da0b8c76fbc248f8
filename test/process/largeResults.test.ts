import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { signal } from '@preact/signals-core';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { McpObject } from '../../src/ipc/state';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import { readParts } from '../../src/ui/chat/readMore';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { hostPidOf, hostPlace, windowAt } from '../support/realHost';

const byModel = { route: 'genericTools', confirmed: {} } as const;

const id = 'folder:shop/rows';
const bundle = fileURLToPath(new URL('../../dist/host.js', import.meta.url));
/** About 20 MB of JSON. */
const million20 = { count: 105_000, needle: 77_777 };

let home: string;
const windows = new Set<HostClient>();

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'rh-'));
});

afterEach(async () => {
  await Promise.all([...windows].map((window) => window.end()));
  windows.clear();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

async function openWindow(limit = 40_000): Promise<HostClient> {
  const resultLimits = signal({ limit, chatReadsOn: true });
  const launch = (): ReturnType<typeof fakeStdio> =>
    fakeStdio({ tools: ['rows', 'media', 'echo'] });
  const window = windowAt(hostPlace(home, bundle), launch, 0, { resultLimits });
  windows.add(window);
  await window.declare([{ id, name: 'rows', launchVersion: '1' }]);
  return window;
}

/** What a model is told of a call. */
async function call(window: HostClient, tool: string, args: McpObject): Promise<string[]> {
  const asked = { server: id, tool, arguments: args, gesture: false, ...byModel };
  return textsOf(await window.callTool(asked));
}

function textsOf({ content }: McpObject): string[] {
  return (content as { text?: string; type: string }[]).map(({ text, type }) => text ?? type);
}

function nameIn(told = ''): string {
  return /kept as "(\w+)"/.exec(told)?.[1] ?? '';
}

function kept(): string[] {
  const folders = readdirSync(path.join(home, 'run')).filter((name) => name.endsWith('.results'));
  return folders.flatMap((name) => readdirSync(path.join(home, 'run', name)));
}

async function openChat(window: HostClient, isChat: boolean): Promise<Client> {
  const { origin = '', token = '' } = window.gateway.peek() ?? {};
  const client = new Client({ name: 'chat', version: '1' });
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(isChat && { 'Roundhouse-Client': 'chat' }),
  };
  const url = new URL(`/servers/${encodeURIComponent(id)}/mcp`, origin);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

test('of 20 MB a model is told shape and ends, and finds what it looks for', async () => {
  const window = await openWindow();
  const [told = '', ...more] = await call(window, 'rows', million20);
  expect(more).toEqual([]);
  expect(told.length).toBeLessThan(8_192);
  expect(told).toContain('"rows": [105000 × {');
  expect(told).toContain('"name": "row 0"');
  expect(told).toContain('"name": "row 104999"');
  const result = nameIn(told);

  const search = { by: 'search', search: 'NEEDLE', isRegex: false, context: 2, from: 1 } as const;
  const found = await window.send('readResult', { result, part: search });
  expect(found.note.args).toMatchObject({ total: 1 });
  const [, line = ''] = /^(\d+): .*the needle/m.exec(found.text) ?? [];
  expect(found.text).toContain('"name": "row 77777"');

  const from = Number(line) - 2;
  const lines = await window.send('readResult', {
    result,
    part: { by: 'lines', from, to: from + 2 },
  });
  expect(lines.text).toContain('"id": 77777');

  const byPath = { by: 'path', path: '$.rows[?@.note == "the needle"].id', from: 1 } as const;
  expect(await window.send('readResult', { result, part: byPath })).toMatchObject({
    text: '$.rows[77777].id: 77777',
  });
  // A part is no longer than the limit.
  const [says, ...parts] = readParts(
    await window.send('readResult', { result, part: { by: 'lines', from: 1 } }),
  );
  expect(says).toMatchObject({ text: expect.stringMatching(/Go on with lines "\d+-"/) });
  const size = parts.reduce((sum, part) => sum + (part.kind === 'text' ? part.text.length : 0), 0);
  expect(size).toBeGreaterThan(30_000);
  expect(size).toBeLessThanOrEqual(40_000);

  const { file, mimeType, tool } = await window.send('findResult', {});
  expect({ mimeType, tool }).toEqual({ mimeType: 'application/json', tool: 'rows' });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('rows.77777.note', 'the needle');
});

test('a result is of the client that got it, and gone with it', async () => {
  const [window, other] = [await openWindow(), await openWindow()];
  const result = nameIn((await call(window, 'rows', { count: 1_000 }))[0]);
  const part = { by: 'lines', from: 1, to: 1 } as const;
  expect((await window.send('readResult', { result, part })).text).toBe('{\n');
  await expect(other.send('readResult', { result, part })).rejects.toMatchObject({
    code: 'unknownResult',
  });
  await expect(other.send('findResult', {})).rejects.toMatchObject({ code: 'noResults' });
  expect(kept()).toHaveLength(1);
  await window.end();
  windows.delete(window);
  await vi.waitFor(() => expect(kept()).toEqual([]));
});

test("the editor's own client is told the same, whoever else calls gets all", async () => {
  const window = await openWindow();
  await window.start(id, false);
  const [chat, other] = [await openChat(window, true), await openChat(window, false)];
  const rows = { name: 'rows', arguments: { count: 1_000, needle: 500 } };
  const [told = '', ...more] = textsOf(await chat.callTool(rows));
  expect(more).toEqual([]);
  const path = { by: 'path', path: '$.rows[500].note', from: 1 } as const;
  expect((await window.send('readResult', { result: nameIn(told), part: path })).text).toContain(
    'the needle',
  );
  expect(textsOf(await other.callTool(rows))[0]?.length).toBeGreaterThan(150_000);

  const media = { name: 'media', arguments: { error: true } };
  const shown = await chat.callTool(media);
  expect(shown).toMatchObject({ isError: true });
  expect(shown).not.toHaveProperty('structuredContent');
  // What is for the person alone comes last.
  expect(textsOf(shown)).toEqual([
    'The tool reported an error:\n',
    'Here it is.',
    'image',
    expect.stringContaining('audio/wav'),
    expect.stringContaining('application/zip'),
    'resource',
    'resource_link',
    'audio',
    'resource',
  ]);
  expect(await other.callTool(media)).toMatchObject({ structuredContent: { not: 'shown' } });
  await Promise.all([chat.close(), other.close()]);
});

test('what takes for ever is given up, and keeps nobody waiting', async () => {
  const window = await openWindow();
  const lines = { count: 1_000, lines: true };
  const result = nameIn((await call(window, 'rows', lines))[0]);
  const endless = {
    by: 'search',
    search: '(h|ha|a|y|ay| )+$!',
    isRegex: true,
    context: 0,
  } as const;
  const given = window.send('readResult', { result, part: { ...endless, from: 1 } });
  const ends: string[] = [];
  const failed = expect(given)
    .rejects.toMatchObject({ code: 'readTooLong' })
    .then(() => ends.push('given up'));
  expect(await call(window, 'echo', { text: 'here' })).toEqual(['here']);
  ends.push('called');
  await failed;
  expect(ends).toEqual(['called', 'given up']);
  const part = { by: 'lines', from: 7, to: 7 } as const;
  expect((await window.send('readResult', { result, part })).text).toContain('row 6');
});

test('what a host kept that was killed is removed by the next one', async () => {
  const window = await openWindow();
  const result = nameIn((await call(window, 'rows', { count: 1_000 }))[0]);
  const pid = hostPidOf(window);
  expect(kept()).toHaveLength(1);
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(hostPidOf(window)).not.toBe(pid));
  await vi.waitFor(() => expect(hostPidOf(window)).toBeDefined());
  await vi.waitFor(() => expect(kept()).toEqual([]));
  await expect(window.send('findResult', { result })).rejects.toMatchObject({
    code: 'unknownResult',
  });
  // The limits are told to the next one, too.
  expect(nameIn((await call(window, 'rows', { count: 1_000 }))[0])).not.toBe('');
});
