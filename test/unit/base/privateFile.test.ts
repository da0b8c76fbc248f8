import { mkdirSync, mkdtempSync, promises, readdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { replaceFile } from '../../../src/base/privateFile';

/** The system refuses to rename, as Windows does while a file is open, always or so many times. */
function refusing(code: string, times?: number) {
  const refusal = Object.assign(new Error('refused'), { code });
  const refused = vi.spyOn(promises, 'rename');
  if (times === undefined) refused.mockRejectedValue(refusal);
  else for (let left = times; left > 0; left--) refused.mockRejectedValueOnce(refusal);
  syncBuiltinESMExports();
  onTestFinished(() => {
    refused.mockRestore();
    syncBuiltinESMExports();
  });
  return refused;
}

test.each(['EPERM', 'EACCES', 'EBUSY'])(
  'a file that is open (%s) is replaced later',
  async (code) => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'private-')), 'file');
    refusing(code, 2);
    await replaceFile(file, 'text');
    expect(readFileSync(file, 'utf8')).toBe('text');
  },
);

test.each([
  ['EPERM', 20],
  ['ENOSPC', 1],
])('a replacement that is refused with %s is tried %i times', async (code, times) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'private-'));
  const refused = refusing(code);
  await expect(replaceFile(path.join(folder, 'file'), 'text')).rejects.toMatchObject({ code });
  expect(refused).toHaveBeenCalledTimes(times);
  expect(readdirSync(folder)).toEqual([]);
});

test('a replacement that the system refuses leaves nothing behind', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'private-'));
  mkdirSync(path.join(folder, 'taken', 'inside'), { recursive: true });
  await expect(replaceFile(path.join(folder, 'taken'), 'text')).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(['taken']);
  await replaceFile(path.join(folder, 'free'), 'text');
  expect(readFileSync(path.join(folder, 'free'), 'utf8')).toBe('text');
});
