import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { replaceFile } from '../../../src/base/privateFile';

test('a replacement that the system refuses leaves nothing behind', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'private-'));
  mkdirSync(path.join(folder, 'taken', 'inside'), { recursive: true });
  await expect(replaceFile(path.join(folder, 'taken'), 'text')).rejects.toThrow();
  expect(readdirSync(folder)).toEqual(['taken']);
  await replaceFile(path.join(folder, 'free'), 'text');
  expect(readFileSync(path.join(folder, 'free'), 'utf8')).toBe('text');
});
