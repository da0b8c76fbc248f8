import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { persistentKey } from '../../../src/base/persistentKey';
import type { SharedConnection } from '../../../src/servers/openCalls';
import { ToolUsage } from '../../../src/servers/toolUsage';

const till = { name: 'till', file: '/shop/mcp.json' };
const day = 86_400_000;
let folder: string;
let file: string;
let now: number;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'roundhouse-usage-'));
  file = path.join(folder, 'data', 'toolUsage.json');
  now = 100 * day;
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A host on the data folder. */
function host(): ToolUsage {
  return new ToolUsage(
    file,
    () => persistentKey(path.join(folder, 'known')),
    () => now,
  );
}

/** What a host that begins now knows of some tools. */
function known(tools: readonly string[] = ['add', 'pay'], server: typeof till = till) {
  return host().of(server, tools);
}

test('the last call of each tool is known to the hosts that follow, and since when', async () => {
  const first = host();
  first.watch([till]);
  now += 5 * day;
  first.called(till, 'add');
  await first.flush();
  expect(await known()).toEqual({ since: 100 * day, calls: { add: 105 * day } });
  now += 30 * day;
  const second = host();
  second.watch([till]);
  second.called(till, 'add');
  await second.flush();
  expect(await known()).toEqual({ since: 100 * day, calls: { add: 135 * day } });
});

test('what this host has not written yet counts', async () => {
  const first = host();
  first.watch([till]);
  first.called(till, 'pay');
  expect(await first.of(till, ['add', 'pay'])).toEqual({ since: now, calls: { pay: now } });
});

test('a server of another file, or of another name, is another one', async () => {
  const first = host();
  first.called(till, 'add');
  await first.flush();
  expect((await known(['add'], { ...till, file: '/other.json' })).calls).toEqual({});
  expect((await known(['add'], { ...till, name: 'Till' })).calls).toEqual({});
});

test('hosts of two builds keep what the other has written, or is just writing', async () => {
  const [one, other] = [host(), host()];
  one.called(till, 'add');
  other.called(till, 'pay');
  await Promise.all([one.flush(), other.flush()]);
  expect((await known()).calls).toEqual({ add: now, pay: now });
});

test('many calls within an hour are written once', async () => {
  const first = host();
  first.called(till, 'add');
  await first.flush();
  writeFileSync(file, '{}');
  now += 60_000;
  first.called(till, 'add');
  await first.flush();
  expect(readFileSync(file, 'utf8')).toBe('{}');
  now += 3_600_000;
  first.called(till, 'add');
  await first.flush();
  expect((await known()).calls).toEqual({ add: now });
});

test('only calls of tools are noted, and the answers are the server’s own', async () => {
  const first = host();
  const asked: string[] = [];
  const connection = {
    request: async (method: string) => {
      asked.push(method);
      return { method };
    },
  } as unknown as SharedConnection;
  const noting = first.noting(till, connection);
  expect(await noting.request('tools/call', { name: 'add', arguments: {} })).toEqual({
    method: 'tools/call',
  });
  await noting.request('prompts/get', { name: 'pay' });
  expect(asked).toEqual(['tools/call', 'prompts/get']);
  expect((await first.of(till, ['add', 'pay'])).calls).toEqual({ add: now });
});

test('the file is private and names neither server nor tool; a broken one is begun anew', async () => {
  const first = host();
  first.called(till, 'add');
  await first.flush();
  expect(readFileSync(file, 'utf8')).not.toMatch(/till|add|shop/);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, '[1');
  first.called(till, 'pay');
  await first.flush();
  expect((await known()).calls).toEqual({ pay: now });
});
