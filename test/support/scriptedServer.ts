import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { RpcMessage } from '../../src/protocol/jsonRpc';
import { servePort } from './secureServer';

/** One request that arrived. */
export interface Arrived {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  /** As it came; empty where there is none. */
  readonly body: string;
  /** Of a POST. */
  readonly message: RpcMessage | undefined;
  /** The other end of its connection. */
  readonly port: number | undefined;
  /** By `performance.now()`. */
  readonly at: number;
}

/** What is answered to one request. */
export type Answering = (arrived: Arrived, response: ServerResponse) => void;

/** A server for one test whose every answer is written by the test. */
export interface ScriptedServer {
  readonly url: string;
  readonly arrived: readonly Arrived[];
}

/** Starts one. */
export async function serveScript(answer: Answering): Promise<ScriptedServer> {
  const arrived: Arrived[] = [];
  const port = await servePort((request, response) => {
    void text(request).then((body) => {
      const { method = '', headers } = request;
      const message = body === '' ? undefined : (JSON.parse(body) as RpcMessage);
      const port = request.socket.remotePort;
      const one = { method, headers, body, message, port, at: performance.now() };
      arrived.push(one);
      answer(one, response);
    });
  });
  return { url: `http://127.0.0.1:${port}/mcp`, arrived };
}

/** Begins a stream of events with this text. */
export function stream(response: ServerResponse, text = ''): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  if (text !== '') response.write(text);
  return response;
}

/** A message as an event. */
export function eventOf(message: object, id?: string): string {
  const head = id === undefined ? '' : `id: ${id}\n`;
  return `${head}data: ${JSON.stringify(message)}\n\n`;
}
