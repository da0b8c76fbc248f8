import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs, { promises } from 'node:fs';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { identityOf, reaches } from '../../../src/base/processIdentity';
import type { ProcessFacts } from '../../../src/processes/processFacts';
import { markVariable } from '../../../src/processes/processRegistry';
import { ProcessTree, treeOf, type TreeRoot } from '../../../src/processes/processTree';
import { untilTestEnds } from '../../support/spies';

/** Facts by id: its parent, its group and, if another than its id, its birth. */
function processes(
  all: Record<number, readonly [parent: number, group: number, birth?: string]>,
): ProcessFacts[] {
  return Object.entries(all).map(([pid, [parent, group, birth = `b/${pid}`]]) => ({
    pid: Number(pid),
    parent,
    group,
    birth,
    name: 'node',
    memory: 0,
    cpuTime: 0,
  }));
}

function ids(
  root: TreeRoot,
  all: readonly ProcessFacts[],
  marks: Record<number, string> = {},
): number[] {
  const known = new Map(Object.entries(marks).map(([pid, mark]) => [Number(pid), mark]));
  return treeOf(root, all, known)
    .map(({ pid }) => pid)
    .toSorted((a, b) => a - b);
}

describe('a tree of processes', () => {
  const all = processes({
    1: [0, 1],
    50: [1, 50],
    100: [50, 100],
    101: [100, 100],
    102: [101, 102],
    103: [102, 102],
    104: [1, 100],
    200: [1, 200],
    201: [200, 200],
    300: [50, 300],
  });

  test('is the root, its descendants in whatever group, and its group', () => {
    expect(ids({ pid: 100 }, all)).toEqual([100, 101, 102, 103, 104]);
    expect(ids({ pid: 100, birth: 'b/100' }, all)).toEqual([100, 101, 102, 103, 104]);
    expect(ids({ pid: 101 }, all)).toEqual([101, 102, 103]);
  });

  test('is what has the mark too, with its descendants', () => {
    const marks = { 100: 'a', 101: 'a', 200: 'a', 300: 'b' };
    expect(ids({ pid: 100, mark: 'a' }, all, marks)).toEqual([100, 101, 102, 103, 104, 200, 201]);
    expect(ids({ pid: 100 }, all, marks)).toEqual([100, 101, 102, 103, 104]);
    expect(ids({ pid: 999, mark: 'a' }, all, marks)).toEqual([100, 101, 102, 103, 200, 201]);
  });

  test('is what is left of a group', () => {
    const left = all.filter(({ pid }) => pid !== 100);
    expect(ids({ pid: 100 }, left)).toEqual([101, 102, 103, 104]);
    expect(ids({ pid: 100, birth: 'b/100', witnessed: true }, left)).toEqual([101, 102, 103, 104]);
  });

  test('is no process that has got its id, nor the group of that one', () => {
    expect(ids({ pid: 100, birth: 'b/7' }, all)).toEqual([]);
    expect(ids({ pid: 100, birth: 'b/7', witnessed: true }, all)).toEqual([]);
    expect(ids({ pid: 100, birth: 'b/7', mark: 'a' }, all, { 200: 'a' })).toEqual([200, 201]);
  });

  test('is no group whose leader nobody saw', () => {
    const left = all.filter(({ pid }) => pid !== 100);
    expect(ids({ pid: 100, birth: 'b/100' }, left)).toEqual([]);
  });

  test('goes on below a parent that Windows still names', () => {
    const left = processes({ 4: [0, 0], 12: [8, 0], 16: [12, 0], 20: [4, 0] });
    expect(ids({ pid: 8 }, left)).toEqual([12, 16]);
  });

  test('never holds the first processes of the system, nor this one', () => {
    const own = process.pid;
    const around = processes({
      0: [0, 0],
      1: [0, 0],
      5: [1, 0],
      [own]: [7, 7],
      [own + 1]: [own, 7],
    });
    expect(ids({ pid: 0 }, around)).toEqual([]);
    expect(ids({ pid: 1 }, around)).toEqual([]);
    expect(ids({ pid: own, mark: 'a' }, around, { 1: 'a', [own]: 'a' })).toEqual([own + 1]);
  });

  describe('with a web browser', () => {
    const own = { pid: 100, mark: 'a' };
    const browser = (parent: number, group: number, parts: Partial<ProcessFacts> = {}) => {
      const [found] = processes({ 500: [parent, group] });
      const commandLine = '/usr/lib/chromium/chromium https://sign-in.example';
      return found ? [{ ...found, session: group, name: 'chromium', commandLine, ...parts }] : [];
    };
    const tabs = processes({ 501: [500, 500], 502: [501, 502] });
    const marks = { 100: 'a', 101: 'a', 500: 'a', 501: 'a', 502: 'a' };
    const server = processes({ 100: [50, 100], 101: [100, 101] });

    test.each([
      ['opened by a child', 101],
      ['cut off from its parents', 1],
    ])('that was %s spares it and what is below it', (_how, parent) => {
      const around = [...server, ...browser(parent, 500), ...tabs];
      expect(ids(own, around, marks)).toEqual([100, 101]);
      expect(ids(own, around)).toEqual([100, 101]);
      expect(ids({ ...own, birth: 'b/7' }, around, { ...marks, 100: 'b' })).toEqual([101]);
    });

    test.each<[string, number, Partial<ProcessFacts>]>([
      ['a member of its group', 100, {}],
      ['in its session', 500, { session: 100 }],
      ['driven by a program', 500, { commandLine: 'chromium --remote-debugging-pipe' }],
      ['a process of another one', 500, { commandLine: 'chromium --type=renderer' }],
      ['unknown', 500, { commandLine: undefined }],
    ])('that is %s holds it and what is below it', (_what, group, parts) => {
      const around = [...server, ...browser(101, group, parts), ...tabs];
      expect(ids(own, around, marks)).toEqual([100, 101, 500, 501, 502]);
    });

    test('above it is whole', () => {
      const around = [...browser(1, 500), ...processes({ 100: [500, 100], 101: [100, 101] })];
      expect(ids(own, around)).toEqual([100, 101]);
    });

    test('on Windows holds only itself and one that is driven', () => {
      const without = server.map((facts) => ({ ...facts, group: 0 }));
      const name = 'chrome.exe';
      const session = undefined;
      const opened = browser(101, 0, { name, session });
      expect(ids({ pid: 100 }, [...without, ...opened])).toEqual([100, 101]);
      const driven = browser(101, 0, { name, session, commandLine: 'chrome.exe --headless=new' });
      expect(ids({ pid: 100 }, [...without, ...driven])).toEqual([100, 101, 500]);
      expect(ids({ pid: 500 }, [...without, ...opened])).toEqual([500]);
    });
  });

  test('may go in a circle', () => {
    const circle = processes({ 20: [21, 20], 21: [20, 21] });
    expect(ids({ pid: 20 }, circle)).toEqual([20, 21]);
  });
});

/** A process that leads a group and waits for a child of its own. */
async function parentAndChild(mark?: string): Promise<number> {
  const env = { ...process.env, [markVariable]: mark };
  const child = spawn('/bin/sh', ['-c', 'sleep 600 & echo; wait'], { env, detached: true });
  await once(child.stdout, 'data');
  const pid = child.pid ?? 0;
  onTestFinished(() => void reaches(-pid, 'SIGKILL'));
  return pid;
}

describe.skipIf(process.platform === 'win32')('the termination of a tree', () => {
  test('ends all that runs of it, and has seen it', async () => {
    const pid = await parentAndChild();
    const tree = new ProcessTree({ pid });
    expect(await tree.look()).toHaveLength(2);
    expect(await tree.end('SIGKILL', 5_000)).toEqual([]);
    expect(tree.seen.map(({ group }) => group)).toEqual([pid, pid]);
    expect(tree.complete).toBe(true);
    expect(await tree.look()).toEqual([]);
  });

  test('spares a process that has got the id of a root that has ended', async () => {
    const pid = await parentAndChild();
    expect(await new ProcessTree({ pid }, () => true).look()).toEqual([]);
    const { birth } = identityOf(pid);
    const isSame = birth !== undefined;
    const known = new ProcessTree({ pid, birth: birth ?? 'b/1' }, () => true);
    expect(await known.look()).toHaveLength(isSame ? 2 : 0);
    expect(await new ProcessTree({ pid, birth: 'b/1' }).look()).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux')(
    'finds what has its mark, unless it is older',
    async () => {
      const mark = randomUUID();
      const pid = await parentAndChild(mark);
      const { birth = '' } = identityOf(pid);
      const gone = { pid: 5_000_000, mark };
      expect(await new ProcessTree(gone).look()).toHaveLength(2);
      const later = birth.replace(/\d+$/, (start) => String(Number(start) + 1_000_000));
      expect(await new ProcessTree({ ...gone, birth: later }).look()).toEqual([]);
      expect(await new ProcessTree({ ...gone, mark: randomUUID() }).look()).toEqual([]);
    },
  );

  test.skipIf(process.platform !== 'linux')(
    'knows only the group where a process cannot be read for lack of file descriptors',
    async () => {
      const pid = await parentAndChild();
      const { readFileSync } = fs;
      const reading = vi.spyOn(fs, 'readFileSync').mockImplementation((file, options) => {
        if (file !== `/proc/${pid}/stat`) return readFileSync(file, options);
        throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
      });
      untilTestEnds(reading);
      const tree = new ProcessTree({ pid });
      expect(await tree.look()).toMatchObject([{ pid, group: pid, name: '' }]);
      expect(tree.complete).toBe(false);
    },
  );

  describe.skipIf(process.platform !== 'linux')('where the system lists no processes', () => {
    beforeEach(() => {
      const listing = vi.spyOn(promises, 'readdir').mockRejectedValue(new Error('no list'));
      untilTestEnds(listing);
    });

    test('knows only the group', async () => {
      const pid = await parentAndChild();
      const group = { pid, parent: 0, group: pid, birth: 'b/1' };
      expect(await new ProcessTree({ pid, birth: 'b/1' }).look()).toMatchObject([group]);
      expect(await new ProcessTree({ pid }).look()).toMatchObject([{ ...group, birth: '' }]);
      expect(await new ProcessTree({ pid: 5_000_000 }).look()).toEqual([]);
    });
  });
});
