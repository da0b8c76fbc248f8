import { getEventListeners } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { windowMayBeThere } from '../../../../src/client/hostConnection/connectToWindow';

test('waiting for a window leaves nothing at the signal of the search', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const search = new AbortController();
  const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const env = { ROUNDHOUSE_HOME: path.join(folder, 'run') };
  const over = vi.fn();
  void windowMayBeThere(env, { folder }, search.signal).then(over);
  await vi.waitFor(() => {
    vi.advanceTimersByTime(30_000);
    expect(over).toHaveBeenCalled();
  });
  expect(getEventListeners(search.signal, 'abort')).toEqual([]);
});

test('the end of the search ends the wait for a window', async () => {
  const search = new AbortController();
  const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const env = { ROUNDHOUSE_HOME: path.join(folder, 'run') };
  const waiting = windowMayBeThere(env, { folder }, search.signal);
  search.abort();
  await expect(waiting).rejects.toThrow('aborted');
});
