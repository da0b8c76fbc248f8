import { receivedText } from './pieces';

/** A request as it is written by hand: its first line, headers, an empty line, and the body. */
export interface HttpText {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function httpTextOf(input: string): HttpText {
  const end = input.indexOf('\n\n');
  const [first = '', ...lines] = input.slice(0, end === -1 ? undefined : end).split('\n');
  const [method = '', path = ''] = first.split(' ');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (name !== '' && name !== '__proto__') headers[name] = line.slice(colon + 1).trim();
  }
  return { method, path, headers, body: end === -1 ? '' : receivedText(input.slice(end + 2)) };
}

const meta =
  '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}},"io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"}}';
const json = 'content-type: application/json';
const modern = `${json}\nmcp-protocol-version: 2026-07-28`;
const legacy = `${json}\nmcp-session-id: {session}\nmcp-protocol-version: 2025-11-25`;

function call(id: number, method: string, params = '{}'): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;
}

/** Requests of both eras. `{session}` stands for a session that is open, `{batching}` for one of 2025-03-26. */
export const httpTexts: readonly string[] = [
  `POST /servers/user%2Fone/mcp\n${json}\n\n${call(1, 'initialize', '{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"x","version":"1"}}')}`,
  `POST /servers/user%2Fone/mcp\n${legacy}\n\n${call(2, 'tools/list')}`,
  `POST /servers/user%2Fone/mcp\n${legacy}\n\n${call(3, 'tools/call', '{"name":"first","arguments":{"a":1},"_meta":{"progressToken":7}}')}`,
  `POST /servers/user%2Fone/mcp\n${legacy}\n\n${call(4, 'resources/subscribe', '{"uri":"file:///a"}')}`,
  `POST /servers/user%2Fone/mcp\n${legacy}\n\n${call(5, 'resources/unsubscribe', '{"uri":{"toString":1}}')}`,
  `POST /servers/user%2Fone/mcp\n${legacy}\n\n${call(6, 'logging/setLevel', '{"level":"info"}')}`,
  `POST /servers/user%2Fone/mcp\n${legacy}\n\n{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}`,
  `POST /servers/user%2Fone/mcp\n${legacy}\n\n{"jsonrpc":"2.0","id":"q","result":{"roots":[]}}`,
  `POST /servers/user%2Fone/mcp\n${json}\nmcp-session-id: {batching}\n\n[${call(1, 'ping')},${call(2, 'tools/list')},{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}]`,
  `POST /servers/user%2Fone/mcp\n${modern}\nmcp-method: server/discover\n\n${call(1, 'server/discover', `{${meta}}`)}`,
  `POST /servers/user%2Fone/mcp\n${modern}\nmcp-method: tools/call\nmcp-name: =?base64?Zmlyc3Q=?=\nmcp-param-a: 1\n\n${call(2, 'tools/call', `{"name":"first","arguments":{"a":1},${meta}}`)}`,
  `POST /servers/user%2Fone/mcp\n${modern}\nmcp-method: subscriptions/listen\n\n${call(3, 'subscriptions/listen', `{"notifications":{"toolsListChanged":true,"resourceSubscriptions":["file:///a"]},${meta}}`)}`,
  `POST /servers/user%2Fone/mcp\n${modern}\nmcp-method: resources/read\nmcp-name: file:///a\n\n${call(4, 'resources/read', `{"uri":"file:///a","requestState":"s","inputResponses":{},${meta}}`)}`,
  `POST /mcp\n${json}\nmcp-session-id: {merged}\n\n${call(1, 'tools/call', '{"name":"one_first","arguments":{}}')}`,
  `POST /mcp\n${json}\nmcp-session-id: {merged}\n\n${call(1, 'prompts/get', '{"name":"one_greet"}')}`,
  `POST /mcp\n${json}\nmcp-session-id: {merged}\n\n${call(1, 'completion/complete', '{"ref":{"type":"ref/prompt","name":"one_greet"},"argument":{"name":"a","value":""}}')}`,
  `POST /mcp\n${json}\nmcp-session-id: {merged}\n\n${call(1, 'resources/read', '{"uri":"file:///a"}')}`,
  `POST /servers/user%2Fone/mcp\n${json}\n\n${call(1, 'initialize', `{"capabilities":${'['.repeat(60_000)}${']'.repeat(60_000)}}`)}`,
  `POST /servers/user%2Fone/mcp\n${legacy}\n\n${call(1, 'tasks/get', '{"taskId":{"toString":1}}')}`,
  `POST /mcp\n${json}\nmcp-session-id: {merged}\n\n${call(1, 'resources/read', '{"uri":{"toString":1}}')}`,
  `POST /mcp\n${json}\nmcp-session-id: {merged}\n\n${call(1, 'completion/complete', '{"ref":{"type":"ref/resource","uri":{"toString":1}}}')}`,
  'GET /servers/user%2Fone/mcp\naccept: text/event-stream\nmcp-session-id: {session}\n\n',
  'DELETE /servers/user%2Fone/mcp\nmcp-session-id: gone\n\n',
  'GET /servers/%ff/mcp?x\norigin: http://evil.example\n\n',
];

export const httpWords = [
  '"jsonrpc":"2.0"',
  '"id":',
  '"method":',
  '"params":',
  '"_meta":',
  '"name":',
  '"arguments":',
  '"uri":',
  '{session}',
  '{batching}',
  '{merged}',
  'mcp-session-id: ',
  'mcp-protocol-version: ',
  'mcp-method: ',
  'mcp-name: ',
  'roundhouse-client: chat\n',
  'accept: */*\n',
  'origin: null\n',
  'content-type: application/json\n',
  '=?base64?',
  'tools/call',
  'tools/list',
  'tasks/get',
  'prompts/get',
  'resources/read',
  'ping',
  'completion/complete',
];
