import { describe, expect, test } from 'vitest';
import type { ResolvedLaunch } from '../../../src/ipc/launch';
import { StartQueue, ServerStarts } from '../../../src/servers/startQueue';
const never = new AbortController().signal;
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
