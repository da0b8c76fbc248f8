import { PassThrough } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { FairShare, readFairly } from '../../../../src/connection/transports/fairShare';

function busy(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

/** Reads a stream, each chunk in that time; gives what came. */
function reading(
  milliseconds: number,
  isWorthIt: boolean,
): { stream: PassThrough; came: string[] } {
  const stream = new PassThrough();
  const came: string[] = [];
  readFairly(stream, (chunk) => {
    came.push(chunk.toString());
    busy(milliseconds);
    return isWorthIt;
  });
  return { stream, came };
}

test('a stream that takes much time has to wait, and loses nothing', async () => {
  const { stream, came } = reading(40, false);
  stream.write('one');
  await vi.waitFor(() => expect(came).toEqual(['one']));
  expect(stream.isPaused()).toBe(true);
  stream.end('two');
  await vi.waitFor(() => expect(came).toEqual(['one', 'two']));
});

test.each([
  [40, true],
  [0, false],
])('one whose chunks take %d ms and are worth it (%s) does not', async (time, isWorthIt) => {
  const { stream, came } = reading(time, isWorthIt);
  for (const text of ['one', 'two', 'three']) stream.write(text);
  await vi.waitFor(() => expect(came.join()).toBe('one,two,three'));
  await vi.waitFor(() => expect(stream.isPaused()).toBe(false));
  stream.destroy();
});

test('one that waits keeps no process alive', async () => {
  const timers = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const { stream, came } = reading(40, false);
  stream.write('one');
  await vi.waitFor(() => expect(came).toEqual(['one']));
  expect(stream.isPaused()).toBe(true);
  expect(timers()).toBeLessThanOrEqual(before);
  stream.destroy();
});

describe('a share', () => {
  /** Empty lines, so that a part may end anywhere. */
  const chunk = Buffer.alloc(100_000, '\n');

  /** Whether others had so many turns before a stream could go on. */
  async function turnsBefore(done: Promise<void> | undefined): Promise<number> {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await done;
    isOver = true;
    return turns;
  }

  test('gives others a turn between the parts of a chunk, though they are worth it', async () => {
    let parts = 0;
    const done = new FairShare().use(chunk, () => {
      parts += 1;
      busy(11);
      return true;
    });
    expect(parts).toBe(1);
    expect(await turnsBefore(done)).toBeGreaterThan(20);
    expect(parts).toBe(25);
  });

  test('ends a part with a line if one ends soon', () => {
    const parts: number[] = [];
    const lines = [3_000, 3_000, 1, 9_000, 50, 20_000];
    const text = lines.map((length) => `${'x'.repeat(length - 1)}\n`).join('');
    void new FairShare().use(Buffer.from(text), (part) => {
      parts.push(part.length);
      return true;
    });
    expect(parts).toEqual([6_000, 9_001, 4_096, 15_954]);
  });

  test.each([true, false])(
    'has a later part decide about those before it: %s',
    async (isWorthIt) => {
      let parts = 0;
      const begun = performance.now();
      const done = new FairShare().use(chunk.subarray(0, 12_288), () => {
        parts += 1;
        busy(30);
        return parts < 3 ? undefined : isWorthIt;
      });
      const turns = await turnsBefore(done);
      expect(parts).toBe(3);
      if (isWorthIt) return expect(turns).toBeLessThan(10);
      // Ninety useless milliseconds are the shares of three periods.
      expect(performance.now() - begun).toBeGreaterThan(200);
    },
  );

  test('counts as useless what nothing has decided about for a second', async () => {
    const begun = performance.now();
    await new FairShare().use(Buffer.alloc(1), () => {
      busy(1_001);
      return undefined;
    });
    expect(performance.now() - begun).toBeGreaterThan(3_500);
  });

  test('keeps an ended stream waiting no longer', async () => {
    const share = new FairShare();
    const useless = () => (busy(80), false);
    const waits = share.use(Buffer.alloc(1), useless);
    share.end();
    expect(await turnsBefore(waits)).toBeLessThan(10);
    expect(await turnsBefore(share.use(Buffer.alloc(1), useless))).toBeLessThan(10);
  });

  test('pays for much useless work over as many periods', async () => {
    const share = new FairShare();
    const begun = performance.now();
    await share.use(Buffer.alloc(1), () => {
      busy(80);
      return false;
    });
    expect(performance.now() - begun).toBeGreaterThan(200);
  });

  test('waits for room', async () => {
    let tell = (): void => undefined;
    const room = new Promise<void>((resolve) => (tell = resolve));
    let parts = 0;
    let isFull = false;
    const done = new FairShare(() => (isFull ? room : undefined)).use(chunk, () => {
      parts += 1;
      isFull = parts === 3;
      return true;
    });
    expect(parts).toBe(3);
    tell();
    await done;
    expect(parts).toBe(25);
  });

  test('does at once what is short', () => {
    expect(new FairShare().use(chunk, () => true)).toBeUndefined();
  });

  test('tells what its work throws, at once and later', async () => {
    const fail = (): never => {
      throw new Error('oops');
    };
    expect(() => new FairShare().use(chunk, fail)).toThrow('oops');
    let parts = 0;
    const later = new FairShare().use(chunk, () => {
      busy(11);
      parts += 1;
      return parts < 3 || fail();
    });
    await expect(later).rejects.toThrow('oops');
  });
});
