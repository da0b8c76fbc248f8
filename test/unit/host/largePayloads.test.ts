import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { McpObject } from '../../../src/ipc/state';
import { readLargePayload } from '../../../src/client/hostConnection/hostClient';
import { LargePayloads } from '../../../src/host/largePayloads';
import { resourceContent } from '../../../src/ui/resources/resourceContent';

const uri = 'a:b';
const long = 'ü'.repeat(4_000_001);
const { signal } = new AbortController();
let folder: string;
let payloads: LargePayloads;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rh-apart-'));
  payloads = new LargePayloads(folder);
});

afterEach(() => {
  payloads.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const filesLeft = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

function read(result: McpObject): string {
  return Buffer.from(resourceContent(result, uri).bytes).toString();
}

test('small contents stay in the result', async () => {
  const result = { contents: [{ uri, text: 'small' }] };
  expect(await payloads.put(result, signal)).toEqual({ result });
  expect(await payloads.put({ messages: [] }, signal)).toEqual({ result: { messages: [] } });
  expect(filesLeft()).toEqual([]);
});

test('large contents stand in a file of their user, which goes with the reading', async () => {
  const blob = Buffer.from(long).toString('base64');
  const contents = [{ uri: 'a:first', text: 'one' }, { uri, mimeType: 'text/plain', blob }, 'odd'];
  const put = await payloads.put({ contents, ttlMs: 5 }, signal);
  expect(JSON.stringify(put).length).toBeLessThan(1_000);
  const mode = process.platform === 'win32' ? 0 : statSync(put.apart?.file ?? '').mode & 0o077;
  expect(mode).toBe(0);
  const result = await readLargePayload(put, signal);
  expect(filesLeft()).toEqual([]);
  expect(read(result)).toBe(long);
  expect(result).toMatchObject({ ttlMs: 5, contents: [{ uri: 'a:first' }, { uri }, 'odd'] });
});

test('large texts of several parts come on one page', async () => {
  const contents = [
    { uri: 'a:first', text: long },
    { uri: 'a:second', text: 'two' },
  ];
  const page = read(await readLargePayload(await payloads.put({ contents }, signal), signal));
  expect(page).toContain(`## a:first\n\n\`\`\`\n${long}\n\`\`\``);
  expect(page).toContain('two');
});

test('what nobody read goes with the client', async () => {
  const { apart: put } = await payloads.put({ contents: [{ uri, text: long }] }, signal);
  expect(existsSync(put?.file ?? '')).toBe(true);
  payloads.dispose();
  await vi.waitFor(() => expect(filesLeft()).toEqual([]));
});

test('a cancelled one leaves no file, and where none can be written the result is whole', async () => {
  const result = { contents: [{ uri, text: long }] };
  await expect(payloads.put(result, AbortSignal.abort())).rejects.toThrow();
  expect(filesLeft()).toEqual([]);
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  expect(await new LargePayloads(file).put(result, signal)).toEqual({ result });
});

test('a server cannot name a file', async () => {
  const file = path.join(folder, 'mine');
  writeFileSync(file, 'mine');
  const result = { contents: [{ uri, text: 'a', file }], apart: { file, lengths: [4] } };
  expect(await readLargePayload(await payloads.put(result, signal), signal)).toEqual(result);
  expect(existsSync(file)).toBe(true);
});
