import * as mcp from '@modelcontextprotocol/client';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { SharedHost, until } from '../support/pool/sharedHost';
import { compare, type Contender } from './compare';

// One server, built on the SDK and reached by the client of the SDK: itself over HTTP, over stdio behind our gateway, and
// over stdio behind mcp-hub, the peer that shares servers too.

const [, , program = '', hub = ''] = process.argv;
const server = { ...fakeStdio(), command: process.execPath, args: [program] };

async function contender(
  name: string,
  transport: mcp.Transport,
  tool: string,
  close: () => unknown,
): Promise<Contender> {
  const client = new mcp.Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return {
    name,
    call: (text) => client.callTool({ name: tool, arguments: { text } }),
    close: async () => {
      await client.close();
      await close();
    },
  };
}

async function direct(): Promise<Contender> {
  const child = spawn(process.execPath, [program, 'http'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const transport = new mcp.StreamableHTTPClientTransport(new URL(url));
  return contender('direct', transport, 'echo', () => ended(child));
}

async function throughGateway(): Promise<Contender> {
  const host = new SharedHost();
  const window = await host.attach([{ id: 'folder:bench/till', launch: server }]);
  await window.start('folder:bench/till', false);
  const { origin = '', token = '' } = window.gateway.peek() ?? {};
  const url = new URL(`/servers/${encodeURIComponent('folder:bench/till')}/mcp`, origin);
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  const transport = new mcp.StreamableHTTPClientTransport(url, { requestInit });
  return contender('gateway', transport, 'echo', async () => {
    await host.end();
    host.remove();
  });
}

async function throughHub(): Promise<Contender> {
  const home = mkdtempSync(path.join(tmpdir(), 'hub-'));
  const config = path.join(home, 'servers.json');
  const { command, args } = server;
  writeFileSync(config, JSON.stringify({ mcpServers: { till: { command, args } } }));
  const port = await freePort();
  const env = { ...process.env, HOME: home, XDG_STATE_HOME: home, XDG_CONFIG_HOME: home };
  const child = spawn(process.execPath, [hub, '--port', String(port), '--config', config], {
    stdio: 'ignore',
    env,
  });
  const origin = `http://127.0.0.1:${port}`;
  await until(() => isReady(origin), 30_000, 'mcp-hub');
  const transport = new mcp.SSEClientTransport(new URL('/mcp', origin));
  return contender('mcp-hub', transport, 'till__echo', async () => {
    await ended(child);
    rmSync(home, { recursive: true, force: true });
  });
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const health = (await (await fetch(`${origin}/api/health`)).json()) as { state?: string };
    return health.state === 'ready';
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

async function main(): Promise<void> {
  const contenders = [await direct(), await throughGateway(), await throughHub()];
  for (const size of [64, 10_240, 1_000_000]) {
    // mcp-hub refuses a message of more than 100 KB.
    const able = contenders.filter(({ name }) => name !== 'mcp-hub' || size < 100_000);
    await compare('gateway', 'stdio server', size, able);
  }
  for (const one of contenders) await one.close();
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
