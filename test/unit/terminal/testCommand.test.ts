import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { UserError } from '../../../src/base/errors';
import type { TestResult } from '../../../src/ipc/serverTests';
import { readOptions, UsageError } from '../../../src/terminal/options';
import type { TerminalWindow } from '../../../src/terminal/terminalWindow';
import { test as runTests } from '../../../src/terminal/testCommand';

/** A file with tests of one server, run with these options; each call does `act` and has this result. */
function folderWith(tests: object) {
  const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const file = path.join(folder, 'tests.json');
  writeFileSync(file, JSON.stringify({ tests: { till: tests } }));
  const printed: string[] = [];
  const told: string[] = [];
  let calls = 0;
  const ending = new AbortController();
  const run = async (
    args: readonly string[],
    result: TestResult,
    act = (): unknown => undefined,
  ) => {
    const send = async (): Promise<TestResult> => {
      calls += 1;
      await act();
      return result;
    };
    const window = { host: { send }, ending: ending.signal } as unknown as TerminalWindow;
    const options = readOptions(['test', file, ...args]);
    if (typeof options === 'string') throw new Error(options);
    return runTests(window, options, [], {
      result: (text) => void printed.push(text),
      raw: () => undefined,
      message: (text) => void told.push(text),
    });
  };
  return { folder, file, run, printed, told, calls: () => calls, end: () => ending.abort() };
}

const echo = { tool: 'echo', expect: { snapshot: { content: [] } } };
const passed: TestResult = { took: 1, failures: [] };

test('the folder of the results is made, and one that cannot be costs no run', async () => {
  const { folder, file, run, calls } = folderWith({ echo });
  await expect(run(['--junit', path.join(file, 'x.xml')], passed)).rejects.toThrow(UsageError);
  expect(calls()).toBe(0);
  const junit = path.join(folder, 'out', 'x.xml');
  expect(await run(['--junit', junit], passed)).toBe(0);
  expect(readFileSync(junit, 'utf8')).toContain('<testsuites tests="1" failures="0"');
});

test('a run that is ended leaves the results of the tests that were done', async () => {
  const { folder, run, calls } = folderWith({ echo, again: echo });
  const junit = path.join(folder, 'x.xml');
  const isWritten = (): Promise<void> =>
    vi.waitFor(() =>
      expect(readFileSync(junit, 'utf8')).toContain(`<testsuites tests="${calls() - 1}"`),
    );
  expect(await run(['--junit', junit], passed, isWritten)).toBe(0);
  expect(calls()).toBe(2);
});

test('a call that the end of the run cuts off is no result', async () => {
  const { folder, run, calls, end } = folderWith({ echo, again: echo, third: echo });
  const junit = path.join(folder, 'x.xml');
  const cutOff = (): void => {
    if (calls() < 2) return;
    end();
    throw new UserError('hostGone');
  };
  await run(['--junit', junit], passed, cutOff);
  expect(readFileSync(junit, 'utf8')).toContain('<testsuites tests="1"');
  expect(calls()).toBe(2);
});

test('the results are told even if they cannot be written', async () => {
  const { folder, run, printed, told } = folderWith({ echo });
  const junit = path.join(folder, 'out', 'x.xml');
  const block = (): void => {
    rmSync(junit);
    mkdirSync(junit);
  };
  // A second document of JSON would make both unreadable.
  expect(await run(['--json', '--junit', junit], passed, block)).toBe(1);
  expect(printed.map((text) => JSON.parse(text) as unknown)).toMatchObject([{ passed: 1 }]);
  expect(told).toEqual([expect.stringContaining('cannot be written')]);
});

test('snapshots are put into the file as it is by then, for tests that are the same', async () => {
  const { file, run, told } = folderWith({ echo, changed: echo, gone: echo });
  const differs: TestResult = {
    took: 1,
    failures: [{ reason: { code: 'testSnapshot' } }],
    snapshot: { content: ['new'] },
  };
  const edited = (snapshot: object): string =>
    JSON.stringify({
      tests: {
        till: { added: { tool: 'a' }, echo: { tool: 'echo', expect: { snapshot } } },
        other: { changed: echo },
      },
    });
  const edit = (): void => writeFileSync(file, edited({ content: [] }));
  expect(await run(['--update'], differs, edit)).toBe(1);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(edited({ content: ['new'] })));
  expect(told).toEqual([
    'till › echo: snapshot updated.',
    'till › changed: changed meanwhile, snapshot not updated.',
    'till › gone: changed meanwhile, snapshot not updated.',
  ]);
});
