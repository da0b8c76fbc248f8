import { fileURLToPath } from 'node:url';
import type { ResolvedStdio } from '../../../src/ipc/launch';

const script = fileURLToPath(new URL('modernTasks.mjs', import.meta.url));

/** A stdio server of the modern era whose tools become tasks. */
export function taskServer(): ResolvedStdio {
  return {
    type: 'stdio',
    command: process.execPath,
    args: [script],
    cwd: process.cwd(),
    env: {},
    baseEnv: { PATH: process.env['PATH'] ?? '' },
  };
}
