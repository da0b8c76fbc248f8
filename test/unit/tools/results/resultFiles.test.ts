import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  removeLeftResults,
  ResultFiles,
  resultFolder,
} from '../../../../src/tools/results/resultFiles';
import { untilTestEnds } from '../../../support/spies';

test('what a host left that is gone is removed, and nothing else', async () => {
  const run = mkdtempSync(path.join(tmpdir(), 'rh-'));
  try {
    const own = resultFolder(run);
    const [, rest = ''] = /^\d+(-.*)$/.exec(path.basename(own)) ?? [];
    const ended = spawn(process.execPath, ['-e', '0']);
    await once(ended, 'exit');
    const left = path.join(run, `${ended.pid}${rest}`);
    // The id counts somewhere else.
    const foreign = path.join(run, `${ended.pid}-${'0'.repeat(16)}-${'1'.repeat(16)}.results`);
    const other = path.join(run, 'abc.results');
    for (const folder of [own, left, foreign, other]) mkdirSync(folder);
    await removeLeftResults(run);
    expect([own, left, foreign, other].map((folder) => existsSync(folder))).toEqual([
      true,
      false,
      true,
      true,
    ]);
    await removeLeftResults(path.join(run, 'missing'));
  } finally {
    rmSync(run, { recursive: true, force: true });
  }
});

test('results take a quarter of the room at most, and one that does not fit is not stored', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  let used = 0;
  const files = new ResultFiles(folder, undefined, async () => 4_000 - used);
  onTestFinished(() => files.dispose());
  const put = async (bytes: number) => {
    const file = await files.put('x'.repeat(bytes), new AbortController().signal);
    used += file?.bytes ?? 0;
    return file;
  };
  const [first, second] = [await put(500), await put(500)];
  expect([first?.isGone, second?.isGone]).toEqual([false, false]);
  const third = await put(600);
  expect([first?.isGone, second?.isGone, third?.isGone]).toEqual([true, true, false]);
  expect(await put(1_001)).toBeUndefined();
  expect(third?.isGone).toBe(false);
});

test('a file that somebody has open does not keep a host from its end', () => {
  const busy = Object.assign(new Error('EBUSY: resource busy or locked'), { code: 'EBUSY' });
  const remove = vi.spyOn(fs, 'rmSync').mockImplementation(() => {
    throw busy;
  });
  untilTestEnds(remove);
  new ResultFiles(path.join(tmpdir(), 'no-results')).dispose();
  expect(remove).toHaveBeenCalledOnce();
});
