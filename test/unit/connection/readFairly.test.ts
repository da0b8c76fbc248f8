import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { readFairly } from '../../../src/connection/readFairly';

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
  expect(stream.isPaused()).toBe(false);
  stream.destroy();
});

test('one that has ended leaves no timer', async () => {
  const { stream, came } = reading(40, false);
  stream.write('one');
  await vi.waitFor(() => expect(came).toEqual(['one']));
  const timers = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  stream.destroy();
  await once(stream, 'close');
  expect(timers()).toBe(before - 1);
});
