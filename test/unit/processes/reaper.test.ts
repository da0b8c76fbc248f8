import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { identityOf } from '../../../src/base/processIdentity';
import { commandHash, ledgerKey } from '../../../src/processes/commandHash';
import { markVariable } from '../../../src/processes/processRegistry';
import { isOwnerRunning, isRecorded, orphansOf, type Ended } from '../../../src/processes/orphans';
import { readProcesses, type ProcessFacts } from '../../../src/processes/processFacts';
import { Recovery } from '../../../src/processes/recovery';
import { reapFolder, reapOwner } from '../../../src/processes/reaper';
import { isRunning } from '../../support/fakeServer/processes';
import { readProcess } from '../../support/readProcess';
import {
  entryLine,
  ledgerName,
  ownerLine,
  type LedgerEntry,
  type RecordedProcess,
} from '../../../src/processes/ledger';

const id = '0123456789abcdef';
const children: ChildProcess[] = [];
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that only waits, with a mark or without. */
async function sleeper(mark?: string): Promise<RecordedProcess> {
  const env = { ...process.env, [markVariable]: mark };
  const child = spawn('sleep', ['600'], { env, stdio: 'ignore', detached: true });
  children.push(child);
  await once(child, 'spawn');
  return { ...identityOf(child.pid ?? 0), at: Date.now() };
}

/** An owner whose process has ended. */
async function deadOwner(): Promise<RecordedProcess> {
  const owner = await sleeper();
  const child = children.pop();
  child?.kill('SIGKILL');
  if (child) await once(child, 'exit');
  return owner;
}

function writeLedger(owner: RecordedProcess, ...entries: RecordedProcess[]): string {
  const file = path.join(folder, ledgerName(owner.pid, id));
  const lines = entries.map((one, index) => entryLine(entryOf(one, index)));
  writeFileSync(file, [ownerLine(owner), ...lines].join(''));
  return file;
}

function entryOf(one: RecordedProcess, index: number): LedgerEntry {
  return { ...one, mark: `${id}/${index}`, command: '0:' };
}

const running = (...processes: RecordedProcess[]): boolean[] =>
  processes.map(({ pid }) => isRunning(pid));

describe.skipIf(process.platform !== 'linux')('reaping', () => {
  test('ends what an owner left behind, and forgets its ledger', async () => {
    const [kept, other] = [await sleeper(), await sleeper()];
    writeLedger(await deadOwner(), kept);
    const { ended, left } = await reapFolder(folder);
    expect(ended.map(({ pid }) => pid)).toEqual([kept.pid]);
    expect(left).toEqual([]);
    expect(running(kept, other)).toEqual([false, true]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('knows by its mark what was not written down in time', async () => {
    writeLedger(await deadOwner());
    const [unwritten, stranger] = [await sleeper(`${id}/9`), await sleeper('fedcba9876543210/9')];
    await reapFolder(folder);
    expect(running(unwritten, stranger)).toEqual([false, true]);
  });

  test('leaves alone what belongs to a living owner', async () => {
    const kept = await sleeper();
    const owner = { ...identityOf(process.pid), at: Date.now() };
    const file = writeLedger(owner, kept);
    expect(await reapFolder(folder)).toMatchObject({ ended: [], left: [] });
    expect(await reapOwner({ owner, ledger: file })).toMatchObject({ ended: [], left: [] });
    expect(running(kept)).toEqual([true]);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test('leaves alone what belongs to an owner with ids of its own, unless from another boot', async () => {
    const kept = await sleeper();
    const owner = { ...(await deadOwner()), namespace: 'pid:[1]' };
    writeLedger(owner, kept);
    await reapFolder(folder);
    expect(running(kept)).toEqual([true]);
    expect(readdirSync(folder)).toHaveLength(1);
    writeLedger({ ...owner, birth: 'before/1' }, kept);
    await reapFolder(folder);
    expect(running(kept)).toEqual([false]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('leaves alone who got the id of a server, and tells an owner from who got its id', async () => {
    const [decoy, kept, heir] = [await sleeper(), await sleeper(), await sleeper()];
    const { birth = '' } = decoy;
    const earlier = birth.replace(/\d+$/, (start) => String(Number(start) - 1));
    writeLedger({ ...heir, birth: earlier }, { ...decoy, birth: earlier }, kept);
    await reapFolder(folder);
    expect(running(decoy, kept, heir)).toEqual([true, false, true]);
  });

  test('an unreadable ledger of a living process is nobody else’s business', async () => {
    const owner = await sleeper();
    writeFileSync(path.join(folder, ledgerName(owner.pid, id)), '{"own');
    await reapFolder(folder);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test('may be done by several at once', async () => {
    const kept = await sleeper();
    const owner = await deadOwner();
    const ledger = writeLedger(owner, kept);
    const results = await Promise.all([
      reapFolder(folder),
      reapFolder(folder),
      reapOwner({ owner, ledger }),
    ]);
    expect(results.flatMap(({ left }) => left)).toEqual([]);
    expect(running(kept)).toEqual([false]);
  });

  test('has nothing to do without a folder', async () => {
    expect(await reapFolder(path.join(folder, 'none'))).toMatchObject({ ended: [], left: [] });
  });

  test('spares the web browser that a server had opened, also where its mark is not written', async () => {
    const server = await sleeper();
    const [facts] = (await readProcesses()).filter(({ pid }) => pid === server.pid);
    const commandLine = '/opt/google/chrome/chrome';
    const browser = facts && { ...facts, pid: 77, group: 77, session: 77, parent: 1 };
    const all = facts && browser ? [facts, { ...browser, name: 'chrome', commandLine }] : [];
    const marks = new Map([server.pid, 77].map((pid) => [pid, `${id}/3`]));
    const ledger = { id, owner: server, entries: [] };
    expect(orphansOf(ledger, { all, marks }, false)).toEqual([facts]);
    const headless = { ...all[1], commandLine: `${commandLine} --headless` } as ProcessFacts;
    const driven = [...all.slice(0, 1), headless];
    expect(orphansOf(ledger, { all: driven, marks }, false)).toHaveLength(2);
  });

  test('finds a group whose leader has ended only where that was witnessed', async () => {
    const member = await sleeper();
    const facts = await readProcess(member.pid);
    const all = facts ? [{ ...facts, group: 4_000_000 }] : [];
    const entry = { pid: 4_000_000, birth: 'b/1', at: 0, mark: `${id}/1`, command: '0:' };
    const ledger = { id, owner: member, entries: [entry] };
    expect(orphansOf(ledger, { all, marks: new Map() }, true)).toEqual(all);
    expect(orphansOf(ledger, { all, marks: new Map() }, false)).toEqual([]);
  });
});

test.skipIf(process.platform === 'win32')(
  'a host that ends by a bug leaves its servers to the watchdog, and kills them where none runs or knows them',
  async () => {
    const abandoned = async (watchdog: string, ledgers = folder): Promise<RecordedProcess> => {
      const server = await sleeper();
      const recovery = new Recovery(ledgers, watchdog, () => undefined);
      const mark = recovery.newMark();
      const entry = recovery.add({ pid: server.pid, mark, command: 'sleep', args: ['600'] });
      recovery.abandon();
      entry.dispose();
      recovery.dispose();
      return server;
    };
    const watchdog = path.join(folder, 'watchdog.js');
    writeFileSync(watchdog, '');
    const left = await abandoned(watchdog);
    const killed = await abandoned(path.join(folder, 'none.js'));
    const unknown = await abandoned(watchdog, path.join(watchdog, 'no folder'));
    await vi.waitFor(() => expect(running(left, killed, unknown)).toEqual([true, false, false]));
  },
);

describe('where the system does not tell a birth at once', () => {
  const at = Date.UTC(2026, 0, 2, 3, 4, 5);
  const facts = (birth: string): ProcessFacts => ({
    pid: 77,
    parent: 1,
    group: 77,
    birth,
    name: 'node',
    memory: 0,
    cpuTime: 0,
  });

  test.each([
    ['darwin', `/${at}`, true],
    ['darwin', `/${at - 1_500}`, true],
    ['darwin', `/${at - 86_400_000}`, true],
    ['darwin', `/${at + 60_000}`, false],
    ['win32', `/${at + 11_644_473_600_000}`, true],
    ['win32', `/${at + 11_644_473_660_000}`, false],
    ['linux', `boot/${at}`, false],
  ] as const)('a start on %s at %s is that of the process: %s', (platform, birth, same) => {
    expect(isRecorded({ pid: 77, at }, facts(birth), platform)).toBe(same);
  });

  test('an owner lives when its process began before it was recorded', () => {
    expect(isOwnerRunning({ pid: 77, at }, [facts(`/${at - 9_000}`)], 'darwin')).toBe(true);
    expect(isOwnerRunning({ pid: 77, at }, [facts(`/${at}`)], 'darwin')).toBe(true);
    expect(isOwnerRunning({ pid: 77, at }, [facts(`/${at + 9_000}`)], 'darwin')).toBe(false);
    expect(isOwnerRunning({ pid: 77, at }, [], 'darwin')).toBe(false);
  });
});

describe('a reaper without births', () => {
  // A system whose processes are in the test: it tells no birth at once, as macOS and Windows do.
  const at = Date.UTC(2026, 0, 2, 3, 4, 5);
  const deadOwner = 5_000_000;
  const server = 5_000_001;
  const name = ledgerName(deadOwner, id);
  const all: Ended = { ended: [], left: [], complete: true };
  beforeEach(() => {
    const command = commandHash(ledgerKey(folder), 'npx', ['-y', 'server']);
    const entry = { pid: server, at, mark: `${id}/1`, command };
    writeFileSync(path.join(folder, name), ownerLine({ pid: deadOwner, at }) + entryLine(entry));
  });

  /** Which processes of the ledger are believed to be its own, and the files that remain. */
  async function reaped(facts: Partial<ProcessFacts> | undefined, shown?: string, result = all) {
    let looks = 0;
    const birth = `/${at - 1_000}`;
    const usual = {
      pid: server,
      parent: 900,
      group: 800,
      birth,
      name: 'node',
      memory: 0,
      cpuTime: 0,
    };
    const processes = facts ? [{ ...usual, ...facts }] : [];
    const believed: number[] = [];
    await reapFolder(folder, {
      readProcesses: async () => processes,
      commandLinesOf: async (asked) => {
        looks += 1;
        return new Map(asked.flatMap(({ pid }) => (shown === undefined ? [] : [[pid, shown]])));
      },
      endOrphans: async (ledgers) => {
        believed.push(...ledgers.flatMap(({ entries }) => entries.map(({ pid }) => pid)));
        return result;
      },
    });
    return { believed, looks, isForgotten: !readdirSync(folder).includes(name) };
  }

  test.each<[string, Partial<ProcessFacts>, string | undefined, boolean]>([
    ['leads a group and has lost its parent', { group: server, parent: 1 }, 'npm server', true],
    ['leads a group of a living parent', { group: server }, 'other', false],
    ['has lost its parent and leads no group', { parent: 1 }, 'other', false],
    ['has the command that was recorded', {}, 'node npx -y server', true],
    ['shows no command', {}, undefined, false],
    [
      'began after it was recorded',
      { birth: `/${at + 60_000}`, group: server, parent: 1 },
      '',
      false,
    ],
  ])('without a birth, a process that %s is believed or not', async (_what, facts, shown, own) => {
    expect((await reaped(facts, shown)).believed).toEqual(own ? [server] : []);
  });

  test('the commands of all that is unproved are looked at at once', async () => {
    const command = commandHash(ledgerKey(folder), 'npx', ['-y', 'server']);
    const entry = { pid: server, at, mark: `${id}/2`, command };
    appendFileSync(path.join(folder, name), entryLine(entry));
    expect(await reaped({}, 'node npx -y server')).toMatchObject({
      believed: [server, server],
      looks: 1,
    });
  });

  test('a ledger is kept while one of its processes may be what runs', async () => {
    expect(await reaped({}, 'other')).toMatchObject({ believed: [], isForgotten: false });
    const younger = await reaped({ birth: `/${at + 60_000}` });
    expect(younger).toMatchObject({ believed: [], isForgotten: true });
  });

  test.each<[string, Partial<Ended>, boolean]>([
    ['everything has ended', {}, true],
    ['something could not be ended', { left: [{ pid: server } as ProcessFacts] }, false],
    ['some process did not tell in time', { complete: false }, false],
  ])('a ledger is forgotten or kept where %s', async (_what, result, isForgotten) => {
    expect(await reaped(undefined, undefined, { ...all, ...result })).toMatchObject({
      isForgotten,
    });
  });
});
