import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readLoginShell, type LoginShell } from '../../../../src/client/launch/loginShell';
import { isRunning } from '../../../support/fakeServer/processes';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'login-shell-'));
});
afterEach(() => rmSync(home, { recursive: true }));

function read(file: string, more: Partial<LoginShell> = {}, signal = new AbortController().signal) {
  const environment = { HOME: home, PATH: '/usr/bin:/bin' };
  const { execPath } = process;
  return readLoginShell(
    { file, environment, cwd: home, execPath, timeoutMs: 20_000, ...more },
    signal,
  );
}

function profile(name: string, ...lines: readonly string[]): void {
  writeFileSync(join(home, name), `${lines.join('\n')}\n`);
}

/** A shell of this name that runs these lines. */
function fakeShell(name: string, ...lines: readonly string[]): string {
  profile(name, '#!/bin/sh', ...lines);
  chmodSync(join(home, name), 0o755);
  return join(home, name);
}

/** The id of a process that wrote it to a file of the home folder. */
const pidIn = (name: string): Promise<number> =>
  vi.waitFor(
    () => {
      const pid = Number(readFileSync(join(home, name), 'utf8'));
      expect(pid).toBeGreaterThan(0);
      return pid;
    },
    { timeout: 10_000 },
  );

describe.skipIf(process.platform === 'win32')('a login shell', () => {
  it.each([
    ['/bin/bash', '.bash_profile'],
    ['/bin/sh', '.profile'],
  ])(
    '%s tells what its files set, whatever they print, ask or leave running',
    async (file, name) => {
      profile(
        name,
        'echo junk {"a":1}; echo noise >&2',
        'read answer',
        'printf no-line-end',
        'export PATH="$HOME/tools:$PATH" LINES_OF="one',
        'two" QUOTED="a\'b\\"c" TOLD="$VSCODE_RESOLVING_ENVIRONMENT"',
        'sleep 300 & echo $! > "$HOME/pid"',
      );
      const environment = await read(file);
      process.kill(await pidIn('pid'));
      expect(environment).toMatchObject({
        PATH: expect.stringMatching(`^${home}/tools:/`) as string,
        LINES_OF: 'one\ntwo',
        QUOTED: 'a\'b"c',
        TOLD: '1',
      });
      expect(Object.keys(environment)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(?:SHLVL|PWD|_|ELECTRON_.*|VSCODE_.*)$/)]),
      );
      expect(environment).not.toHaveProperty('DISABLE_AUTO_UPDATE');
    },
  );

  it('keeps what a person set of what it is told itself', async () => {
    const environment = { HOME: home, PATH: '/bin', DISABLE_AUTO_UPDATE: 'mine' };
    expect(await read('/bin/sh', { environment })).toHaveProperty('DISABLE_AUTO_UPDATE');
  });

  it.each([
    ['tcsh', '[ "$1" = -ic ] && exec /bin/sh -c "$2"'],
    ['csh', '[ "$1" = -ic ] && exec /bin/sh -c "$2"'],
    ['fish', '[ "$1 $2 $3" = "-i -l -c" ] && exec /bin/sh -c "$4"'],
    ['nu', '[ "$1 $2 $3" = "-i -l -c" ] && exec /bin/sh -c "${4#^}"'],
  ])('%s is asked in its own language', async (name, line) => {
    const file = fakeShell(name, 'export OF_SHELL=yes', line);
    expect(await read(file)).toMatchObject({ OF_SHELL: 'yes' });
  });

  it.each([
    // PowerShell reads two single quotes in a text as one.
    [
      'pwsh',
      `const [, , login, command, call] = process.argv;
       const [, program, script] = /^& '(.*)' -p '(.*)'$/.exec(call);
       const args = ['-p', script.replaceAll("''", "'")];
       if (login === '-Login' && command === '-Command')
         require('child_process').spawnSync(program, args, { stdio: 'inherit' });`,
    ],
    // Python adds texts as JavaScript does.
    [
      'xonsh',
      `const [, , ...args] = process.argv;
       const [, mark, end] = /^import json; print\\("(\\w+)" \\+ json\\.dumps\\(.*\\) \\+ "(\\w+)"\\)$/.exec(args[3]);
       if (args.slice(0, 3).join(' ') === '-i -l -c')
         console.log(mark + JSON.stringify(process.env) + end);`,
    ],
  ])('%s is asked in its own language', async (name, script) => {
    profile(name, `#!${process.execPath}`, "process.env.OF_SHELL = 'yes';", script);
    chmodSync(join(home, name), 0o755);
    expect(await read(join(home, name))).toMatchObject({ OF_SHELL: 'yes' });
  });

  it('that does not end is ended with what it started, and said to be too slow', async () => {
    // With job control, as some shells have it, in a group of its own.
    const hang = fakeShell('zsh', 'set -m', 'sleep 300 & echo $! > "$HOME/pid"', 'wait');
    const reading = read(hang, { timeoutMs: 1_000 });
    await expect(reading).rejects.toMatchObject({
      code: 'shellTimedOut',
      args: { shell: hang, seconds: 1 },
    });
    const pid = await pidIn('pid');
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
  });

  it('that nobody waits for any more is ended', async () => {
    const hang = fakeShell('zsh', 'sleep 300 & echo $! > "$HOME/pid"', 'wait');
    const end = new AbortController();
    const reading = read(hang, {}, end.signal);
    const pid = await pidIn('pid').finally(() => end.abort(new Error('gone')));
    await expect(reading).rejects.toThrow('gone');
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
    await expect(read(hang, {}, end.signal)).rejects.toThrow('gone');
  });

  it.each([
    ['ends', ['exit 3'], 'exit code 3'],
    ['ends and leaves its pipe open', ['sleep 2 &', 'exit 4'], 'exit code 4'],
    ['is killed', ['kill -9 $$'], 'SIGKILL'],
    ['prints for ever', ['exec yes'], 'output'],
  ])('that %s is said to have failed', async (_what, lines, cause) => {
    const file = fakeShell('zsh', ...lines);
    await expect(read(file)).rejects.toMatchObject({
      code: 'shellFailed',
      args: { shell: file, cause },
    });
  });

  it('that is not there is said to have failed', async () => {
    await expect(read('/no/such/shell')).rejects.toMatchObject({ code: 'shellFailed' });
  });
});
