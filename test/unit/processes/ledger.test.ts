import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Reason } from '../../../src/base/errors';
import { pidNamespace } from '../../../src/base/processIdentity';
import { commandHash, ledgerKey, matchesCommand } from '../../../src/processes/commandHash';
import { Ledger, parseLedger, type LedgerContents } from '../../../src/processes/ledger';
let folder = '';
const problems: Reason[] = [];

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'rh-')), 'run');
  problems.length = 0;
});

function newLedger(): Ledger {
  return new Ledger(folder, (reason) => problems.push(reason));
}

function read(ledger: Ledger): LedgerContents | undefined {
  return parseLedger(path.basename(ledger.file), readFileSync(ledger.file, 'utf8'));
}

const server = { pid: process.pid, command: 'npx', args: ['-y', 'some-server', '--token=s3cret'] };

describe('a ledger', () => {
  test('names its owner before the first process is started', () => {
    const ledger = newLedger();
    expect(existsSync(ledger.file)).toBe(false);
    expect(ledger.newMark()).toBe(`${ledger.id}/1`);
    const { id, owner, entries } = read(ledger) ?? {};
    expect([id, owner?.pid, entries]).toEqual([ledger.id, process.pid, []]);
    expect(Math.abs((owner?.at ?? 0) - Date.now())).toBeLessThan(5_000);
    expect(owner?.namespace).toBe(pidNamespace());
    if (process.platform === 'linux') expect(owner?.namespace).toMatch(/^pid:/);
    expect(ledger.close()).toBe(true);
    expect(existsSync(ledger.file)).toBe(false);
  });

  test('says what runs and is gone when nothing does', () => {
    const ledger = newLedger();
    const [first, second] = [ledger.newMark(), ledger.newMark()];
    const one = ledger.add({ ...server, mark: first });
    const other = ledger.add({ ...server, mark: second });
    expect(read(ledger)?.entries.map(({ mark }) => mark)).toEqual([first, second]);
    one.dispose();
    one.dispose();
    expect(read(ledger)?.entries.map(({ mark }) => mark)).toEqual([second]);
    expect(ledger.close()).toBe(false);
    other.dispose();
    expect(readdirSync(folder)).toEqual(['ledger.key']);
  });

  test('is private and keeps no secret', () => {
    const ledger = newLedger();
    ledger.add({ ...server, mark: ledger.newMark() });
    expect(readFileSync(ledger.file, 'utf8')).not.toMatch(/npx|some-server|s3cret/);
    for (const file of [ledger.file, path.join(folder, 'ledger.key')])
      expect(statSync(file).mode & 0o777).toBe(0o600);
    ledger.close();
  });

  test('stays short however often servers are restarted', () => {
    const ledger = newLedger();
    const lasting = ledger.newMark();
    ledger.add({ ...server, mark: lasting });
    for (let restart = 0; restart < 1_000; restart++)
      ledger.add({ ...server, mark: ledger.newMark() }).dispose();
    expect(read(ledger)?.entries.map(({ mark }) => mark)).toEqual([lasting]);
    expect(readFileSync(ledger.file, 'utf8').split('\n').length).toBeLessThan(300);
  });

  test('comes back whole after its folder was removed', () => {
    const ledger = newLedger();
    const marks = [ledger.newMark(), ledger.newMark()];
    const [first] = marks.slice(0, 1).map((mark) => ledger.add({ ...server, mark }));
    rmSync(folder, { recursive: true });
    marks.slice(1).map((mark) => ledger.add({ ...server, mark }));
    expect(read(ledger)?.entries.map(({ mark }) => mark)).toEqual(marks);
    rmSync(folder, { recursive: true });
    first?.dispose();
    expect(read(ledger)?.entries.map(({ mark }) => mark)).toEqual(marks.slice(1));
    expect(problems).toEqual([]);
  });

  test('stays as young as its servers run with its key, and both come back where they were removed', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const ledger = newLedger();
    const mark = ledger.newMark();
    const added = ledger.add({ ...server, mark });
    const files = [ledger.file, path.join(folder, 'ledger.key')];
    const day = 24 * 60 * 60 * 1_000;
    for (const file of files) utimesSync(file, 0, 0);
    vi.advanceTimersByTime(day);
    for (const file of files) expect(statSync(file).atimeMs).toBeGreaterThan(day);
    expect(ledger.isWhole).toBe(true);
    for (const file of files) rmSync(file);
    expect(ledger.isWhole).toBe(false);
    vi.advanceTimersByTime(day);
    expect(ledger.isWhole).toBe(true);
    const [entry] = read(ledger)?.entries ?? [];
    const shown = ['npx', ...server.args].join(' ');
    expect(entry?.mark).toBe(mark);
    expect(matchesCommand(ledgerKey(folder), entry?.command ?? '', shown)).toBe(true);
    added.dispose();
    expect(vi.getTimerCount()).toBe(0);
    expect(problems).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux')('is whole again after a disk that was full', () => {
    const ledger = newLedger();
    const marks = [1, 2, 3].map(() => ledger.newMark());
    const [first = '', second = '', third = ''] = marks;
    ledger.add({ ...server, mark: first });
    const half = `${readFileSync(ledger.file, 'utf8')}{"started":{"pid":`;
    rmSync(ledger.file);
    symlinkSync('/dev/full', ledger.file);
    ledger.add({ ...server, mark: second });
    expect(problems).toMatchObject([{ code: 'ledgerUnwritable' }]);
    rmSync(ledger.file);
    writeFileSync(ledger.file, half);
    ledger.add({ ...server, mark: third });
    expect(read(ledger)?.entries.map(({ mark }) => mark)).toEqual(marks);
  });

  test('that cannot be written is told of once and keeps no server from starting', () => {
    writeFileSync(folder, 'no folder');
    const ledger = newLedger();
    const kept = [ledger.newMark(), ledger.newMark()].map((mark) =>
      ledger.add({ ...server, mark }),
    );
    expect([...ledger.entries]).toHaveLength(2);
    for (const one of kept) one.dispose();
    expect(problems).toMatchObject([{ code: 'ledgerUnwritable', args: { folder } }]);
  });
});

describe('a ledger file', () => {
  const name = '77-0123456789abcdef.ledger';
  const entry = { pid: 78, birth: 'b/1', at: 5, mark: '0123456789abcdef/1', command: '0:' };

  test.each([
    ['nothing', '', Number.NaN, []],
    ['half an owner', '{"owner":{"pid":7', Number.NaN, []],
    ['half an entry', `{"owner":{"pid":77,"at":9}}\n{"started":${JSON.stringify(entry)}`, 9, []],
    ['an entry without owner', `{"started":${JSON.stringify(entry)}}\n`, Number.NaN, [entry]],
    [
      'other things between',
      `{"owner":{"pid":77,"at":9}}\n\0\n[]\n{"started":{"pid":-1}}\nnull\n{"started":${JSON.stringify(entry)}}\n{"ended":7}`,
      9,
      [entry],
    ],
    [
      'an entry of the process that starts all others',
      `{"owner":{"pid":77,"at":9}}\n{"started":${JSON.stringify({ ...entry, pid: 1 })}}\n`,
      9,
      [],
    ],
    [
      'an entry that has ended',
      `{"owner":{"pid":77,"at":9}}\n{"started":${JSON.stringify(entry)}}\n{"ended":"${entry.mark}"}\n`,
      9,
      [],
    ],
  ])('with %s is read as far as it goes', (_what, text, at, entries) => {
    const owner = { pid: 77, at };
    expect(parseLedger(name, text)).toEqual({ id: '0123456789abcdef', owner, entries });
  });

  test.each([
    { pid: '78' },
    { pid: 78.5 },
    { pid: 0 },
    { pid: -78 },
    { at: '5' },
    { birth: 7 },
    { mark: 7 },
    { command: ['0:'] },
  ])('holds no entry with %o', (wrong) => {
    const text = `{"owner":{"pid":77,"at":9}}\n${JSON.stringify({ started: { ...entry, ...wrong } })}\n`;
    expect(parseLedger(name, text)).toMatchObject({ owner: { at: 9 }, entries: [] });
  });

  test.each([{ pid: 1 }, { at: null }, { birth: 7 }, { namespace: 7 }])(
    'has no owner with %o',
    (wrong) => {
      const text = `${JSON.stringify({ owner: { pid: 77, at: 9, ...wrong } })}\n`;
      expect(parseLedger(name, text)?.owner).toEqual({ pid: 77, at: Number.NaN });
    },
  );

  test.each(['ledger.key', '0-0123456789abcdef.ledger', '77-0123.ledger', `${name}.old`])(
    'is not called %s',
    (other) => expect(parseLedger(other, '')).toBeUndefined(),
  );
});

describe('the proof of a command', () => {
  const key = 'key';

  test.each([
    ['npx', ['-y', 'some server'], 'node /usr/local/bin/npx -y some server'],
    ['npx', ['-y', 'x'], '"C:\\Program Files\\nodejs\\node.exe" "C:\\nodejs\\npx-cli.js" -y x'],
    ['run.cmd', ['a&b'], 'C:\\WINDOWS\\system32\\cmd.exe /d /s /c "run.cmd ^"a^&b^""'],
    ['C:\\tools\\server.exe', [], '"C:\\tools\\server.exe"'],
    ['/opt/server', [], '/opt/server'],
  ])('of %s %o holds for %s', (command, args, shown) => {
    expect(matchesCommand(key, commandHash(key, command, args), shown)).toBe(true);
  });

  test.each([
    ['other arguments', 'npx -y other'],
    ['fewer', '-y'],
    ['none', ''],
  ])('does not hold for %s', (_what, shown) => {
    expect(matchesCommand(key, commandHash(key, 'npx', ['-y', 'server']), shown)).toBe(false);
  });

  test('holds under its key only, which stays the same', () => {
    const proof = commandHash('other', 'npx', ['-y', 'server']);
    expect(matchesCommand(key, proof, 'npx -y server')).toBe(false);
    newLedger().newMark();
    expect(ledgerKey(folder)).toMatch(/^[0-9a-f]{64}$/);
    expect(ledgerKey(folder)).toBe(ledgerKey(folder));
  });

  test('of nothing proves nothing', () => {
    expect(matchesCommand(key, commandHash(key, '', []), 'anything')).toBe(false);
  });
});
