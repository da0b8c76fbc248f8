import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ResolvedLaunch } from '../../../src/ipc/launch';
import { nodeLaunch } from '../nodeLaunch';

const program = fileURLToPath(new URL('../hostile/hostileProgram.mjs', import.meta.url));

/** A server that does what a behaviour says, and how it is reached. */
export async function hostileServer(
  transport: 'stdio' | 'http',
  behaviour: string,
): Promise<{ readonly launch: ResolvedLaunch; readonly end: () => void }> {
  const args = [program, transport, behaviour];
  if (transport === 'stdio') {
    return { launch: nodeLaunch(...args), end: () => undefined };
  }
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [address] = (await once(child.stdout, 'data')) as [Buffer];
  const url = address.toString().trim();
  return { launch: { type: 'http', url, headers: {} }, end: () => void child.kill('SIGKILL') };
}
