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
import { compare, sizes, type Contender } from './compare';
import { answerAtOnce, relay } from './httpFloors';

// One server, built on the SDK and reached by the client of the SDK: itself over HTTP, over stdio behind our gateway, and
// over stdio behind mcp-hub, the peer that shares servers too. The floor is what the client alone takes, with an HTTP
// server that answers at once, and what it takes over a relay, which hands each line through and does nothing else.

const [, ownProgram = '', program = '', hub = '', role] = process.argv;
const serverId = 'folder:bench/till';
const server = { ...fakeStdio(), command: process.execPath, args: [program] };

async function contender(
  name: string,
  transport: mcp.Transport,
  tool: string,
  { close, pid }: Pick<Contender, 'close' | 'pid'>,
): Promise<Contender> {
  const client = new mcp.Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return {
    name,
    pid,
    call: (text) => client.callTool({ name: tool, arguments: { text } }),
    close: async () => {
      await client.close();
      await close();
    },
  };
}

interface Program extends Pick<Contender, 'close' | 'pid'> {
  /** The first line that it prints. */
  readonly line: string;
}

/** Runs a program that ends with its input. */
async function run(...args: readonly string[]): Promise<Program> {
  const child = spawn(process.execPath, ['--no-warnings', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const close = async (): Promise<void> => {
    const gone = once(child, 'exit');
    child.stdin.end();
    await gone;
  };
  return { line, close, pid: child.pid };
}

/** An HTTP server of `httpFloors.ts`. */
async function floor(name: string, as: string): Promise<Contender> {
  const { line, close, pid } = await run(ownProgram, program, hub, as);
  const transport = new mcp.StreamableHTTPClientTransport(new URL(line));
  return contender(name, transport, 'echo', { close, pid });
}

async function direct(): Promise<Contender> {
  const server = await run(program, 'http');
  const transport = new mcp.StreamableHTTPClientTransport(new URL(server.line));
  return contender('direct', transport, 'echo', server);
}

async function throughGateway(): Promise<Contender> {
  // The window has a process of its own, as it is not the client that calls.
  const { line, close } = await run(ownProgram, program, hub, 'window');
  const { pid, origin, token } = JSON.parse(line) as Gateway;
  const url = new URL(`/servers/${encodeURIComponent(serverId)}/mcp`, origin);
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  const transport = new mcp.StreamableHTTPClientTransport(url, { requestInit });
  return contender('gateway', transport, 'echo', { close, pid });
}

/** What the window tells of its host. */
interface Gateway {
  readonly pid: number;
  readonly origin: string;
  readonly token: string;
}

/** Runs the server in a host, and tells where its gateway is. Ends with the input. */
async function beWindow(): Promise<void> {
  const host = new SharedHost();
  const window = await host.attach([{ id: serverId, launch: server }]);
  await window.start(serverId, false);
  console.log(JSON.stringify({ pid: host.pid, ...window.gateway.peek() }));
  await once(process.stdin.resume(), 'end');
  await host.end();
  host.remove();
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
  process.once('exit', () => child.kill());
  const origin = `http://127.0.0.1:${port}`;
  await until(() => isReady(origin), 30_000, 'mcp-hub');
  const transport = new mcp.SSEClientTransport(new URL('/mcp', origin));
  const close = async (): Promise<void> => {
    await ended(child);
    rmSync(home, { recursive: true, force: true });
  };
  return contender('mcp-hub', transport, 'till__echo', { close, pid: child.pid });
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
  const contenders = [
    await floor('client alone', 'answering'),
    await floor('relay', 'relay'),
    await direct(),
    await throughGateway(),
    await throughHub(),
  ];
  for (const size of sizes) {
    // mcp-hub refuses a message of more than 100 KB.
    const able = contenders.filter(({ name }) => name !== 'mcp-hub' || size < 100_000);
    await compare('gateway', 'stdio server', size, able);
  }
  for (const one of contenders) await one.close();
}

async function play(): Promise<void> {
  if (role === 'window') return beWindow();
  if (role === undefined) return main();
  if (role === 'relay') relay(program);
  else answerAtOnce();
  await once(process.stdin, 'end');
}

play().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
