import { describe, expect, it } from 'vitest';
import { cleanEnvironment, environmentValue } from '../../../src/hostClient/environment';

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
        MY_VSCODE_: 'kept',
      }),
    ).toEqual({ PATH: '/bin', EMPTY: '', MY_VSCODE_: 'kept' });
  });
});

describe('environmentValue', () => {
  it('follows the case rule of the platform', () => {
    expect(environmentValue({ Path: 'p' }, 'PATH', 'win32')).toBe('p');
    expect(environmentValue({ Path: 'p' }, 'PATH', 'linux')).toBeUndefined();
    expect(environmentValue({ Path: 'p', PATH: 'q' }, 'PATH', 'win32')).toBe('q');
  });

  it('finds only what was set', () => {
    expect(environmentValue({}, 'constructor', 'linux')).toBeUndefined();
    expect(environmentValue({ EMPTY: '' }, 'EMPTY', 'linux')).toBe('');
  });
});
