import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallRecord } from '../../../src/contract/calls';
import { AuditLog } from '../../../src/supervisor/auditLog';
import { CallFile } from '../../../src/supervisor/callFile';
import { DoorLog } from '../../../src/supervisor/doorLog';

let folder: string;
let files: { calls: string; refusals: string };

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'roundhouse-calls-'));
  files = {
    calls: path.join(folder, 'a', 'calls.jsonl'),
    refusals: path.join(folder, 'a', 'r.json'),
  };
});

afterEach(() => rmSync(folder, { recursive: true }));

function call(tool: string, server = 'user/till'): CallRecord {
  return {
    key: tool,
    time: 1,
    server: { id: server, name: 'till' },
    tool,
    route: 'chat',
    arguments: '{}',
    outcome: { kind: 'ok' },
    took: 5,
    approval: { by: 'editor' },
  };
}

async function tools(audit: AuditLog, owner = 'shop', server?: string): Promise<string[]> {
  return (await audit.calls(owner, { server, limit: 10 })).map(({ tool }) => tool);
}

test('the latest calls of an owner come first, also to the hosts that follow', async () => {
  const first = new AuditLog(files);
  const log = first.of('shop', true);
  for (const tool of ['add', 'pay']) log.add(call(tool));
  log.add(call('cook', 'user/oven'));
  first.of('others', true).add(call('secret'));
  first.of('passing', false).add(call('gone'));
  expect(await tools(first)).toEqual(['cook', 'pay', 'add']);
  expect(await tools(first, 'shop', 'user/till')).toEqual(['pay', 'add']);
  expect(await first.calls('shop', { limit: 1 })).toEqual([call('cook', 'user/oven')]);
  await first.flush();
  expect(statSync(files.calls).mode & 0o777).toBe(0o600);
  // A host that was killed while it wrote.
  appendFileSync(files.calls, '{"owner":"half');
  const second = new AuditLog(files);
  second.of('shop', true).add(call('next'));
  expect(await tools(second)).toEqual(['next', 'cook', 'pay', 'add']);
  expect(await tools(second, 'passing')).toEqual([]);
});

test('what was written while the list was read is told once', async () => {
  const audit = new AuditLog(files);
  audit.of('shop', true).add(call('add'));
  await audit.flush();
  expect(await tools(audit)).toEqual(['add']);
});

test('an owner’s calls are forgotten for good, and those of nobody else', async () => {
  const audit = new AuditLog(files);
  audit.of('shop', true).add(call('add'));
  audit.of('others', true).add(call('keep'));
  audit.refusedAtDoor('origin', 'http://evil.example');
  const told: unknown[] = [];
  audit.onChanged((owner) => void told.push(owner));
  await audit.forget('shop');
  expect(told).toEqual([undefined]);
  expect([await tools(audit), await audit.refusals()]).toEqual([[], []]);
  expect(readFileSync(files.calls, 'utf8')).not.toContain('"add"');
  const next = new AuditLog(files);
  expect([await tools(next), await tools(next, 'others')]).toEqual([[], ['keep']]);
});

test('files are bounded: one before the last is kept', async () => {
  const file = new CallFile(files.calls, 100);
  for (const letter of ['a', 'b', 'c', 'd']) {
    file.add(letter.repeat(101));
    await file.flush();
  }
  expect((await file.read()).map((line) => line[0])).toEqual(['c', 'd']);
});

test('attempts at the door are counted, and a flood of different ones stays small', async () => {
  let now = 1_000_000;
  const door = new DoorLog(files.refusals, () => now);
  for (let at = 0; at < 3; at++) {
    door.add('token', 'curl/8');
    now += 1_000;
  }
  expect(await door.list()).toEqual([
    { kind: 'token', detail: 'curl/8', count: 3, first: 1_000_000, last: 1_002_000 },
  ]);
  for (let at = 0; at < 500; at++) door.add('origin', `http://${at}.example`);
  const origins = (await door.list()).filter(({ kind }) => kind === 'origin');
  expect(origins.map(({ count }) => count).toSorted((a, b) => b - a)).toEqual([495, 1, 1, 1, 1, 1]);
  now += 3_600_000;
  door.add('token', 'curl/8');
  await door.flush();
  const [latest] = await new DoorLog(files.refusals, () => now).list();
  expect(latest).toMatchObject({ detail: 'curl/8', count: 1 });
});
