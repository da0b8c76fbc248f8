import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { persistentKey } from '../../../src/base/persistentKey';

let folder = '';

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'roundhouse-test-')), 'known');
});

test('all who make it at the same time have the same key, and leave nothing else behind', async () => {
  const keys = await Promise.all(Array.from({ length: 50 }, () => persistentKey(folder)));
  const [first, ...others] = keys.map((key) => key.export().toString('hex'));
  expect(first).toHaveLength(64);
  expect(new Set(others)).toEqual(new Set([first]));
  expect((await persistentKey(folder)).export().toString('hex')).toBe(first);
  expect(readdirSync(folder)).toEqual(['key']);
});

test('a broken one is refused, and the next takes its place', async () => {
  await rm(folder, { recursive: true, force: true });
  const whole = await persistentKey(folder);
  await writeFile(path.join(folder, 'key'), 'half');
  await expect(persistentKey(folder)).rejects.toThrow('broken key');
  const next = await persistentKey(folder);
  expect(next.equals(whole)).toBe(false);
  expect(await readFile(path.join(folder, 'key'))).toEqual(next.export());
});

test.skipIf(process.platform === 'win32')('nobody else can read it', async () => {
  await persistentKey(folder);
  const modes = [folder, path.join(folder, 'key')].map((file) => statSync(file).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600]);
});
