import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ResolvedStdio } from '../../../../src/ipc/launch';
import { resolvedLaunch } from '../../../../src/client/launch/resolvedLaunch';

const home = homedir();
const folder = join(home, 'app');

function stdio(
  launch: { command?: string; args?: string[]; cwd?: string },
  place: { folder?: string } = { folder },
): ResolvedStdio {
  const whole = { type: 'stdio' as const, command: 'c', args: [], env: { A: null }, ...launch };
  const resolved = resolvedLaunch(whole, { folder: place.folder, home, environment: { B: '1' } });
  if (resolved.type !== 'stdio') throw new Error('another type');
  return resolved;
}

describe('resolvedLaunch', () => {
  it.each([
    [undefined, folder],
    ['', folder],
    ['sub', join(folder, 'sub')],
    ['..', home],
    ['~', home],
    ['~/x', join(home, 'x')],
    [join(home, 'abs'), join(home, 'abs')],
  ])('takes cwd %j from the folder', (cwd, expected) => {
    expect(stdio({ cwd }).cwd).toBe(expected);
  });

  it.each([
    [undefined, home],
    ['sub', join(home, 'sub')],
  ])('takes cwd %j from the home folder where there is no other', (cwd, expected) => {
    expect(stdio({ cwd }, {}).cwd).toBe(expected);
  });

  it('expands a leading ~ of command and arguments only', () => {
    const { command, args } = stdio({
      command: '~/bin/x',
      args: ['~/a', '~', '~b', '--x=~/c', 'd~'],
    });
    expect(command).toBe(`${home}/bin/x`);
    expect(args).toEqual([`${home}/a`, home, '~b', '--x=~/c', 'd~']);
  });

  it('keeps what the entry sets apart from what is inherited', () => {
    expect(stdio({})).toMatchObject({ env: { A: null }, baseEnv: { B: '1' } });
  });
});
