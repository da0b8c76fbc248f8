import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { failureLine, isDownloadLine } from '../../../src/processes/stderrLines';

/** Each ending is a title, the line that helps, and what the program wrote; control characters have pictures. */
const endings = readFileSync(new URL('stderrEndings.txt', import.meta.url), 'utf8')
  .replaceAll('␛', '\u001B')
  .replaceAll('␍', '\r')
  .split(/^=== /m)
  .slice(1)
  .map((block) => {
    const [title = '', wanted = '', ...lines] = block.split('\n');
    return { title, wanted: wanted.replace(/^--- ?/, ''), lines };
  });

test('there are endings of many programs', () => {
  expect(endings.length).toBeGreaterThanOrEqual(100);
  expect(endings.every(({ lines }) => lines.some((line) => line.trim() !== ''))).toBe(true);
});

test.each(endings)('$title', ({ wanted, lines }) => {
  expect(failureLine(lines) ?? '').toBe(wanted);
  // A transport passes empty lines over.
  expect(failureLine(lines.filter((line) => line.trim() !== '')) ?? '').toBe(wanted);
});

describe('a last line', () => {
  test('that says nothing is never chosen', () => {
    const boilerplate = /^(?:Node\.js v|[\W\d]*$|npm error A complete log|Run '|exit status)/;
    for (const { lines } of endings) expect(failureLine(lines) ?? 'none').not.toMatch(boilerplate);
  });

  test('is absent where nothing was written', () => {
    expect(failureLine([])).toBeUndefined();
    expect(failureLine(['', '}', '^^^^'])).toBeUndefined();
  });
});

test('a long line is shown whole, as its secrets are not masked yet', () => {
  const line = `error: ${'x'.repeat(3_000)}`;
  expect(failureLine([line])).toBe(line);
});

// What grows with the square of the length takes far longer than a test may.
test.each([
  'a',
  ' ',
  'a ',
  '\u001B',
  '\u001B[',
  '\u001B[;',
  '\u001B]a;',
  '│ ',
  '(',
  'a.',
  '{"',
  '[',
  '\r',
  'Error ',
  'no ',
  'npm error ',
  'level=error msg=',
  'validation error for ',
  "thread '",
  'ZodError: [',
])('lines of nothing but %j are read in time', (piece) => {
  const line = `error: ${piece.repeat(Math.ceil(64_000 / piece.length))}b`;
  const unframed = `${piece.repeat(Math.ceil(64_000 / piece.length))}b`;
  const lines = [...Array.from({ length: 200 }, () => unframed), line];
  expect(failureLine(lines)).toBeDefined();
});

test.each([
  'npm warn exec The following package was not found and will be installed: x',
  'npm WARN exec The following package was not found and will be installed: cowsay@1.6.0',
  'added 96 packages in 4s',
  'Progress: resolved 1, reused 0, downloaded 0, added 0',
  'Resolving dependencies',
  'Downloading cpython-3.12.9-linux-x86_64-gnu (20.5MiB)',
  ' Downloaded pydantic-core',
  'Resolved 29 packages in 1.02s',
  'Installed 29 packages in 26ms',
  '   Building mcp-server-git @ file:///x',
  'Collecting mcp>=1.0',
  '  Using cached mcp-1.2.0-py3-none-any.whl (66 kB)',
  'Installing collected packages: mcp',
  "Unable to find image 'mcp/fetch:latest' locally",
  'latest: Pulling from mcp/fetch',
  'a3ed95caeb02: Pull complete',
  '6e909acdb790: Downloading  12.3MB/28.2MB',
  'Digest: sha256:0123',
  'Status: Downloaded newer image for mcp/fetch:latest',
  'Trying to pull docker.io/mcp/fetch:latest...',
  'Download https://jsr.io/@std/path/meta.json',
  'go: downloading github.com/mark3labs/mcp-go v0.8.0',
  '   Compiling serde v1.0.200',
  '\u001B[32mDownloading\u001B[0m numpy',
])('a launcher downloads: %s', (line) => {
  expect(isDownloadLine(line)).toBe(true);
});

test.each([
  '',
  'Server listening on stdio',
  'npm notice New major version of npm available!',
  'Loading model from https://example.com/downloads',
  'INFO Download service is ready',
  'Error: Cannot find module',
  '2025-01-01 12:00:00 INFO Waiting for connections',
])('a server says: %s', (line) => {
  expect(isDownloadLine(line)).toBe(false);
});
