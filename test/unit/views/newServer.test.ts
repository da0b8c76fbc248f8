import { expect, test } from 'vitest';
import {
  httpEntry,
  isServerUrl,
  splitCommandLine,
  stdioEntry,
  suggestedName,
} from '../../../src/views/newServer';

test.each([
  ['npx -y pkg', ['npx', '-y', 'pkg']],
  ['  a   b  ', ['a', 'b']],
  [`run "two words" 'it "is"' ""`, ['run', 'two words', 'it "is"', '']],
  [
    String.raw`C:\tools\run.exe --dir=C:\data`,
    [String.raw`C:\tools\run.exe`, String.raw`--dir=C:\data`],
  ],
  [String.raw`a\ b "c\"d" e\\f`, ['a b', 'c"d', String.raw`e\f`]],
  [`--name='a b'c`, ['--name=a bc']],
  ['a "b', undefined],
  ["it's", undefined],
  ['', []],
])('splits %j', (line, words) => {
  expect(splitCommandLine(line)).toEqual(words);
});

test('writes the shortest entry', () => {
  expect(stdioEntry(['till'])).toEqual({ type: 'stdio', command: 'till' });
  expect(stdioEntry(['npx', 'till'])).toEqual({ type: 'stdio', command: 'npx', args: ['till'] });
});

test.each([
  [stdioEntry(['npx', '-y', '@modelcontextprotocol/server-everything@1.2']), 'server-everything'],
  [stdioEntry(['node', 'servers/till.mjs']), 'till'],
  [stdioEntry([String.raw`C:\bin\till.exe`]), 'till'],
  [stdioEntry(['npx']), 'npx'],
  [httpEntry('https://shop.example/mcp'), 'shop.example'],
])('suggests a name for %j', (entry, name) => {
  expect(suggestedName(entry)).toBe(name);
});

test('takes http addresses only', () => {
  expect(isServerUrl('http://127.0.0.1:4000/mcp')).toBe(true);
  expect(isServerUrl('https://${env:HOST}/mcp')).toBe(true);
  expect(isServerUrl('ftp://x')).toBe(false);
  expect(isServerUrl('https://')).toBe(false);
});
