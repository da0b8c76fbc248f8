import { describe, expect, it } from 'vitest';
import { cleanEnvironment } from '../../../../src/client/launch/environment';

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
