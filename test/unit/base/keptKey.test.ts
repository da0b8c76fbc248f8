import { mkdtempSync, readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { keptKey } from '../../../src/base/keptKey';

let folder = '';

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'roundhouse-test-')), 'known');
});

test('all who make it at the same time have the same key, and leave nothing else behind', async () => {
  const keys = await Promise.all(Array.from({ length: 50 }, () => keptKey(folder)));
  const [first, ...others] = keys.map((key) => key.toString('hex'));
  expect(first).toHaveLength(64);
  expect(new Set(others)).toEqual(new Set([first]));
  expect(await keptKey(folder)).toEqual(keys[0]);
  expect(readdirSync(folder)).toEqual(['key']);
});

test('a broken one is refused, and the next takes its place', async () => {
  await rm(folder, { recursive: true, force: true });
  const whole = await keptKey(folder);
  await writeFile(path.join(folder, 'key'), 'half');
  await expect(keptKey(folder)).rejects.toThrow('broken key');
  const next = await keptKey(folder);
  expect(next).not.toEqual(whole);
  expect(await readFile(path.join(folder, 'key'))).toEqual(next);
});
