import { expect, it } from 'vitest';
import type { RequestOptions } from '../../../../src/connection/connection';
import type { McpObject } from '../../../../src/ipc/state';
import { publicName } from '../../../../src/protocol/publicNames';
import { openGateway } from '../../../support/gateway/openGateway';
import { messageOf, modernRequest, type RawResponse } from '../../../support/gateway/rawClient';
import { catalogOf } from '../../../support/gateway/testServer';

type Opened = Awaited<ReturnType<typeof openGateway>>;

function callTool({ client }: Opened, params: McpObject = {}, headers = {}): Promise<RawResponse> {
  const request = modernRequest('tools/call', { name: 'first', ...params }, { elicitation: {} });
  return client.send({ ...request, headers: { ...request.headers, ...headers } });
}

it.each([
  ['another method', { 'Mcp-Method': 'tools/list' }, -32020],
  ['another name', { 'Mcp-Name': 'second' }, -32020],
  ['a broken encoding', { 'Mcp-Name': '=?base64?Zm?=' }, -32020],
  ['a legacy version', { 'MCP-Protocol-Version': '2025-11-25' }, -32020],
  ['a parameter that is not there', { 'Mcp-Param-Region': 'x' }, -32020],
])('refuses headers with %s', async (_what, headers, code) => {
  await using opened = await openGateway();
  const properties = { region: { type: 'string', 'x-mcp-header': 'Region' } };
  const [tool] = catalogOf('first').tools;
  const tools = tool ? [{ ...tool, inputSchema: { type: 'object', properties } }] : [];
  opened.server.catalog.value = { ...catalogOf(), tools };
  const refused = await callTool(opened, {}, headers);
  expect([refused.status, messageOf(refused).error.code]).toEqual([400, code]);
  const encoded = { 'Mcp-Name': '=?base64?Zmlyc3Q=?=', 'Mcp-Param-Region': 'eu' };
  const served = await callTool(opened, { arguments: { region: 'eu' } }, encoded);
  expect(served.status).toBe(200);
});

it('compares the parameters of a tool by the name that its client knows it by', async () => {
  await using opened = await openGateway();
  const [tool] = catalogOf('get item').tools;
  const inputSchema = {
    type: 'object',
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
  };
  const tools = tool ? [{ ...tool, inputSchema }] : [];
  opened.server.catalog.value = { ...catalogOf(), tools };
  const name = publicName('get item');
  const call = async (client: Record<string, string>): Promise<unknown> => {
    const params = { name, arguments: { region: 'eu' } };
    const called = await callTool(opened, params, { 'Mcp-Param-Region': 'us', ...client });
    return messageOf(called).error;
  };
  expect(await call({ 'Roundhouse-Client': 'chat' })).toMatchObject({ code: -32020 });
  // To all others no tool has this name.
  expect(await call({})).toMatchObject({ code: -32602 });
});

it('says that its window has left, so that nobody repeats what may have run', async () => {
  await using opened = await openGateway();
  const reached = new Promise<void>((resolve) => {
    opened.server.respond = (_params, { signal }) =>
      new Promise((_resolve, reject) => {
        resolve();
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
  });
  const call = callTool(opened);
  await reached;
  opened.tokens.revoke(opened.token);
  expect(messageOf(await call).error).toMatchObject({ data: { code: 'windowLeft' } });
});

it('is cancelled by a response that closes', async () => {
  await using opened = await openGateway();
  let aborted = false;
  opened.server.respond = (_params: McpObject, { signal }: RequestOptions) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        aborted = true;
        reject(new Error('aborted'));
      });
    });
  const leaving = new AbortController();
  const { headers, body } = modernRequest('tools/call', { name: 'first' });
  const left = fetch(opened.gateway.origin + opened.client.path, {
    method: 'POST',
    headers: {
      ...headers,
      Authorization: `Bearer ${opened.token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
    signal: leaving.signal,
  }).catch(() => 'left');
  await expect.poll(() => opened.server.asked.length).toBe(1);
  leaving.abort();
  expect(await left).toBe('left');
  await expect.poll(() => aborted).toBe(true);
});

it('gives repaired schemas to who asks for them, and originals to all others', async () => {
  await using opened = await openGateway();
  const [tool] = catalogOf('first').tools;
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  const inputSchema = { $schema, type: 'object', properties: { list: { type: 'array' } } };
  opened.server.catalog.value = { ...catalogOf(), tools: tool ? [{ ...tool, inputSchema }] : [] };
  const list = async (headers: Record<string, string>): Promise<unknown> => {
    const request = modernRequest('tools/list');
    const whole = { ...request, headers: { ...request.headers, ...headers } };
    return messageOf(await opened.client.send(whole)).result.tools;
  };
  expect(await list({})).toMatchObject([{ inputSchema }]);
  expect(await list({ 'Roundhouse-Client': 'chat' })).not.toMatchObject([{ inputSchema }]);
});

it.each([
  [{ extensions: { 'io.modelcontextprotocol/tasks': {} } }, true],
  [{ elicitation: {} }, false],
])('passes tasks on to who says that it knows them: %j', async (capabilities, passTasks) => {
  await using opened = await openGateway();
  const seen: unknown[] = [];
  opened.server.respond = async (_params: McpObject, options: RequestOptions) => {
    seen.push(options.passTasks);
    return { resultType: 'task', taskId: 't' };
  };
  const request = modernRequest('tools/call', { name: 'first' }, capabilities);
  const { result } = messageOf(await opened.client.send(request));
  expect(result).toMatchObject({ resultType: 'task' });
  expect(seen).toEqual([passTasks]);
});

it('routes requests about tasks by their names, and knows none of the earlier era', async () => {
  await using opened = await openGateway();
  const about = (method: string, name: string): Promise<RawResponse> => {
    const { headers, body } = modernRequest(method, { taskId: 't' });
    return opened.client.send({ headers: { ...headers, 'Mcp-Name': name }, body });
  };
  expect((await about('tasks/get', 't')).status).toBe(200);
  expect(messageOf(await about('tasks/cancel', 'u')).error).toMatchObject({ code: -32020 });
  for (const method of ['tasks/result', 'tasks/list']) {
    expect(messageOf(await about(method, 't')).error).toMatchObject({ code: -32601 });
  }
  expect(opened.server.asked.map(({ method }) => method)).toEqual(['tasks/get']);
});
