import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { StoredResults } from '../../../../src/tools/results/storedResults';
import { openResultStore } from '../../../support/resultStore';

const { signal } = new AbortController();
const firstLine = { by: 'lines', from: 1, to: 1 } as const;

test('a text is kept in a private file, for the client whose it is', async () => {
  using store = openResultStore();
  const results = new StoredResults(store);
  const others = new StoredResults(store);
  const { result = '', preview } = (await results.storeText('list', '{"a": [1, 2]}', signal)) ?? {};
  expect(preview).toMatchObject({ format: 'json', lines: 1, characters: 13 });
  const found = results.find();
  expect(found).toMatchObject({ result, tool: 'list', mimeType: 'application/json', bytes: 13 });
  expect(readFileSync(found.file, 'utf8')).toBe('{"a": [1, 2]}');
  if (process.platform !== 'win32') {
    expect(statSync(found.file).mode & 0o777).toBe(0o600);
    expect(statSync(store.folder).mode & 0o777).toBe(0o700);
  }
  expect((await results.read(result, firstLine, signal)).text).toBe('{"a": [1, 2]}');
  await expect(others.read(result, firstLine, signal)).rejects.toMatchObject({
    code: 'unknownResult',
    args: { result, valid: [] },
  });
  expect(() => others.find(result)).toThrow(expect.objectContaining({ code: 'unknownResult' }));
  expect(() => others.find()).toThrow(expect.objectContaining({ code: 'noResults' }));
});

test('all of a client goes with it, and what comes late is not kept', async () => {
  using store = openResultStore();
  const results = new StoredResults(store);
  await results.storeText('one', 'text', signal);
  results.dispose();
  await results.storeText('two', 'text', signal);
  await vi.waitFor(() => expect(readdirSync(store.folder)).toEqual([]));
});

test('the oldest make room, by number and by size, and that is told', async () => {
  using store = openResultStore({ files: 3, bytes: 100 });
  const results = new StoredResults(store);
  const kept: string[] = [];
  for (const size of [10, 10, 10, 10, 75]) {
    kept.push((await results.storeText('tool', 'x'.repeat(size), signal))?.result ?? '');
  }
  const [, second = '', third = '', fourth = '', fifth = ''] = kept;
  await expect(results.read(second, firstLine, signal)).rejects.toMatchObject({
    code: 'unknownResult',
    args: { valid: [fifth, fourth, third] },
  });
  await results.storeText('tool', 'x'.repeat(20), signal);
  expect(() => results.find(fourth)).toThrow();
  expect(results.find(fifth).bytes).toBe(75);
  expect(await results.storeText('tool', 'x'.repeat(101), signal)).toBeUndefined();
  await vi.waitFor(() => expect(readdirSync(store.folder)).toHaveLength(2));
});

test('a text that is put into another form is in its place as a whole, and not where it has made room', async () => {
  using store = openResultStore({ files: 1, bytes: 1_000_000 });
  const results = new StoredResults(store);
  const long = JSON.stringify({ rows: Array.from({ length: 6_000 }, (_, at) => `row ${at}`) });
  await results.storeText('tool', long, signal);
  const { file, bytes } = results.find();
  expect(bytes).toBeGreaterThan(long.length);
  expect(statSync(file).size).toBe(bytes);
  expect(readdirSync(store.folder)).toHaveLength(1);

  const preview = async (wanted: string) => {
    // Another one takes its room before the look begins.
    await store.files.put('newer', signal);
    await vi.waitFor(() => expect(readdirSync(store.folder)).toHaveLength(1));
    writeFileSync(wanted, long);
    return store.reader.preview(wanted, signal);
  };
  await new StoredResults({ ...store, reader: { ...store.reader, preview } }).storeText(
    'tool',
    long,
    signal,
  );
  await vi.waitFor(() => expect(readdirSync(store.folder)).toHaveLength(1));
  expect(readFileSync(path.join(store.folder, readdirSync(store.folder)[0] ?? ''), 'utf8')).toBe(
    'newer',
  );
});

test('bytes are kept to be opened, not to be read', async () => {
  using store = openResultStore();
  const results = new StoredResults(store);
  const content = { tool: 'draw', mimeType: 'image/png', base64: 'aGk=' };
  expect(await results.storeBytes(content, signal)).toBe(true);
  const { result, file } = results.find();
  expect(readFileSync(file, 'utf8')).toBe('hi');
  await expect(results.read(result, firstLine, signal)).rejects.toMatchObject({
    code: 'resultNotText',
    args: { mimeType: 'image/png' },
  });
});

test('without a place nothing is kept', async () => {
  const results = new StoredResults();
  expect(await results.storeText('tool', 'text', signal)).toBeUndefined();
  expect(await results.storeBytes({ tool: 'a', mimeType: 'b', base64: '' }, signal)).toBe(false);
});
