import * as mcp from '@modelcontextprotocol/client';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../src/client/launch/debuggedLaunch';
import { nodeLaunch } from '../support/nodeLaunch';
import { SharedHost, until } from '../support/pool/sharedHost';
import { compare, isQuick, sizes, type Contender } from './compare';
import { answerAtOnce, relay } from './httpFloors';
import { openRawHttp } from './rawHttp';
import { openRawSse } from './rawSse';
import type { ThinClient } from './thinClient';

// One server, built on the SDK and reached by the client of the SDK: itself over HTTP, over stdio behind our gateway, and
// over stdio behind mcp-hub, the peer that shares servers too; then the one over HTTP behind both. The floor is what the client alone takes, with an HTTP
// server that answers at once, and what it takes over a relay, which hands each line through and does nothing else.

const [, ownProgram = '', program = '', hub = '', role, remote = '', build] = process.argv;
/** The build of an earlier commit to be measured beside today's, in place of all others. */
const earlier = process.env['ROUNDHOUSE_BENCH_BEFORE'];
const idOf = (name: string): string => `folder:bench/${name}`;
const server = nodeLaunch(program);

/** A program with a server in it or behind it, and how its clients reach it. */
interface Subject extends Program {
  readonly name: string;
  readonly tool: string;
  readonly transport: mcp.Transport;
  readonly thin: () => Promise<ThinClient>;
}

/** A program that shares two servers, which are the same but for their transports. */
interface Sharer {
  readonly stdio: Subject;
  readonly http: Subject;
}

/** The client of the SDK. */
async function client({ name, pid, tool, transport }: Subject): Promise<Contender> {
  const sdk = new mcp.Client({ name: 'bench', version: '1' });
  await sdk.connect(transport);
  return {
    name,
    pid,
    call: (text) => sdk.callTool({ name: tool, arguments: { text } }),
    close: () => sdk.close(),
  };
}

/** A client that takes next to nothing itself, so that transports of different costs are beside each other. */
async function thinly({ name, tool, thin }: Subject): Promise<Contender> {
  const raw = await thin();
  return { name, call: (text) => raw.call(tool, { text }), close: () => raw.close() };
}

interface Program {
  readonly pid: number | undefined;
  readonly close: () => Promise<void>;
}

/** Runs a program that ends with its input; `line`: the first one that it prints. */
async function run(...args: readonly string[]): Promise<Program & { readonly line: string }> {
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

/** A subject that speaks Streamable HTTP. */
function overHttp(
  name: string,
  program: Program,
  url: URL,
  headers: Readonly<Record<string, string>> = {},
): Subject {
  const transport = new mcp.StreamableHTTPClientTransport(url, { requestInit: { headers } });
  const thin = (): Promise<ThinClient> => openRawHttp({ url: url.href, headers });
  return { ...program, name, tool: 'echo', transport, thin };
}

/** An HTTP server of `httpFloors.ts`. */
async function floor(name: string, as: string): Promise<Subject> {
  const started = await run(ownProgram, program, hub, as);
  return overHttp(name, started, new URL(started.line));
}

async function throughGateway(remote: string, as = 'gateway', build = ''): Promise<Sharer> {
  // The window has a process of its own, as it is not the client that calls.
  const { line, close } = await run(ownProgram, program, hub, 'window', remote, build);
  const { pid, origin, token } = JSON.parse(line) as Gateway;
  const subject = (name: string): Subject => {
    const url = new URL(`/servers/${encodeURIComponent(idOf(name))}/mcp`, origin);
    return overHttp(as, { pid, close }, url, { Authorization: `Bearer ${token}` });
  };
  return { stdio: subject('till'), http: subject('web') };
}

/** What the window tells of its host. */
interface Gateway {
  readonly pid: number;
  readonly origin: string;
  readonly token: string;
}

/** Runs both servers in a host, and tells where its gateway is. Ends with the input. */
async function beWindow(): Promise<void> {
  const host = new SharedHost(undefined, undefined, build || undefined);
  const window = await host.attach([
    { id: idOf('till'), launch: server },
    { id: idOf('web'), launch: { type: 'http', url: remote, headers: {} } },
  ]);
  await Promise.all([window.start(idOf('till'), false), window.start(idOf('web'), false)]);
  console.log(JSON.stringify({ pid: host.pid, ...window.gateway.peek() }));
  await once(process.stdin.resume(), 'end');
  await host.end();
  host.remove();
}

async function throughHub(remote: string): Promise<Sharer> {
  const home = mkdtempSync(path.join(tmpdir(), 'hub-'));
  const config = path.join(home, 'servers.json');
  const { command, args } = server;
  writeFileSync(
    config,
    JSON.stringify({ mcpServers: { till: { command, args }, web: { url: remote } } }),
  );
  const port = await freePort();
  const env = { ...process.env, HOME: home, XDG_STATE_HOME: home, XDG_CONFIG_HOME: home };
  const child = spawn(process.execPath, [hub, '--port', String(port), '--config', config], {
    stdio: 'ignore',
    env,
  });
  process.once('exit', () => child.kill());
  const origin = `http://127.0.0.1:${port}`;
  await until(() => isReady(origin), 30_000, 'mcp-hub');
  const url = new URL('/mcp', origin);
  const close = async (): Promise<void> => {
    await ended(child);
    rmSync(home, { recursive: true, force: true });
  };
  const subject = (name: string): Subject => ({
    name: 'mcp-hub',
    pid: child.pid,
    tool: `${name}__echo`,
    transport: new mcp.SSEClientTransport(url),
    thin: () => openRawSse(url),
    close,
  });
  return { stdio: subject('till'), http: subject('web') };
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const health = (await (await fetch(`${origin}/api/health`)).json()) as { state?: string };
    return health.state === 'ready';
  } catch {
    return false;
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

async function main(): Promise<void> {
  const remote = await run(program, 'http');
  const direct = (): Subject => overHttp('direct', remote, new URL(remote.line));
  const floors =
    earlier === undefined
      ? [await floor('client alone', 'answering'), await floor('relay', 'relay')]
      : [];
  const sharers = [
    await throughGateway(remote.line),
    await (earlier === undefined
      ? throughHub(remote.line)
      : throughGateway(remote.line, 'before', earlier)),
  ];
  const subjects = [...floors, direct(), ...sharers.map(({ stdio }) => stdio)];
  const clients = await Promise.all(subjects.map(client));
  const thinClients = await Promise.all(subjects.map(thinly));
  const toHttp = await Promise.all([direct(), ...sharers.map(({ http }) => http)].map(client));
  for (const size of sizes) {
    // mcp-hub refuses a message of more than 100 KB.
    const able = ({ name }: Contender): boolean => name !== 'mcp-hub' || size < 100_000;
    await compare('gateway', 'stdio server', size, clients.filter(able));
    await compare('gateway', 'thin client', size, thinClients.filter(able));
    if (!isQuick) await compare('gateway', 'HTTP server', size, toHttp.filter(able));
  }
  for (const one of [...clients, ...thinClients, ...toHttp, ...subjects]) await one.close();
}

async function play(): Promise<void> {
  if (role === 'window') return beWindow();
  if (role === undefined) return main();
  if (role === 'relay') relay(program);
  else answerAtOnce();
  await once(process.stdin, 'end');
}

await play();
process.exit();
