import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { givenInputs, readOptions, UsageError, wantsJson } from '../../../src/terminal/options';

test('a set is of a window, so it goes with no files', () => {
  expect(readOptions(['connect', '--set', 'daily'])).toMatchObject({ set: 'daily' });
  expect(readOptions(['connect', '--config', 'mcp.json'])).toMatchObject({ config: ['mcp.json'] });
  const both = ['connect', '--set', 'daily', '--config', 'mcp.json'];
  expect(() => readOptions(both)).toThrow(UsageError);
});

test.each([
  [['call', '--config', 'mcp.json', 'connect', 'mock', '--json'], true],
  [['--folder', 'mock', 'list', '--json', '--wrong'], true],
  [['--json', '--config', 'mcp.json', 'connect'], false],
  [['mock', 'list', '--json'], false],
  [['list'], false],
])('%j: failures as JSON: %s', (argv, wants) => {
  expect(wantsJson(argv)).toBe(wants);
});

const given = (inputs: Record<string, string>, stdin?: string) =>
  givenInputs(
    new Map(Object.entries(inputs)),
    stdin === undefined ? undefined : Readable.from([stdin]),
  );

test('a value comes as it is, from a file, or from standard input', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'rh-')), 'token');
  writeFileSync(file, 's3cret\n');
  const inputs = { a: 'x=1', b: `@${file}`, c: '@@home', d: '-', e: '' };
  expect(Object.fromEntries(await given(inputs, 'typed\r\n'))).toEqual({
    a: 'x=1',
    b: 's3cret',
    c: '@home',
    d: 'typed',
    e: '',
  });
});

test('a byte order mark is no part of a value', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'rh-')), 'token');
  writeFileSync(file, '\uFEFFs3cret\r\n');
  expect((await given({ a: `@${file}` })).get('a')).toBe('s3cret');
});

test('a value without its id is not told', () => {
  const argv = ['list', '--config', 'mcp.json', '--input', 's3cret'];
  expect(() => readOptions(argv)).toThrow(/^--input takes ID=VALUE\.$/);
});

test.each([
  [{ a: '@/no/such/file' }, '', /--input a=@\/no\/such\/file: ENOENT/],
  [{ a: '-', b: '-' }, 'x', /Only one --input/],
  [{ a: '-' }, undefined, /is the agent's here/],
])('%j says what is wrong', async (inputs, stdin, message) => {
  await expect(given(inputs as Record<string, string>, stdin)).rejects.toThrow(message);
});
