import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StartQueue, type StartPriority, ServerStarts } from '../../../src/servers/startQueue';
import type { ResolvedLaunch } from '../../../src/ipc/launch';

const never = new AbortController().signal;
const slotTimeoutMs = 1_500;

/** A queue of two places, with the names of what began in their order. */
function open() {
  const queue = new StartQueue({ slots: 2, slotTimeoutMs });
  const begun: string[] = [];
  const starts = new Map<string, () => void>();
  const enter = (
    name: string,
    priority: StartPriority | (() => StartPriority) = 'background',
    signal = never,
  ): Promise<void> =>
    queue.run(typeof priority === 'function' ? priority : () => priority, signal, () => {
      begun.push(name);
      return new Promise<void>((resolve) => void starts.set(name, resolve));
    });
  const end = async (name: string): Promise<void> => {
    starts.get(name)?.();
    await settle();
  };
  return { queue, begun, enter, end };
}

/** What was resolved has been seen. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a queue of starts', () => {
  test('lets in as many as there are places, one more after a good one, then one for each that ends', async () => {
    const { begun, enter, end } = open();
    for (const name of ['a', 'b', 'c', 'd', 'e']) void enter(name);
    await settle();
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    // Twice is once.
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    await end('a');
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('lets in one more only while nobody waits for a start', async () => {
    const { begun, enter, end } = open();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) void enter(name);
    await settle();
    await end('a');
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    void enter('asked for', 'awaited');
    await end('b');
    await end('c');
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'asked for']);
    await end('asked for');
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'asked for', 'e', 'f']);
  });

  test('lets in what is asked for at once, beside what nobody asked for', async () => {
    const { begun, enter, end } = open();
    for (const name of ['a', 'b', 'c']) void enter(name);
    for (const name of ['x', 'y', 'z']) void enter(name, 'awaited');
    await settle();
    expect(begun).toEqual(['a', 'b', 'x', 'y']);
    // What nobody asked for takes only what the others leave.
    await end('a');
    expect(begun).toEqual(['a', 'b', 'x', 'y']);
    await end('x');
    expect(begun).toEqual(['a', 'b', 'x', 'y', 'z']);
    await end('y');
    expect(begun).toEqual(['a', 'b', 'x', 'y', 'z']);
    await end('z');
    expect(begun).toEqual(['a', 'b', 'x', 'y', 'z', 'c']);
  });

  test('moves to the front what is asked for while it waits', async () => {
    const { queue, begun, enter } = open();
    let priority: StartPriority = 'background';
    for (const name of ['a', 'b', 'c']) void enter(name);
    void enter('late', () => priority);
    await settle();
    expect(begun).toEqual(['a', 'b']);
    priority = 'awaited';
    queue.beginNext();
    await settle();
    expect(begun).toEqual(['a', 'b', 'late']);
  });

  test('goes on without a start that hangs, and takes its place back once only', async () => {
    const { begun, enter, end } = open();
    for (const name of ['hangs', 'too', 'c', 'd', 'e', 'f']) void enter(name);
    await vi.advanceTimersByTimeAsync(slotTimeoutMs - 1);
    expect(begun).toEqual(['hangs', 'too']);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(['hangs', 'too', 'c', 'd']);
    // The first good one gives nothing back, but makes room for one more.
    await end('hangs');
    expect(begun).toHaveLength(5);
    await end('c');
    expect(begun).toHaveLength(6);
  });

  test('waits less for a start that hangs where others were over soon', async () => {
    const { begun, enter, end } = open();
    for (let at = 0; at < 12; at++) {
      void enter(`${at}`);
      await vi.advanceTimersByTimeAsync(100);
      await end(`${at}`);
    }
    for (const name of ['hangs', 'too', 'spare', 'waits']) void enter(name);
    await settle();
    expect(begun.at(-1)).toBe('spare');
    await vi.advanceTimersByTimeAsync(slotTimeoutMs / 4);
    expect(begun.at(-1)).toBe('waits');
  });

  test('waits less from the first good start on, also for one that began before', async () => {
    const { begun, enter, end } = open();
    for (const name of ['hangs', 'good', 'b', 'c', 'd']) void enter(name);
    await vi.advanceTimersByTimeAsync(200);
    await end('good');
    expect(begun).toEqual(['hangs', 'good', 'b', 'c']);
    await vi.advanceTimersByTimeAsync(201);
    expect(begun).toEqual(['hangs', 'good', 'b', 'c', 'd']);
  });

  test('learns nothing from a start that fails', async () => {
    const { queue, begun, enter } = open();
    const fails = queue.run(
      () => 'background',
      never,
      () => Promise.reject(new Error('no')),
    );
    await expect(fails).rejects.toThrow('no');
    for (const name of ['a', 'b', 'waits']) void enter(name);
    await vi.advanceTimersByTimeAsync(slotTimeoutMs - 1);
    expect(begun).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(['a', 'b', 'waits']);
  });

  test('is left by a start that is given up', async () => {
    const { begun, enter, end } = open();
    const abort = new AbortController();
    for (const name of ['a', 'b']) void enter(name);
    const given = expect(enter('given up', 'background', abort.signal)).rejects.toThrow('enough');
    void enter('c');
    abort.abort(new Error('enough'));
    await given;
    await end('a');
    expect(begun).toEqual(['a', 'b', 'c']);
    await expect(enter('too late', 'awaited', abort.signal)).rejects.toThrow('enough');
    expect(begun).toHaveLength(3);
  });
});

const stdio: ResolvedLaunch = {
  type: 'stdio',
  command: 'till',
  args: [],
  cwd: '/',
  env: {},
  baseEnv: {},
};
const http: ResolvedLaunch = { type: 'http', url: 'http://127.0.0.1/mcp', headers: {} };
const crowded = () => new StartQueue({ slots: 0, slotTimeoutMs: 1_000 });
const free = () => new StartQueue({ slots: 1, slotTimeoutMs: 1_000 });

describe('the turn of a server', () => {
  test('is waited for by what starts a process only', async () => {
    const steps: string[] = [];
    const start = async (): Promise<string> => 'up';
    const queued = (): void => void steps.push('queued');
    expect(await new ServerStarts(crowded(), http, undefined).run(never, queued, start)).toBe('up');
    expect(steps).toEqual([]);
    const abort = new AbortController();
    const waiting = new ServerStarts(crowded(), stdio, undefined).run(abort.signal, queued, start);
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(steps).toEqual(['queued']);
  });

  test('gives its place back, and remembers the time of a start that went well', async () => {
    const queue = free();
    const turn = new ServerStarts(queue, stdio, 7);
    const fail = (): Promise<never> => Promise.reject(new Error('gone'));
    await expect(turn.run(never, () => undefined, fail)).rejects.toThrow('gone');
    expect(turn.took.peek()).toBe(7);
    const next = new ServerStarts(queue, stdio, undefined);
    await next.run(
      never,
      () => undefined,
      async () => undefined,
    );
    expect(next.took.peek()).toBeGreaterThanOrEqual(0);
  });

  test.each([
    [undefined, 60_000],
    [30_000, 60_000],
    [45_000, 90_000],
    [500_000, 600_000],
  ])('after a start of %j ms has a limit of %j', (took, limit) => {
    expect(new ServerStarts(free(), stdio, took).limit(60_000)).toBe(limit);
  });
});
