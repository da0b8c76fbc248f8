import { fileURLToPath } from 'node:url';
import type { ResolvedStdio } from '../../../src/ipc/launch';
import { nodeLaunch } from '../nodeLaunch';

const script = fileURLToPath(new URL('modernTasks.mjs', import.meta.url));

/** A stdio server of the modern era whose tools become tasks. */
export function taskServer(): ResolvedStdio {
  return nodeLaunch(script);
}
