import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { ResolvedStdio } from '../../src/ipc/launch';
import { Answers, thinClient, type ThinClient } from './thinClient';

/** The floor: JSON lines to and from a process. */
export async function openRawStdio({ command, args }: ResolvedStdio): Promise<ThinClient> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(child, 'close');
  const answers = new Answers();
  createInterface({ input: child.stdout }).on('line', (line) => answers.received(line));
  const client = await thinClient(
    (method, params) => answers.to(method, params, (text) => child.stdin.write(`${text}\n`)),
    async () => {
      child.stdin.end();
      await ended;
    },
  );
  child.stdin.write(`{"jsonrpc":"2.0","method":"notifications/initialized"}\n`);
  return client;
}
