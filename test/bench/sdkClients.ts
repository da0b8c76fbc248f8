import * as v2 from '@modelcontextprotocol/client';
import * as v2stdio from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { ResolvedLaunch } from '../../src/ipc/launch';

const info = { name: 'bench', version: '1' };
/** Milliseconds for a call: over stdio, lines of 50 MB take the SDK far longer than its usual limit on slow machines. */
const patience = { timeout: 300_000 };

/** Lines of the SDK. */
export const sdkLines = ['SDK v1', 'SDK v2'] as const;
export type SdkLine = (typeof sdkLines)[number];

export interface SdkClient {
  call(tool: string, args: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

/** A client of one line of the SDK, with its own transport. */
export async function openSdk(line: SdkLine, launch: ResolvedLaunch): Promise<SdkClient> {
  if (line === 'SDK v1') {
    const client = new Client(info);
    await client.connect(
      launch.type === 'stdio'
        ? new StdioClientTransport(stdioOf(launch))
        : new StreamableHTTPClientTransport(new URL(launch.url)),
    );
    return {
      call: (name, args) => client.callTool({ name, arguments: args }, undefined, patience),
      close: () => client.close(),
    };
  }
  const client = new v2.Client(info);
  await client.connect(
    launch.type === 'stdio'
      ? new v2stdio.StdioClientTransport(stdioOf(launch))
      : new v2.StreamableHTTPClientTransport(new URL(launch.url)),
  );
  return {
    call: (name, args) => client.callTool({ name, arguments: args }, patience),
    close: () => client.close(),
  };
}

/** Bytes of a line: the SDK closes the connection at a longer one than 10 MB, unless it is told otherwise. */
const longestLine = 200_000_000;

function stdioOf({ command, args }: Extract<ResolvedLaunch, { type: 'stdio' }>) {
  return { command, args: [...args], stderr: 'ignore' as const, maxBufferSize: longestLine };
}
