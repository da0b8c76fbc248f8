import { mkdirSync, mkdtempSync, promises, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { replaceFile } from '../../../src/base/privateFile';
import { untilTestEnds } from '../../support/spies';

/**
 * The system refuses to rename a file, as Windows does while it is open, always or so many times. Other files are not
 * held back, because what other tests began may write still. The list of the tries is returned.
 */
function refusing(file: string, code: string, times = Infinity): string[] {
  const { rename } = promises;
  const tries: string[] = [];
  const refused = vi.spyOn(promises, 'rename').mockImplementation(async (from, to) => {
    if (to === file && tries.push(String(from)) <= times)
      throw Object.assign(new Error('refused'), { code });
    await rename(from, to);
  });
  untilTestEnds(refused);
  return tries;
}

test.each(['EPERM', 'EACCES', 'EBUSY'])(
  'a file that is open (%s) is replaced later',
  async (code) => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'private-')), 'file');
    const tries = refusing(file, code, 2);
    await replaceFile(file, 'text');
    expect(tries).toHaveLength(3);
    expect(readFileSync(file, 'utf8')).toBe('text');
  },
);

test.each([
  ['EPERM', 20],
  ['ENOSPC', 1],
])('a replacement that is refused with %s is tried %i times', async (code, times) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'private-'));
  const file = path.join(folder, 'file');
  const tries = refusing(file, code);
  await expect(replaceFile(file, 'text')).rejects.toMatchObject({ code });
  expect(tries).toHaveLength(times);
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
