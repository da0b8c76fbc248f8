import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Environment } from '../../../../src/base/environment';
import type { Reason } from '../../../../src/base/errors';
import {
  InheritedEnvironment,
  mergedEnvironment,
} from '../../../../src/client/launch/inheritedEnvironment';
import { isRunning } from '../../../support/fakeServer/processes';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'inherited-'));
});
afterEach(() => rmSync(home, { recursive: true }));

/** A window whose person has a shell that runs these lines. */
function window(own: Environment, lines: readonly string[] = [], platform = process.platform) {
  const shell = join(home, 'shell');
  const script = ['#!/bin/sh', 'echo run >> "$HOME/runs"', ...lines, 'exec /bin/sh -c "$4"'];
  writeFileSync(shell, script.join('\n'));
  chmodSync(shell, 0o755);
  const warned: Reason[] = [];
  const environment = new InheritedEnvironment({
    own: () => ({ HOME: home, SHELL: shell, PATH: '/bin', ...own }),
    platform,
    home,
    execPath: process.execPath,
    warn: (reason) => void warned.push(reason),
    timeoutMs: 20_000,
  });
  onTestFinished(() => environment.dispose());
  const runs = (): number => {
    try {
      return readFileSync(join(home, 'runs'), 'utf8').split('\n').length - 1;
    } catch {
      return 0;
    }
  };
  return { environment, warned, shell, runs };
}

describe.skipIf(process.platform === 'win32')('the environment that servers inherit', () => {
  it('is that of the shell too where nobody asked one, and it is asked once', async () => {
    const { environment, runs, warned } = window({ TOKEN: 'own' }, [
      'export PATH=/tools:$PATH TOKEN=of-shell MORE=yes',
    ]);
    expect(environment.current).not.toHaveProperty('MORE');
    const [first, second] = await Promise.all([environment.read(), environment.read()]);
    expect(first).toMatchObject({ TOKEN: 'own', MORE: 'yes', PATH: '/tools:/bin' });
    expect(second).toEqual(first);
    expect(await environment.read()).toEqual(first);
    expect(environment.current).toEqual(first);
    expect([environment.shell, runs(), warned]).toEqual(['read', 1, []]);
  });

  it.each([
    ['a shell has set it already', { SHLVL: '0' }, process.platform],
    ['it is one of Windows', {}, 'win32'],
  ] as const)('is that of the window where %s', async (_why, own, platform) => {
    const { environment, runs } = window(own, ['export MORE=yes'], platform);
    expect(await environment.read()).toMatchObject({ PATH: '/bin' });
    expect(await environment.read()).not.toHaveProperty('MORE');
    expect([environment.shell, runs()]).toEqual(['notNeeded', 0]);
  });

  it('is that of the window where the shell fails, which is said once', async () => {
    const { environment, warned, shell, runs } = window({}, ['exit 7']);
    expect(await environment.read()).toMatchObject({ PATH: '/bin', HOME: home });
    expect(await environment.read()).toEqual(environment.current);
    const args = { shell, cause: 'exit code 7' };
    expect(warned).toEqual([{ code: 'shellFailed', args }]);
    expect([environment.shell, runs()]).toEqual(['failed', 1]);
  });

  it('is asked of a failed shell again, but only for a person', async () => {
    const { environment, warned, runs } = window({}, [
      '[ -e "$HOME/mended" ] || exit 7',
      'export MORE=yes',
    ]);
    await environment.read(undefined, true);
    expect(warned).toHaveLength(1);
    writeFileSync(join(home, 'mended'), '');
    expect(await environment.read()).not.toHaveProperty('MORE');
    const again = [environment.read(undefined, true), environment.read(undefined, true)];
    for (const read of await Promise.all(again)) expect(read).toHaveProperty('MORE', 'yes');
    await environment.read(undefined, true);
    expect([environment.shell, runs(), warned.length]).toEqual(['read', 2, 1]);
  });

  it('is waited for no longer than one wants, and the shell goes on for others', async () => {
    const { environment, runs } = window({}, [
      'until [ -e "$HOME/go" ]; do sleep 0.05; done',
      'export MORE=yes',
    ]);
    const one = new AbortController();
    const others = environment.read();
    const given = environment.read(one.signal);
    one.abort(new Error('gone'));
    await expect(given).rejects.toThrow('gone');
    await vi.waitFor(() => expect(runs()).toBe(1));
    writeFileSync(join(home, 'go'), '');
    expect(await others).toHaveProperty('MORE', 'yes');
  });

  it('comes without the shell, which is ended, when the window goes', async () => {
    const { environment, warned } = window({}, ['echo $$ > "$HOME/pid"', 'sleep 300']);
    const reading = environment.read();
    const pid = await vi.waitFor(
      () => {
        const found = Number(readFileSync(join(home, 'pid'), 'utf8'));
        expect(found).toBeGreaterThan(0);
        return found;
      },
      { timeout: 10_000 },
    );
    environment.dispose();
    expect(await reading).toMatchObject({ PATH: '/bin' });
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
    expect(warned).toEqual([]);
  });
});

describe('two environments', () => {
  const path = (...folders: readonly string[]): string => folders.join(delimiter);

  it.each<[Environment, Environment, Environment]>([
    [{ A: '1' }, {}, { A: '1' }],
    [
      { A: '1', PATH: '/a' },
      { A: '2', B: '2' },
      { A: '1', B: '2', PATH: '/a' },
    ],
    [{ PATH: path('/a', '/b') }, { PATH: path('/c', '/b') }, { PATH: path('/c', '/b', '/a') }],
    [{}, { PATH: '/c' }, { PATH: '/c' }],
    [{ PATH: path('', '/a', '') }, { PATH: path('/c', '', '/c') }, { PATH: path('/c', '/a') }],
    [{ PATH: '/a' }, { PATH: '' }, { PATH: '/a' }],
  ])('%j and, of the shell, %j become %j', (own, fromShell, expected) => {
    expect(mergedEnvironment(own, fromShell)).toEqual(expected);
  });
});
