import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { McpObject } from '../../../src/ipc/state';
import type { Gateway } from '../../../src/gateway/gateway';

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface RawStream {
  readonly end: Promise<RawResponse>;
}

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is, a stream as it comes, anything else as JSON. */
  readonly body?: unknown;
  /** Called with each question on the stream as it comes. */
  readonly onEvent?: ((message: McpObject) => void) | undefined;
}

/** A client that sends exactly what a test says: `fetch` would set Host and Origin by itself. */
export class RawClient {
  constructor(
    private readonly gateway: Gateway,
    private readonly token: string,
    private readonly id: string,
  ) {}

  get path(): string {
    return `/servers/${encodeURIComponent(this.id)}/mcp`;
  }

  /** The whole response, after its end. */
  async send(request: RawRequest): Promise<RawResponse> {
    return (await this.begin(request)).end;
  }

  /** The response as soon as its headers are there; `end` is the whole of it. */
  begin({
    method = 'POST',
    path = this.path,
    headers,
    body,
    onEvent,
  }: RawRequest): Promise<RawStream> {
    return new Promise((resolve, reject) => {
      const request = http.request({
        port: this.gateway.port,
        host: '127.0.0.1',
        agent: false,
        method,
        path,
        headers: {
          Authorization: `Bearer ${this.token}`,
          Accept: 'application/json, text/event-stream',
          'Content-Type': 'application/json',
          ...headers,
        },
      });
      request.on('error', reject);
      request.on('response', (response) => resolve({ end: wholeOf(response, onEvent) }));
      if (body instanceof Readable) body.pipe(request);
      else request.end(typeof body === 'string' ? body : body && JSON.stringify(body));
    });
  }

  initialize(protocolVersion = '2025-11-25', capabilities: McpObject = {}): Promise<RawResponse> {
    const params = { protocolVersion, capabilities, clientInfo: { name: 'raw', version: '1' } };
    return this.send({ body: rpc(1, 'initialize', params) });
  }

  /** Opens a session and gives the header that names it. */
  async session(capabilities?: McpObject, version?: string): Promise<Record<string, string>> {
    const { headers } = await this.initialize(version, capabilities);
    return { 'Mcp-Session-Id': String(headers['mcp-session-id']) };
  }

  /** The message that answers a request of a session. */
  async ask(headers: Readonly<Record<string, string>>, method: string, params?: object) {
    return messageOf(await this.send({ headers, body: rpc(2, method, params) }));
  }

  /** The response to a call of the tool `first`. */
  call(
    headers: Readonly<Record<string, string>>,
    onEvent?: RawRequest['onEvent'],
    id: string | number = 2,
  ): Promise<RawResponse> {
    return this.send({ headers, body: rpc(id, 'tools/call', { name: 'first' }), onEvent });
  }
}

/** The message of a response that is no stream. */
export function messageOf({ body }: RawResponse) {
  return JSON.parse(body);
}

export const metaPrefix = 'io.modelcontextprotocol/';

/** A request of the modern era, with the headers and the `_meta` that it needs. */
export function modernRequest(
  method: string,
  params: McpObject = {},
  capabilities: McpObject = {},
  id: string | number = 1,
) {
  const { name, _meta } = params;
  const meta = {
    [`${metaPrefix}protocolVersion`]: '2026-07-28',
    [`${metaPrefix}clientCapabilities`]: capabilities,
    ...(_meta as object | undefined),
  };
  const headers: Record<string, string> = {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
    ...(typeof name === 'string' && { 'Mcp-Name': name }),
  };
  return { headers, body: rpc(id, method, { ...params, _meta: meta }) };
}

async function wholeOf(
  response: IncomingMessage,
  onEvent: RawRequest['onEvent'],
): Promise<RawResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    const question = /^data: (.*"id".*"method".*)$/m.exec(chunk.toString('utf8'))?.[1];
    if (question !== undefined) onEvent?.(JSON.parse(question) as McpObject);
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

/** A JSON-RPC request, or a notification where `id` is undefined. */
export function rpc(id: string | number | undefined, method: string, params?: object): object {
  return { jsonrpc: '2.0', id, method, params };
}

/** The messages of an event stream. */
export function eventsOf({ body }: RawResponse): unknown[] {
  return body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line): unknown => JSON.parse(line.slice(6)));
}
