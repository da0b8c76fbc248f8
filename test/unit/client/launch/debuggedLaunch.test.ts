import { describe, expect, it } from 'vitest';
import type { DebugMode } from '../../../../src/config/definition';
import type { ResolvedStdio } from '../../../../src/ipc/launch';
import { debuggedLaunch } from '../../../../src/client/launch/debuggedLaunch';

function launch(command: string, ...args: string[]): ResolvedStdio {
  return { type: 'stdio', command, args, cwd: '/ws', env: { A: '1' }, baseEnv: { B: '2' } };
}

const node: DebugMode = { type: 'node' };
const debugpy: DebugMode = { type: 'debugpy' };
const listening = ['--listen', '127.0.0.1:9230', '--wait-for-client'];

describe('debuggedLaunch', () => {
  it.each(['node', '/usr/bin/node', 'C:\\node\\node.exe', 'node22'])('lets %s wait', (command) => {
    expect(debuggedLaunch(launch(command, 'server.js', '-x'), node, 9230, '/home/ada')).toEqual(
      launch(command, '--inspect-brk=127.0.0.1:9230', 'server.js', '-x'),
    );
  });

  it.each(['python', 'python3.12', '/venv/bin/python3', 'C:\\Python\\pythonw.exe'])(
    'lets %s wait',
    (command) => {
      expect(
        debuggedLaunch(launch(command, '-m', 'mine', '-v'), debugpy, 9230, '/home/ada'),
      ).toEqual(launch(command, '-m', 'debugpy', ...listening, '-m', 'mine', '-v'));
    },
  );

  it.each([
    [['-u', 'x.py', '-u'], ['-u'], ['x.py', '-u']],
    [['-X', 'dev', '-W', 'error', '-mserver'], ['-X', 'dev', '-W', 'error'], ['-mserver']],
    [['-c', 'pass'], [], ['-c', 'pass']],
    [['-'], [], ['-']],
    [[], [], []],
  ])('of %j leaves %j to the interpreter', (args, flags, rest) => {
    expect(debuggedLaunch(launch('python', ...args), debugpy, 9230, '/home/ada').args).toEqual([
      ...flags,
      '-m',
      'debugpy',
      ...listening,
      ...rest,
    ]);
  });

  it('runs the debugpy that the entry names', () => {
    const mode: DebugMode = { type: 'debugpy', debugpyPath: '/opt/debugpy' };
    expect(debuggedLaunch(launch('python3', '-u', 'x.py'), mode, 9230, '/home/ada')).toEqual(
      launch('/opt/debugpy', ...listening, 'x.py'),
    );
  });

  it('finds that in the home folder, too', () => {
    const mode: DebugMode = { type: 'debugpy', debugpyPath: '~/bin/debugpy' };
    expect(debuggedLaunch(launch('python3'), mode, 9230, '/home/ada').command).toBe(
      '/home/ada/bin/debugpy',
    );
  });

  it.each<[string, DebugMode, string]>([
    ['npx', node, 'debugNeedsNode'],
    ['nodemon', node, 'debugNeedsNode'],
    ['/node/run', node, 'debugNeedsNode'],
    ['uvx', debugpy, 'debugNeedsPython'],
    ['ipython', debugpy, 'debugNeedsPython'],
    ['/home/s3cret/bin/run', node, 'debugNeedsNode'],
    ['C:\\s3cret\\run.exe', debugpy, 'debugNeedsPython'],
  ])('refuses %s by its name alone', (command, mode, code) => {
    expect(() => debuggedLaunch(launch(command), mode, 9230, '/home/ada')).toThrow(
      expect.objectContaining({ code, args: { command: command.split(/[\\/]/).at(-1) } }),
    );
  });
});
