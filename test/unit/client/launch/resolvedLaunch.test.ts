import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SandboxPrograms } from '../../../../src/client/launch/sandboxPrograms';
import { noSandboxRules } from '../../../../src/config/read/readSandbox';
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

  describe('a sandbox', () => {
    const rules = { ...noSandboxRules, denyRead: ['~/.ssh'], allowWrite: ['out', '/srv/*'] };
    const confined = (cwd: string | undefined, sandbox?: SandboxPrograms) => {
      const launch = {
        type: 'stdio' as const,
        command: 'c',
        args: [],
        env: {},
        cwd,
        sandbox: rules,
      };
      const resolved = resolvedLaunch(launch, { folder, home, environment: {}, sandbox });
      return resolved.type === 'stdio' ? resolved.sandbox : undefined;
    };

    it('has absolute paths, and what every confined server may do', () => {
      const npmCache = expect.stringMatching(/mcp-roundhouse.[\da-f]{16}$/) as string;
      expect(confined(undefined, { script: 'run.js', ripgrep: '/editor/rg' })).toEqual({
        npmCache,
        script: 'run.js',
        ripgrep: '/editor/rg',
        allowedDomains: ['registry.npmjs.org'],
        deniedDomains: [],
        denyRead: [join(home, '.ssh')],
        allowWrite: [join(folder, 'out'), '/srv/*', npmCache],
        denyWrite: [],
      });
    });

    it('may write to a working folder that the entry names', () => {
      expect(confined('sub', { script: 'run.js' })?.allowWrite).toContain(join(folder, 'sub'));
      expect(confined('', { script: 'run.js' })?.allowWrite).not.toContain(folder);
    });

    it('is never left out', () => {
      expect(() => confined(undefined)).toThrow('sandboxUnsupported');
    });
  });
});
