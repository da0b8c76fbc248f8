import { describe, expect, it } from 'vitest';
import {
  cleanEnvironment,
  ownEnvironment,
  withSearchPath,
} from '../../../../src/client/launch/environment';
import type { PathSettings } from '../../../../src/config/settings/serverSettings';

describe('cleanEnvironment', () => {
  it('drops what the editor set for itself', () => {
    expect(
      cleanEnvironment({
        PATH: '/bin',
        EMPTY: '',
        GONE: undefined,
        ELECTRON_RUN_AS_NODE: '1',
        NODE_OPTIONS: '--inspect',
        VSCODE_PID: '1',
        vscode_ipc_hook: 'x',
        ROUNDHOUSE_INPUT_TOKEN: 'secret',
        ROUNDHOUSE_HOME: '/run',
        MY_VSCODE_: 'kept',
        MCP_ROUNDHOUSE_SERVER: '0123456789abcdef/1',
      }),
    ).toEqual({ PATH: '/bin', EMPTY: '', ROUNDHOUSE_HOME: '/run', MY_VSCODE_: 'kept' });
  });
});

describe('withSearchPath', () => {
  const unix = { PATH: '/bin:/usr/bin', A: '1' };

  it.each<[PathSettings | undefined, string]>([
    [undefined, '/bin:/usr/bin'],
    [{ prepend: [] }, '/bin:/usr/bin'],
    [{ prepend: ['~/bin', '/opt'] }, '/home/ada/bin:/opt:/bin:/usr/bin'],
    [{ replace: ['/opt', '~'] }, '/opt:/home/ada'],
    [{ replace: [] }, ''],
  ])('%j', (settings, path) => {
    expect(withSearchPath(unix, settings, '/home/ada', 'linux')).toEqual({ PATH: path, A: '1' });
  });

  it('keeps the spelling of Windows', () => {
    const windows = { Path: 'C:\\Windows' };
    expect(withSearchPath(windows, { prepend: ['D:\\x'] }, 'C:\\ada', 'win32')).toEqual({
      Path: 'D:\\x;C:\\Windows',
    });
  });

  it('makes one where there is none', () => {
    expect(withSearchPath({}, { prepend: ['/x'] }, '/home/ada', 'linux')).toEqual({ PATH: '/x' });
  });
});

describe('ownEnvironment', () => {
  const inherited = { PATH: '/bin' };

  it('is the file, then what the entry says, where null unsets', () => {
    expect(
      ownEnvironment({ A: 'f', B: 'f', C: 'f' }, { B: 'e', C: null, D: '1' }, inherited, 'linux'),
    ).toEqual({ A: 'f', B: 'e', C: null, D: '1' });
  });

  it.each<[string | null, string | null]>([
    ['/opt', '/bin:/opt'],
    ['/opt:/bin', '/opt:/bin'],
    ['/bin:/opt', '/bin:/opt'],
    ['/bin', '/bin'],
    ['/bin2:/usr/bin', '/bin:/bin2:/usr/bin'],
    [null, null],
  ])('PATH %j becomes %j', (written, path) => {
    expect(ownEnvironment({}, { PATH: written }, inherited, 'linux')).toEqual({ PATH: path });
  });

  it('puts PATH behind the one of the file, which counts as written', () => {
    expect(ownEnvironment({ PATH: '/f' }, {}, inherited, 'linux')).toEqual({ PATH: '/f' });
    expect(ownEnvironment({ PATH: '/f' }, { PATH: '/e' }, inherited, 'linux')).toEqual({
      PATH: '/f:/e',
    });
  });

  it('takes PATH as written where there is none', () => {
    expect(ownEnvironment({}, { PATH: '/e' }, {}, 'linux')).toEqual({ PATH: '/e' });
  });

  it('knows the spelling of Windows, and only there', () => {
    const windows = { Path: 'C:\\Windows' };
    expect(ownEnvironment({ a: 'f' }, { PaTh: 'D:\\x', A: 'e' }, windows, 'win32')).toEqual({
      PaTh: 'C:\\Windows;D:\\x',
      A: 'e',
    });
    expect(ownEnvironment({}, { Path: '/x' }, inherited, 'linux')).toEqual({ Path: '/x' });
  });
});
