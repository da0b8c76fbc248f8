import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { StartClock } from '../../../src/connection/timeouts';
import { isDownloadLine } from '../../../src/processes/stderrLines';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const downloadLine = 'npm warn exec The following package was not found and will be installed: x';

function open(): { clock: StartClock; told: boolean[] } {
  const told: boolean[] = [];
  const limits = { silence: 100, longest: 1_000 };
  const clock = new StartClock(limits, new AbortController().signal, (on) => told.push(on));
  onTestFinished(() => clock.dispose());
  return { clock, told };
}

/** Milliseconds until it passes when a line comes every so often. */
function lastsWith(clock: StartClock, line: string | undefined): number {
  let time = 0;
  while (!clock.signal.aborted) {
    vi.advanceTimersByTime(10);
    time += 10;
    if (line !== undefined) clock.onOutput(line);
  }
  clock.dispose();
  return time;
}

describe('the clock of a start', () => {
  test('passes after a silence', () => {
    const { clock } = open();
    expect([lastsWith(clock, undefined), clock.passedSeconds]).toEqual([100, 0.1]);
  });

  test('waits for three silences at most while there is chatter', () => {
    const { clock, told } = open();
    expect([lastsWith(clock, 'still warming up'), clock.passedSeconds]).toEqual([300, 0.3]);
    expect(told).toEqual([]);
  });

  test('waits up to the cap while a download is told of', () => {
    const { clock, told } = open();
    expect([lastsWith(clock, 'Downloading numpy'), clock.passedSeconds]).toEqual([1_000, 1]);
    expect(told).toEqual([true]);
  });

  test('bears a longer silence after the news of a download, but only until the next line', () => {
    const { clock, told } = open();
    clock.onOutput(downloadLine);
    expect(lastsWith(clock, undefined)).toBe(300);
    const other = open();
    other.clock.onOutput(downloadLine);
    vi.advanceTimersByTime(200);
    other.clock.onOutput('listening');
    expect(lastsWith(other.clock, undefined)).toBe(100);
    expect([told, other.told]).toEqual([[true], [true, false]]);
  });

  test('aborts with the caller', () => {
    const abort = new AbortController();
    const clock = new StartClock({ silence: 1, longest: 1 }, abort.signal, () => undefined);
    abort.abort();
    expect([clock.signal.aborted, clock.passedSeconds]).toEqual([true, undefined]);
    clock.dispose();
  });
});

test.each([
  downloadLine,
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
