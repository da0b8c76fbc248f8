import type { ResolvedStdio } from '../../src/ipc/launch';

/** A program of this Node over stdio, by its arguments; in our folder, with nothing but our PATH. */
export function nodeLaunch(...args: string[]): ResolvedStdio {
  return {
    type: 'stdio',
    command: process.execPath,
    args,
    cwd: process.cwd(),
    env: {},
    baseEnv: { PATH: process.env['PATH'] ?? '' },
  };
}
