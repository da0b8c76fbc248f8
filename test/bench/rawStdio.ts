import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { ResolvedStdio } from '../../src/ipc/launch';

/** The floor: JSON lines to and from a process, without a client of any kind. */
export interface RawStdio {
  call(tool: string, args: object): Promise<unknown>;
  close(): void;
}

export async function openRawStdio({ command, args }: ResolvedStdio): Promise<RawStdio> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<number, (message: unknown) => void>();
  let last = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as { id?: number };
    if (message.id === undefined) return;
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  const request = (method: string, params: object): Promise<unknown> =>
    new Promise((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  });
  child.stdin.write(`{"jsonrpc":"2.0","method":"notifications/initialized"}\n`);
  return {
    call: (name, args) => request('tools/call', { name, arguments: args }),
    close: () => void child.stdin.end(),
  };
}
