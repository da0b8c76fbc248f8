import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { UserError } from '../../../src/base/errors';
import type * as windows from '../../../src/client/hostConnection/connectToWindow';
import { readOptions } from '../../../src/terminal/options';
import { readConfigs } from '../../../src/terminal/readConfigs';

const openTerminal = vi.hoisted(() => vi.fn());
const connectToWindow = vi.hoisted(() => vi.fn<typeof windows.connectToWindow>());
const windowMayBeThere = vi.hoisted(() => vi.fn<typeof windows.windowMayBeThere>());
vi.mock('../../../src/terminal/terminalWindow', () => ({ openTerminal }));
vi.mock('../../../src/client/hostConnection/connectToWindow', () => ({
  connectToWindow,
  windowMayBeThere,
}));

// Files share modules, which have the real window here.
vi.resetModules();
const { connectAgent } = await import('../../../src/terminal/connectAgent');

beforeEach(() => {
  connectToWindow.mockReset().mockResolvedValue(undefined);
  windowMayBeThere.mockReset().mockImplementation(async (_env, _query, signal) => {
    await nextTurn();
    signal.throwIfAborted();
    return false;
  });
});

/** Starts the program; its client ends after the test. `files`: of servers of its own. */
async function start(...files: string[]) {
  const options = readOptions(['connect', ...files.flatMap((file) => ['--config', file])]);
  if (typeof options === 'string') throw new Error(options);
  const [input, output] = [new PassThrough(), new PassThrough()];
  const say = vi.fn();
  const ended = connectAgent(options, await readConfigs(files), { input, output, say });
  onTestFinished(async () => {
    input.destroy();
    expect(await ended).toBe(0);
  });
  return { input, output, say };
}

function emptyFile(): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'rh-')), 'mcp.json');
  writeFileSync(file, '{}');
  return file;
}

test('servers of an agent’s own files that could not be opened are opened anew', async () => {
  openTerminal.mockRejectedValue(new UserError('hostUnreachable'));
  const { say } = await start(emptyFile());
  await vi.waitFor(() => expect(openTerminal.mock.calls.length).toBeGreaterThan(2));
  expect(say).toHaveBeenCalledOnce();
});

test.each([
  ['to another window', []],
  ['to servers of its own', [emptyFile()]],
])('from a window that reloads an agent goes %s only after 15 seconds', async (_, files) => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  openTerminal.mockReset().mockRejectedValue(new UserError('hostUnreachable'));
  const reloading = new AbortController();
  const connection = { url: 'http://127.0.0.1:9/mcp', token: '', nearness: 4 };
  const over = reloading.signal;
  connectToWindow.mockResolvedValueOnce({ ...connection, over, dispose: () => undefined });
  const goesElsewhere = (): boolean =>
    openTerminal.mock.calls.length > 0 || connectToWindow.mock.lastCall?.[1].least === 0;
  await start(...files);
  await vi.waitFor(() => expect(connectToWindow).toHaveBeenCalledOnce());
  reloading.abort();
  await vi.waitFor(() => expect(windowMayBeThere.mock.lastCall?.slice(3)).toEqual([15_000]));
  expect(windowMayBeThere.mock.lastCall?.[1].least).toBe(4);
  now = 14_999;
  const { length } = windowMayBeThere.mock.calls;
  await vi.waitFor(() => expect(windowMayBeThere.mock.calls.length).toBeGreaterThan(length + 1));
  expect(goesElsewhere()).toBe(false);
  now = 15_000;
  await vi.waitFor(() => expect(goesElsewhere()).toBe(true));
});

test('an agent whose window has its very folder open looks for no nearer one', async () => {
  const connection = { url: 'http://127.0.0.1:9/mcp', token: '', nearness: process.cwd().length };
  const over = new AbortController().signal;
  connectToWindow.mockResolvedValueOnce({ ...connection, over, dispose: () => undefined });
  await start();
  await vi.waitFor(() => expect(connectToWindow).toHaveBeenCalledOnce());
  await nextTurn();
  expect(windowMayBeThere).not.toHaveBeenCalled();
});

test('an agent that is told of a nearer window goes to none that is farther', async () => {
  const connection = { url: 'http://127.0.0.1:9/mcp', token: '', nearness: 1 };
  const over = new AbortController().signal;
  connectToWindow.mockResolvedValueOnce({ ...connection, over, dispose: () => undefined });
  windowMayBeThere.mockResolvedValueOnce(true);
  await start();
  await vi.waitFor(() => expect(connectToWindow.mock.calls.length).toBeGreaterThan(1));
  expect(connectToWindow.mock.calls[1]?.[1].least).toBe(2);
});

test('a batch of too many messages, or a line that is not JSON, does not end the program', async () => {
  const { input, output } = await start();
  const line = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' });
  input.write(`[${Array(1_001).fill(line).join()}]\nno JSON\n${line}\n`);
  let answered = '';
  output.on('data', (chunk) => (answered += String(chunk)));
  await vi.waitFor(() => expect(answered.trim().split('\n')).toHaveLength(3));
  expect(
    answered
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toMatchObject([
    { id: null, error: { code: -32600 } },
    { id: null, error: { code: -32700 } },
    { id: 7, result: {} },
  ]);
});
