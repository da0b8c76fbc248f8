import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serverFolder } from '../../../scripts/serversUnderTest.mjs';
import type { ResolvedHttp, ResolvedStdio } from '../../../src/ipc/launch';
import { freePort } from '../../../src/client/launch/debuggedLaunch';
import { nodeLaunch } from '../nodeLaunch';

/** How many tools it has for a client that is asked for folders, forms, pages and models, but runs no tasks. */
export const everythingTools = 17;

function script(): string {
  return join(serverFolder('@modelcontextprotocol/server-everything'), 'dist', 'index.js');
}

/** The reference server that exercises the whole protocol, over stdio. */
export function everythingStdio(): ResolvedStdio {
  return nodeLaunch(script(), 'stdio');
}

/** The same as an entry of a configuration file. */
export function everythingEntry(): { command: string; args: string[] } {
  const { command, args } = everythingStdio();
  return { command, args: [...args] };
}

/** The same over Streamable HTTP or HTTP+SSE; the process ends with the disposal. */
export async function startEverythingHttp(
  type: ResolvedHttp['type'] = 'http',
): Promise<ResolvedHttp & AsyncDisposable> {
  const port = await freePort();
  const child = spawn(process.execPath, [script(), type === 'http' ? 'streamableHttp' : 'sse'], {
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Its first line on stderr tells that it starts, a later one that it listens.
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes(String(port))) break;
  }
  child.stderr.resume();
  return {
    type,
    url: `http://127.0.0.1:${port}/${type === 'http' ? 'mcp' : 'sse'}`,
    headers: {},
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
