import { expect, it, onTestFinished, vi } from 'vitest';
import { McpConnection } from '../../../src/connection/mcpConnection';
import type { AnswerServerRequest } from '../../../src/ipc/serverRequest';
import type { McpObject } from '../../../src/ipc/state';
import { legacyGreeting, MemoryServer, modernGreeting } from '../../support/memoryServer';
import { openGateway } from '../../support/gateway/openGateway';
import { rpc } from '../../support/gateway/rawClient';
import { TestServer } from '../../support/gateway/testServer';

const url = 'https://a.test/connect';
const page = { mode: 'url', elicitationId: 'e', url, message: 'Sign in' };
const data = { elicitations: [page] };
const error = { code: -32042, message: 'Sign in first', data };

const greetings = {
  legacy: { initialize: legacyGreeting },
  modern: { 'server/discover': modernGreeting, 'subscriptions/listen': 'silence' },
} as const;

/** A gateway whose server is reached by a real connection. */
async function openWith(era: keyof typeof greetings, memory: MemoryServer) {
  Object.assign(memory.answers, greetings[era]);
  const capabilities = { elicitation: { form: {}, url: {} } };
  const client = { capabilities, answer: () => Promise.reject(new Error('of nobody')) };
  const connection = new McpConnection(memory, { onLog: () => undefined, client });
  await connection.start();
  await connection.greet(new AbortController().signal);
  onTestFinished(() => connection.close());
  const server = new TestServer('user/one');
  server.connection = () => Promise.resolve(connection);
  return openGateway({}, server);
}

/** Refuses the first call, until the page was visited. */
function refusing(): MemoryServer {
  const memory: MemoryServer = new MemoryServer('stdio', {
    'tools/call': () => {
      if (memory.requests('tools/call').length > 1) return { result: { content: [] } };
      return { error };
    },
  });
  return memory;
}

async function sessionOf({ client }: Awaited<ReturnType<typeof openWith>>, elicitation?: object) {
  const params = { protocolVersion: '2025-11-25', capabilities: { elicitation }, clientInfo: {} };
  const { headers } = await client.send({ body: rpc(1, 'initialize', params) });
  return { 'Mcp-Session-Id': String(headers['mcp-session-id']) };
}

const call = rpc(2, 'tools/call', { name: 'first' });

it('asks a client of the modern era in a round for the page that a legacy server wants', async () => {
  const memory = refusing();
  await using opened = await openWith('legacy', memory);
  const headers = {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': 'first',
  };
  const own = 'io.modelcontextprotocol/';
  const _meta = {
    [`${own}protocolVersion`]: '2026-07-28',
    [`${own}clientCapabilities`]: { elicitation: { url: {} } },
  };
  const send = async (more: McpObject): Promise<McpObject> => {
    const params = { name: 'first', _meta, ...more };
    const { body } = await opened.client.send({ headers, body: rpc(2, 'tools/call', params) });
    return JSON.parse(body) as McpObject;
  };
  const decline = await send({});
  const { result: asked } = decline as { result: McpObject };
  const inputRequests = asked['inputRequests'] as McpObject;
  const { elicitationId: _, ...modern } = page;
  expect(Object.values(inputRequests)).toEqual([{ method: 'elicitation/create', params: modern }]);
  memory.say({ method: 'notifications/elicitation/complete', params: { elicitationId: 'e' } });
  const [key = ''] = Object.keys(inputRequests);
  const answer = { inputResponses: { [key]: { action: 'accept' } } };
  const last = await send({ ...answer, requestState: asked['requestState'] });
  expect(last).toMatchObject({ result: { resultType: 'complete', content: [] } });
});

it('leaves it to a client of the legacy era that can open pages', async () => {
  const memory = refusing();
  await using opened = await openWith('legacy', memory);
  const headers = await sessionOf(opened, { url: {} });
  const { body } = await opened.client.send({ headers, body: call });
  expect(JSON.parse(body)).toEqual({ jsonrpc: '2.0', id: 2, error });
  expect(memory.requests('tools/call')).toHaveLength(1);
  await opened.client.send({ headers, body: call });
  const kinds = opened.server.guarded.calls.map(({ outcome }) => outcome.kind);
  expect(kinds).toEqual(['asks', 'ok']);
});

it('shows it at the window for a client that cannot', async () => {
  const memory = refusing();
  await using opened = await openWith('legacy', memory);
  const headers = await sessionOf(opened);
  opened.server.answers = new Set(['elicitation/create']);
  const answer = vi.fn<AnswerServerRequest>(async () => {
    const params = { elicitationId: 'e' };
    memory.say({ method: 'notifications/elicitation/complete', params });
    return { action: 'accept' };
  });
  opened.server.answer = answer;
  const { body } = await opened.client.send({ headers, body: call });
  expect(JSON.parse(body)).toMatchObject({ result: { content: [] } });
  expect(answer.mock.calls[0]?.[0].params).toEqual(page);
});

it('gives a page of a modern server the id that a client of the legacy era needs', async () => {
  const { elicitationId: _, ...params } = page;
  const inputRequests = { connect: { method: 'elicitation/create', params } };
  const memory = new MemoryServer('stdio', {
    'tools/call': ({ inputResponses }) => ({
      result: inputResponses
        ? { resultType: 'complete', inputResponses }
        : { resultType: 'input_required', inputRequests },
    }),
  });
  await using opened = await openWith('modern', memory);
  const headers = await sessionOf(opened, { url: {} });
  const asked: McpObject[] = [];
  const result = { action: 'accept' };
  const onEvent = (question: McpObject): void => {
    asked.push(question);
    const body = { jsonrpc: '2.0', id: question['id'], result };
    void opened.client.send({ headers, body });
  };
  await opened.client.send({ headers, body: call, onEvent });
  const id = expect.stringMatching(/./) as string;
  expect(asked).toMatchObject([{ params: { ...params, elicitationId: id } }]);
});

it('tells a client of the modern era nothing that its era has no more', async () => {
  const memory: MemoryServer = new MemoryServer('http', {
    'tools/call': (_params, { id }) => {
      const told = { method: 'notifications/elicitation/complete', params: { elicitationId: 'e' } };
      memory.say(told, id);
      memory.say({ method: 'notifications/vendor/thing' }, id);
      return { result: { content: [] } };
    },
  });
  await using opened = await openWith('legacy', memory);
  const own = 'io.modelcontextprotocol/';
  const _meta = {
    [`${own}protocolVersion`]: '2026-07-28',
    [`${own}clientCapabilities`]: { elicitation: { url: {} } },
  };
  const { body } = await opened.client.send({
    headers: {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'first',
    },
    body: rpc(2, 'tools/call', { name: 'first', _meta }),
  });
  expect(body).toContain('notifications/vendor/thing');
  expect(body).not.toContain('elicitation/complete');
});
