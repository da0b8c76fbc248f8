import { describe, expect, test } from 'vitest';
import type { ProcessFacts } from '../../../src/processes/processFacts';
import { treeOf, type TreeRoot } from '../../../src/processes/processTree';

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
