import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import { connectLaunch } from '../support/agents';
import { openGatewayHost } from '../support/gatewayHost';
import { nodeLaunch } from '../support/nodeLaunch';
import { serveScript } from '../support/scriptedServer';
import { testHosts } from '../support/testHosts';

const hosts = testHosts();

// No program in JavaScript holds these numbers, so both ends are texts.
const given = '"arguments":{"id":9007199254740993,"price":0.10000000000000000055,"huge":1e400}';
const content = '"content":[{"type":"text","text":"1","_meta":{"id":-9007199254740995}}]';
const structured = '"structuredContent":{"id":12345678901234567890}';

const info = '{"name":"x","version":"1"}';
const answers: Readonly<Record<string, string>> = {
  initialize: `"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":${info}}`,
  'tools/list': '"result":{"tools":[{"name":"count","inputSchema":{"type":"object"}}]}',
  'tools/call': `"result":{${content},${structured}}`,
  other: '"error":{"code":-32601,"message":"Method not found"}',
};

interface Server {
  readonly launch: ResolvedLaunch;
  /** The messages that came, as they came. */
  readonly came: () => string;
}

const program = `
const [answers, file] = [JSON.parse(process.argv[1]), process.argv[2]];
require('readline').createInterface(process.stdin).on('line', (line) => {
  require('fs').appendFileSync(file, line);
  const { id, method } = JSON.parse(line);
  const answer = answers[method] ?? answers.other;
  if (id !== undefined) console.log('{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',' + answer + '}');
});
`;

async function overStdio(): Promise<Server> {
  const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const file = path.join(folder, 'came');
  return {
    launch: { ...nodeLaunch('-e', program, JSON.stringify(answers), file), cwd: folder },
    came: () => readFileSync(file, 'utf8'),
  };
}

/** `ending`: of the lines within its answers. */
async function overHttp(ending = ''): Promise<Server> {
  const { url, arrived } = await serveScript(({ method, message }, response) => {
    const isRequest = message && 'method' in message && 'id' in message;
    if (!isRequest) return void response.writeHead(method === 'POST' ? 202 : 405).end();
    const answer = answers[message.method] ?? answers['other'] ?? '';
    response.writeHead(200, { 'content-type': 'application/json' });
    const id = JSON.stringify(message.id);
    response.end(`{"jsonrpc":"2.0","id":${id},${answer.replaceAll(',', `,${ending}`)}}`);
  });
  const came = (): string => arrived.map(({ body }) => body).join('');
  return { launch: { type: 'http', url, headers: {} }, came };
}

const revision = '2026-07-28';
const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"${revision}","io.modelcontextprotocol/clientCapabilities":{}}`;

/** A client of that era calls the tool. @returns its answer as it came. */
async function answerAt(url: URL, auth: Record<string, string>, era: string): Promise<string> {
  const isModern = era === 'modern';
  const post = (body: string, own: Record<string, string>): Promise<Response> => {
    const accept = 'application/json, text/event-stream';
    const headers = { 'content-type': 'application/json', accept, ...auth, ...own };
    return fetch(url, { method: 'POST', body, headers });
  };
  const call = `"method":"tools/call","params":{"name":"count",${given}${isModern ? `,${meta}` : ''}}`;
  const params = `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":${info}}`;
  const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":${params}}`;
  const session = isModern ? undefined : (await post(hello, {})).headers.get('mcp-session-id');
  const own: Record<string, string> = isModern
    ? { 'mcp-protocol-version': revision, 'mcp-method': 'tools/call', 'mcp-name': 'count' }
    : { 'mcp-session-id': String(session) };
  return (await post(`{"jsonrpc":"2.0","id":1,${call}}`, own)).text();
}

describe.each([
  ['over stdio', overStdio],
  ['over HTTP', () => overHttp()],
  ['over HTTP, in many lines', () => overHttp('\n')],
])('numbers that no value holds pass to a server %s and back', (_name, open) => {
  test.each(['legacy', 'modern'])('for a client of the %s era', async (era) => {
    const server = await open();
    const nobody = { elicit: () => Promise.reject(new Error('the window was asked')) };
    await using host = await openGatewayHost(server.launch, nobody);
    const answer = await answerAt(host.url, host.headers, era);
    expect(answer.replaceAll(', ', ',')).toContain(content);
    expect(answer.replaceAll(', ', ',')).toContain(structured);
    expect(server.came()).toContain(given);
  });
});

test('they are shown in the traffic as they came', async () => {
  const { launch } = await overStdio();
  const client = await hosts.attach(await hosts.open(), { count: launch });
  await client.callTool({ server: 'count', tool: 'count', arguments: {}, gesture: true });
  const { records } = await client.send('traffic', { id: 'count', limit: 100 });
  const called = records.find(({ method }) => method === 'tools/call');
  const { number = 0, time = 0 } = called ?? {};
  const messages = await client.send('trafficMessages', { id: 'count', number, time });
  expect(messages?.response?.text).toContain(`{${content},${structured}}`);
});

test('they pass an agent over stdio, too', async () => {
  const server = await overStdio();
  if (server.launch.type !== 'stdio') throw new Error('it is one over stdio');
  const { command, args } = server.launch;
  const home = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const file = path.join(home, 'mcp.json');
  writeFileSync(file, JSON.stringify({ servers: { count: { command, args } } }));
  const launch = connectLaunch(home, home, '--config', file);
  const agent = spawn(launch.command, launch.args, {
    cwd: launch.cwd,
    env: launch.env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(agent.stdout)[Symbol.asyncIterator]();
  const params = `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":${info}}`;
  agent.stdin.write(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":${params}}\n`);
  agent.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  const call = `"method":"tools/call","params":{"name":"count_count",${given}}`;
  agent.stdin.write(`{"jsonrpc":"2.0","id":2,${call}}\n`);
  let answer = '';
  while (!answer.includes('"id":2')) answer = (await lines.next()).value as string;
  expect(answer).toContain(content);
  expect(answer).toContain(structured);
  expect(server.came()).toContain(given);
  const gone = once(agent, 'exit');
  agent.stdin.end();
  await gone;
});
