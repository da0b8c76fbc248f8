import { afterEach, beforeEach, describe, expect, test, vi, onTestFinished } from 'vitest';
import { Deadline, StartClock } from '../../../src/connection/timeouts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('Deadline', () => {
  test('passes after a silence, which every sign of life starts anew', () => {
    const deadline = new Deadline({ idleTimeout: 100 }).start();
    vi.advanceTimersByTime(90);
    deadline.touch();
    vi.advanceTimersByTime(90);
    expect(deadline.signal.aborted).toBe(false);
    vi.advanceTimersByTime(10);
    expect(deadline.signal.aborted).toBe(true);
    expect(deadline.passedSeconds).toBe(0.1);
  });

  test('passes after the time in all', () => {
    const deadline = new Deadline({ idleTimeout: 100, totalTimeout: 150 }).start();
    vi.advanceTimersByTime(90);
    deadline.touch();
    vi.advanceTimersByTime(60);
    expect(deadline.passedSeconds).toBe(0.15);
    deadline.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('aborts with the caller, which is no passing', async () => {
    const abort = new AbortController();
    const deadline = new Deadline({ signal: abort.signal, totalTimeout: 100 }).start();
    const raced = deadline.race(new Promise(() => undefined));
    abort.abort();
    await expect(raced).rejects.toBe(abort.signal.reason);
    expect(deadline.passedSeconds).toBeUndefined();
    await expect(deadline.race(new Promise(() => undefined))).rejects.toBe(abort.signal.reason);
    deadline.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('tells each listener once, and makes the same of a signal, asked for before or after', () => {
    const deadline = new Deadline({ totalTimeout: 100 }).start();
    const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
    deadline.addEventListener('abort', first);
    deadline.addEventListener('abort', second);
    deadline.removeEventListener('abort', second);
    const { signal } = deadline;
    expect([deadline.aborted, signal.aborted]).toEqual([false, false]);
    vi.advanceTimersByTime(1_000);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
    expect([deadline.aborted, signal.aborted, signal.reason]).toEqual([
      true,
      true,
      deadline.reason,
    ]);
    const late = new Deadline({ signal });
    expect([late.aborted, late.signal.aborted, late.reason]).toEqual([true, true, signal.reason]);
    deadline.dispose();
  });

  test('takes times that no timer can hold as never', () => {
    const deadline = new Deadline({ idleTimeout: Infinity, totalTimeout: 2 ** 40 }).start();
    expect(vi.getTimerCount()).toBe(0);
    deadline.dispose();
  });

  test('stands still while it is paused, until everyone has let go', () => {
    const deadline = new Deadline({ idleTimeout: 100, totalTimeout: 150 }).start();
    vi.advanceTimersByTime(60);
    const [first, second] = [deadline.pause(), deadline.pause()];
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(1_000);
    first.dispose();
    first.dispose();
    vi.advanceTimersByTime(1_000);
    second.dispose();
    vi.advanceTimersByTime(39);
    deadline.touch();
    expect(deadline.signal.aborted).toBe(false);
    vi.advanceTimersByTime(50);
    expect(deadline.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(deadline.passedSeconds).toBe(0.15);
  });

  test('that is over stays over after a pause', () => {
    const deadline = new Deadline({ idleTimeout: 100 }).start();
    const pause = deadline.pause();
    deadline.dispose();
    pause.dispose();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('counts anew where the machine slept through its end', () => {
    const deadline = new Deadline({ idleTimeout: 1_000 }).start();
    const awake = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(awake + 3_600_000);
    vi.advanceTimersByTime(1_000);
    clock.mockRestore();
    expect(deadline.signal.aborted).toBe(false);
    vi.advanceTimersByTime(3_600_000 + 1_000);
    expect(deadline.passedSeconds).toBe(1);
  });

  test('is not ended early by touches, however many', () => {
    const deadline = new Deadline({ idleTimeout: 100 }).start();
    for (let count = 0; count < 1_000; count++) {
      vi.advanceTimersByTime(99);
      deadline.touch();
    }
    expect([deadline.signal.aborted, vi.getTimerCount()]).toEqual([false, 1]);
    vi.advanceTimersByTime(100);
    expect(deadline.signal.aborted).toBe(true);
  });
});

const downloadLine = 'npm warn exec The following package was not found and will be installed: x';

function openClock(): { clock: StartClock; told: boolean[] } {
  const told: boolean[] = [];
  const limits = { silence: 100, longest: 1_000 };
  const clock = new StartClock(limits, new AbortController().signal, (on) => told.push(on));
  onTestFinished(() => clock.dispose());
  return { clock, told };
}

/** Milliseconds until it passes when a line comes every so often. */
function lastsWith(clock: StartClock, line: string | undefined): number {
  let time = 0;
  while (!clock.signal.aborted) {
    vi.advanceTimersByTime(10);
    time += 10;
    if (line !== undefined) clock.onOutput(line);
  }
  clock.dispose();
  return time;
}

describe('the clock of a start', () => {
  afterEach(() => expect(vi.getTimerCount()).toBe(0));

  test('passes after a silence', () => {
    const { clock } = openClock();
    expect([lastsWith(clock, undefined), clock.passedSeconds]).toEqual([100, 0.1]);
  });

  test('waits for three silences at most while there is chatter', () => {
    const { clock, told } = openClock();
    expect([lastsWith(clock, 'still warming up'), clock.passedSeconds]).toEqual([300, 0.3]);
    expect(told).toEqual([]);
  });

  test('waits up to the cap while a download is told of', () => {
    const { clock, told } = openClock();
    expect([lastsWith(clock, 'Downloading numpy'), clock.passedSeconds]).toEqual([1_000, 1]);
    expect(told).toEqual([true]);
  });

  test('bears a longer silence after the news of a download, but only until the next line', () => {
    const { clock, told } = openClock();
    clock.onOutput(downloadLine);
    expect(lastsWith(clock, undefined)).toBe(300);
    const other = openClock();
    other.clock.onOutput(downloadLine);
    vi.advanceTimersByTime(200);
    other.clock.onOutput('listening');
    expect(lastsWith(other.clock, undefined)).toBe(100);
    expect([told, other.told]).toEqual([[true], [true, false]]);
  });

  test('aborts with the caller', () => {
    const abort = new AbortController();
    const clock = new StartClock({ silence: 1, longest: 1 }, abort.signal, () => undefined);
    abort.abort();
    expect([clock.signal.aborted, clock.passedSeconds]).toEqual([true, undefined]);
    clock.dispose();
  });
});
