import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signal } from '@preact/signals-core';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { effectiveSettings } from '../../../../src/config/settings/effectiveSettings';
import type { Catalog, Tool } from '../../../../src/ipc/state';
import type { HostClient } from '../../../../src/client/hostConnection/hostClient';
import { TokenCounter } from '../../../../src/client/policy/tokenCounter';
import { ToolTokens, ToolTokenCache } from '../../../../src/client/policy/toolTokens';
import type { ServerEntry } from '../../../../src/client/configuredServers';
import { catalog, entries, shopFile } from '../../ui/samples';

const worker = path.resolve('src/tokenCounterThread.ts');
const shop = shopFile('{"servers": {"till": {"command": "till"}, "stock": {"command": "stock"}}}');
const patience = { timeout: 30_000 };
const [till, stock] = ['folder:shop/till', 'folder:shop/stock'];
const add: Tool = { name: 'add', description: 'Adds an item to the till.', inputSchema: {} };

let folder: string;
let file: string;
const disposables: { dispose(): void }[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'roundhouse-tokens-'));
  file = path.join(folder, 'toolTokens.json');
});

afterEach(() => {
  for (const one of disposables.splice(0).toReversed()) one.dispose();
  rmSync(folder, { recursive: true });
});

/** A window whose servers offer these tools; `user`: `roundhouse.servers` of the person. */
function openWindow(tools: Record<string, readonly Tool[]>, script = worker) {
  const catalogs = new Map(
    Object.entries(tools).map(([id, some]) => [
      id,
      signal<Catalog | undefined>(catalog({ tools: [...some] })),
    ]),
  );
  const offered = (user?: object): ReadonlyMap<string, ServerEntry> =>
    new Map(
      Array.from(entries([shop]), ([id, entry]) => {
        const effective = effectiveSettings(entry.definition.name, { user });
        const shown = { ...entry, effective, isNamesake: false, inactiveReason: undefined };
        return [id, { ...shown, precedence: undefined }];
      }),
    );
  const servers = signal(offered());
  const nothing = signal(undefined);
  const host = { catalog: (id: string) => catalogs.get(id) ?? nothing } as unknown as HostClient;
  const counter = new TokenCounter(script);
  const cache = new ToolTokenCache(file);
  const tokens = new ToolTokens({ entries: servers, host }, counter, cache, 1);
  disposables.push(counter, cache, tokens);
  return {
    tokens,
    cache,
    counter,
    say: (user: object) => (servers.value = offered(user)),
    offer: (id: string, some: readonly Tool[]) => {
      const known = catalogs.get(id);
      if (known) known.value = catalog({ tools: [...some] });
    },
    leave: (id: string) => {
      servers.value = new Map([...servers.peek()].filter(([other]) => other !== id));
    },
  };
}

function sent(name: string, description: string): number {
  const inputSchema = { type: 'object', properties: {} };
  return countTokens(JSON.stringify({ name, description, inputSchema }));
}

test('a tool costs the name, description and repaired schema that a model is sent', async () => {
  const { tokens } = openWindow({ [till]: [add] });
  await vi.waitFor(() => expect(tokens.counts.value.get(till)).toBeDefined(), patience);
  expect(tokens.counts.value.get(till)?.get('add')).toBe(
    sent('mcp_till_add', 'Adds an item to the till.'),
  );
  expect(tokens.counts.value.has(stock)).toBe(false);
});

test('a description of the person is counted in place of the server’s own', async () => {
  const { tokens, say } = openWindow({ [till]: [add, { name: 'constructor' }] });
  await vi.waitFor(() => expect(tokens.counts.value.get(till)?.size).toBe(2), patience);
  say({ till: { descriptions: { add: 'Adds.' } } });
  await vi.waitFor(
    () => expect(tokens.counts.value.get(till)?.get('add')).toBe(sent('mcp_till_add', 'Adds.')),
    patience,
  );
});

test('what changed is counted anew, and what left is forgotten', async () => {
  const { tokens, offer, leave } = openWindow({ [till]: [add], [stock]: [add] });
  await vi.waitFor(() => expect(tokens.counts.value.size).toBe(2), patience);
  const before = tokens.counts.value.get(stock);
  offer(till, [add, { name: 'pay' }]);
  await vi.waitFor(() => expect(tokens.counts.value.get(till)?.has('pay')).toBe(true), patience);
  expect(tokens.counts.value.get(stock)).toBe(before);
  leave(till);
  await vi.waitFor(() => expect([...tokens.counts.value.keys()]).toEqual([stock]), patience);
});

test('a second window counts nothing, and the file holds no word of the tools', async () => {
  const first = openWindow({ [till]: [add] });
  await vi.waitFor(() => expect(first.tokens.counts.value.size).toBe(1), patience);
  await first.cache.flush();
  expect(readFileSync(file, 'utf8')).toMatch(/^\{"t[\w-]{16}":\d+\}$/);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);

  const second = openWindow({ [till]: [add] });
  const count = vi.spyOn(second.counter, 'count');
  await vi.waitFor(() => expect(second.tokens.counts.value.size).toBe(1), patience);
  expect(second.tokens.counts.value).toEqual(first.tokens.counts.value);
  expect(count).not.toHaveBeenCalled();
});

test('the file keeps what other windows wrote, is bounded, and may be broken', async () => {
  writeFileSync(file, '{"broken');
  const [one, other] = [new ToolTokenCache(file, 3), new ToolTokenCache(file, 3)];
  for (const cache of [one, other]) await cache.load();
  one.set('a', 1);
  await one.flush();
  other.set('b', 2);
  await other.flush();
  const both = new ToolTokenCache(file, 3);
  await both.load();
  expect([both.get('b'), both.get('a')]).toEqual([2, 1]);
  for (const text of ['c', 'd']) both.set(text, 3);
  expect([both.get('a'), both.get('b')]).toEqual([1, undefined]);
  await both.flush();
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)).toHaveLength(3);
});

test('an editor that runs no workers says that nothing is counted', async () => {
  const { tokens } = openWindow({ [till]: [add] }, path.join(tmpdir(), 'no-such-worker.js'));
  await vi.waitFor(() => expect(tokens.uncounted.value).toBe(true), patience);
  expect(tokens.counts.value.size).toBe(0);
});

test('5,000 tools leave the window its turns', async () => {
  const many = Array.from({ length: 5_000 }, (_, at): Tool => {
    const properties = Object.fromEntries(
      ['path', 'query', 'limit'].map((name) => [name, { type: 'string', description: `${at}` }]),
    );
    const inputSchema = { type: 'object', properties, required: ['path'] };
    return { name: `tool_${at}`, description: `Reads item ${at} of a list.`, inputSchema };
  });
  // What the thread itself works between two turns, however busy the machine is.
  let [longest, last] = [0, process.threadCpuUsage()];
  const beat = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.threadCpuUsage();
  }, 1);
  const { tokens } = openWindow({ [till]: many });
  try {
    await vi.waitFor(() => expect(tokens.counts.value.get(till)?.size).toBe(5_000), patience);
  } finally {
    clearInterval(beat);
  }
  expect(longest).toBeLessThan(60);
});
