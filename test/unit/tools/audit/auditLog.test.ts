import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallRecord } from '../../../../src/ipc/calls';
import { AuditLog } from '../../../../src/tools/audit/auditLog';
import { AuditFile } from '../../../../src/tools/audit/auditFile';
import { RefusalLog } from '../../../../src/tools/audit/refusalLog';

let folder: string;
let files: { calls: string; refusals: string };

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'roundhouse-calls-'));
  files = {
    calls: path.join(folder, 'a', 'calls.jsonl'),
    refusals: path.join(folder, 'a', 'r.json'),
  };
});

/** The logs that a test has opened: they write a while later, and must not do so without the folder. */
const logs: { flush(): Promise<void> }[] = [];

afterEach(async () => {
  for (const log of logs.splice(0)) await log.flush();
  rmSync(folder, { recursive: true });
});

function opened<T extends { flush(): Promise<void> }>(log: T): T {
  logs.push(log);
  return log;
}

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
  const first = opened(new AuditLog(files));
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
  const second = opened(new AuditLog(files));
  second.of('shop', true).add(call('next'));
  expect(await tools(second)).toEqual(['next', 'cook', 'pay', 'add']);
  expect(await tools(second, 'passing')).toEqual([]);
});

test('what was written while the list was read is told once', async () => {
  const audit = opened(new AuditLog(files));
  audit.of('shop', true).add(call('add'));
  await audit.flush();
  expect(await tools(audit)).toEqual(['add']);
});

test('an owner’s calls are forgotten for good, and those of nobody else', async () => {
  const audit = opened(new AuditLog(files));
  audit.of('shop', true).add(call('add'));
  audit.of('others', true).add(call('keep'));
  audit.refusedAtGateway('origin', 'http://evil.example');
  const told: unknown[] = [];
  audit.onChanged((owner) => void told.push(owner));
  await audit.forget('shop');
  expect(told).toEqual([undefined]);
  expect([await tools(audit), await audit.refusals()]).toEqual([[], []]);
  expect(readFileSync(files.calls, 'utf8')).not.toContain('"add"');
  const next = opened(new AuditLog(files));
  expect([await tools(next), await tools(next, 'others')]).toEqual([[], ['keep']]);
});

test('equal refusals that follow one another take the room of one, also on disk', async () => {
  const audit = opened(new AuditLog(files));
  const log = audit.of('shop', true);
  const refused = { kind: 'refused', reason: { code: 'toolDenied' } } as const;
  let at = 0;
  const refuse = (tool: string): void =>
    log.add({ ...call(tool), key: String((at += 1)), outcome: refused, time: at });
  log.add(call('pay'));
  for (let times = 0; times < 3_000; times++) refuse('steal');
  for (let times = 0; times < 3_000; times++) refuse(`steal ${times}`);
  audit.of('others', true).add(call('cook'));
  log.add(call('add'));
  await audit.flush();
  const tell = async (from: AuditLog) =>
    (await from.calls('shop', { limit: 100 })).map(({ tool, count = 1 }) => [tool, count]);
  const told = await tell(audit);
  expect([told.length, told[0], told[1], told.at(-2), told.at(-1)]).toEqual([
    22,
    ['add', 1],
    ['steal 2999', 2_982],
    ['steal', 3_000],
    ['pay', 1],
  ]);
  expect(await tell(opened(new AuditLog(files)))).toEqual(told);
  expect(readFileSync(files.calls, 'utf8').split('\n').length).toBeLessThan(50);
  refuse('steal');
  expect((await tell(audit))[0]).toEqual(['steal', 1]);
});

test('the calls of one owner drive out those of no other', async () => {
  const audit = opened(new AuditLog());
  audit.of('others', false).add(call('keep'));
  for (let owner = 0; owner < 6; owner++) {
    const log = audit.of(`shop ${owner}`, false);
    for (let at = 0; at < 1_100; at++) log.add({ ...call('add'), key: `${at}` });
  }
  expect(await tools(audit, 'others')).toEqual(['keep']);
  const kept = await Promise.all(
    [0, 1, 2, 3, 4, 5].map((owner) => audit.calls(`shop ${owner}`, { limit: 5_000 })),
  );
  const counts = kept.map(({ length }) => length);
  expect(Math.max(...counts)).toBeLessThanOrEqual(1_000);
  expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(4_000);
});

test('a file that cannot be moved grows, and what the disk refuses is written later', async () => {
  const file = opened(new AuditFile(files.calls, 100));
  mkdirSync(path.join(`${files.calls}.1`, 'in the way'), { recursive: true });
  for (const letter of ['a', 'b', 'c']) {
    file.add(letter.repeat(101));
    await file.flush();
  }
  expect((await file.read()).map((line) => line[0])).toEqual(['a', 'b', 'c']);
  rmSync(files.calls);
  mkdirSync(files.calls);
  file.add('d');
  await file.flush();
  rmSync(files.calls, { recursive: true });
  file.add('e');
  await file.flush();
  expect(await file.read()).toEqual(['d', 'e']);
});

test('what another host adds while calls are forgotten stays', async () => {
  const hosts = [opened(new AuditFile(files.calls)), opened(new AuditFile(files.calls))] as const;
  for (let at = 0; at < 200; at++) hosts[0].add(`old ${at}`);
  const added = Array.from({ length: 5 }, async (_, at) => {
    hosts[1].add(`new ${at}`);
    await hosts[1].flush();
  });
  await Promise.all([hosts[0].keep((line) => line.startsWith('new')), ...added]);
  expect(await hosts[0].read()).toEqual([0, 1, 2, 3, 4].map((at) => `new ${at}`));
});

test('files are bounded: one before the last is kept', async () => {
  const file = opened(new AuditFile(files.calls, 100));
  for (const letter of ['a', 'b', 'c', 'd']) {
    file.add(letter.repeat(101));
    await file.flush();
  }
  expect((await file.read()).map((line) => line[0])).toEqual(['c', 'd']);
});

test('of two attempts in the same millisecond the later one stands first', async () => {
  const refusals = new RefusalLog(undefined, () => 1_000_000);
  for (const kind of ['origin', 'token', 'origin'] as const) refusals.add(kind, 'curl/8');
  const kinds = (await refusals.list()).map(({ kind, count }) => [kind, count]);
  expect(kinds).toEqual([
    ['origin', 2],
    ['token', 1],
  ]);
});

test('attempts at the gateway are counted, and a flood of different ones stays small', async () => {
  let now = 1_000_000;
  const refusals = opened(new RefusalLog(files.refusals, () => now));
  for (let at = 0; at < 3; at++) {
    refusals.add('token', 'curl/8');
    now += 1_000;
  }
  expect(await refusals.list()).toEqual([
    { kind: 'token', detail: 'curl/8', count: 3, first: 1_000_000, last: 1_002_000 },
  ]);
  for (let at = 0; at < 500; at++) refusals.add('origin', `http://${at}.example`);
  const origins = (await refusals.list()).filter(({ kind }) => kind === 'origin');
  expect(origins.map(({ count }) => count).toSorted((a, b) => b - a)).toEqual([495, 1, 1, 1, 1, 1]);
  now += 3_600_000;
  refusals.add('token', 'curl/8');
  await refusals.flush();
  const [latest] = await new RefusalLog(files.refusals, () => now).list();
  expect(latest).toMatchObject({ detail: 'curl/8', count: 1 });
});

test('two hosts add to the same refusals, and what one forgets does not come back', async () => {
  let now = 1_000_000;
  const [one, other] = [
    opened(new RefusalLog(files.refusals, () => now)),
    opened(new RefusalLog(files.refusals, () => now)),
  ] as const;
  const details = async (log: RefusalLog) =>
    Object.fromEntries((await log.list()).map(({ detail, count }) => [detail, count]));
  expect([await details(one), await details(other)]).toEqual([{}, {}]);
  one.add('token', 'curl/8');
  other.add('token', 'curl/8');
  other.add('token', 'wget');
  await Promise.all([one.flush(), other.flush()]);
  const both = { 'curl/8': 2, wget: 1 };
  expect([await details(one), await details(other)]).toEqual([both, both]);
  await one.forget();
  now += 1;
  other.add('origin', 'http://evil.example');
  await other.flush();
  expect(await details(one)).toEqual({ 'http://evil.example': 1 });
});

test('a disk that refuses loses no refusals', async () => {
  const log = opened(new RefusalLog(files.refusals));
  writeFileSync(path.dirname(files.refusals), '');
  log.add('token', 'curl/8');
  await log.flush();
  await expect(log.forget()).rejects.toThrow();
  rmSync(path.dirname(files.refusals));
  log.add('token', 'curl/8');
  await log.flush();
  expect(await new RefusalLog(files.refusals).list()).toMatchObject([{ count: 2 }]);
});
