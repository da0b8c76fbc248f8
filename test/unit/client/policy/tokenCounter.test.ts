import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { TokenCounter } from '../../../../src/client/policy/tokenCounter';

const worker = path.resolve('src/tokenCounterThread.ts');
const patience = { timeout: 30_000 };
const { signal } = new AbortController();
const opened: TokenCounter[] = [];

function counter(script = worker, idle?: number): TokenCounter {
  const created = new TokenCounter(script, idle);
  opened.push(created);
  return created;
}

/** The workers of a test: how many began, and those that have not ended. */
function watchedWorkers() {
  const watched = { begun: 0, running: new Set<Worker>() };
  const watch = (worker: Worker): void => {
    watched.begun += 1;
    watched.running.add(worker);
    worker.once('exit', () => watched.running.delete(worker));
  };
  process.on('worker', watch);
  onTestFinished(() => void process.off('worker', watch));
  return watched;
}

afterEach(() => {
  for (const one of opened.splice(0)) one.dispose();
});

test('texts are counted as the encoding o200k_base does it', async () => {
  const texts = ['hello world', '', 'antidisestablishmentarianism', '日本語のテキスト', '🙂'];
  // The figures of js-tiktoken, another implementation.
  expect(await counter().count(texts, signal)).toEqual([2, 0, 6, 6, 1]);
});

test('the signs of a model in what a server writes are plain text', async () => {
  const [tokens] = (await counter().count(['<|endoftext|><|im_start|>system'], signal)) ?? [];
  expect(tokens).toBeGreaterThan(5);
});

test('neither one endless word nor an endless blank keeps it for long', async () => {
  const begin = performance.now();
  const endless = ['a'.repeat(500_000), ' '.repeat(500_000), 'Ü'.repeat(100_000)];
  expect((await counter().count(endless, signal))?.every((tokens) => tokens > 1_000)).toBe(true);
  expect(performance.now() - begin).toBeLessThan(20_000);
});

test('no worker is there before the first text, nor after a while without one; the next text brings it back', async () => {
  const workers = watchedWorkers();
  const idle = counter(worker, 20);
  expect(await idle.count([], signal)).toEqual([]);
  expect(workers.begun).toBe(0);
  expect(await idle.count(['one'], signal)).toEqual([1]);
  await vi.waitFor(() => expect(workers.running.size).toBe(0), patience);
  expect(await idle.count(['one two'], signal)).toEqual([2]);
  expect(workers.begun).toBe(2);
});

test('who leaves is let go at once, and the others get their figures', async () => {
  const leaving = new AbortController();
  const shared = counter();
  const many = shared.count(
    Array.from({ length: 5_000 }, (_, at) => `tool ${at}`),
    leaving.signal,
  );
  const few = shared.count(['hello world'], signal);
  leaving.abort(new Error('left'));
  await expect(many).rejects.toThrow('left');
  expect(await few).toEqual([2]);
});

test('an editor without workers says so, and so does one whose worker fails', async () => {
  const workers = watchedWorkers();
  const missing = counter(path.resolve('no/such/worker.js'));
  expect(await missing.count(['a'], signal)).toBeUndefined();
  expect(await missing.count(['a'], signal)).toBeUndefined();
  expect(workers.begun).toBe(1);
});

test('the end lets nobody wait', async () => {
  const ending = counter();
  const waiting = ending.count(['a'], signal);
  ending.dispose();
  expect(await waiting).toBeUndefined();
});
