import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { joined } from '../base/largeText';
import { urlOf } from '../network/urlOf';
import { mergedPath } from '../ipc/externalClients';
import { mergedId } from './merged/mergedServer';
import type { GatewayServer, Grant } from './gatewayServer';

/** An HTTP request that has passed authentication, with its grant and its server. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly grant: Grant;
  readonly server: GatewayServer;
  /** The client is a chat: it gives tools to models unchanged, and leaves tasks to the connection. */
  readonly forModels: boolean;
  /** The version of the definition that a window's chat has of the server. */
  readonly definition: string | undefined;
  /** Refuses the request where its token opens nothing any more. */
  readonly turnAway: () => void;
}

const loopback = ['127.0.0.1', 'localhost'];

/**
 * Origins of the editor's windows, which pass this check but not that of the token. A browser sends an origin with every
 * request of a page; other clients send none.
 */
const editorOrigins = ['vscode-webview:', 'vscode-file:'];

/** True if `Host` is ours, against DNS rebinding: a page's own domain may lead to the loopback address. */
export function isOwnHost(host: string | undefined, port: number): boolean {
  return loopback.some((name) => host?.toLowerCase() === `${name}:${port}`);
}

/** True if the `Origin` is ours or absent (Streamable HTTP, security warning). */
export function isKnownOrigin(origin: string | undefined): boolean {
  if (origin === undefined) return true;
  const url = urlOf(origin);
  if (!url) return false;
  const { protocol, hostname } = url;
  if (editorOrigins.includes(protocol)) return true;
  return (protocol === 'http:' || protocol === 'https:') && loopback.includes(hostname);
}

/** The token of an `Authorization: Bearer` header (RFC 6750, section 2.1). */
export function bearerToken({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +([\w\-.~+/]+=*) *$/i.exec(authorization)?.[1];
}

const route = /^\/servers\/(.+)\/mcp$/;

/** The server id in a path, also one that is not escaped. */
export function serverIdOf(url: string | undefined): string | undefined {
  const path = url?.split('?', 1)[0] ?? '';
  if (path === mergedPath) return mergedId;
  const id = route.exec(path)?.[1];
  try {
    return id && decodeURIComponent(id);
  } catch {
    return undefined;
  }
}

/** True if the client accepts an event stream as the response. */
export function acceptsEvents({ accept = '' }: IncomingHttpHeaders): boolean {
  return accept.includes('text/event-stream') || accept.includes('*/*');
}

/**
 * True if the client is a chat, which gets adapted schemas and no tasks. All other clients get schemas and results as
 * the server gave them.
 */
export function isForModels(headers: IncomingHttpHeaders): boolean {
  return headers['roundhouse-client'] === 'chat';
}

/** The version of the definition that VS Code's chat has of the server. */
export function definitionOf(headers: IncomingHttpHeaders): string | undefined {
  const version = headers['roundhouse-definition'];
  return typeof version === 'string' ? version : undefined;
}

/**
 * The body as text; `undefined` as soon as it is longer than `limit` bytes. The rest is discarded. Rejects when the
 * client goes before its end. No listener stays on the request, because it would keep the body until the answer.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > limit) settle(undefined);
    };
    const end = (): void => settle(joined(chunks).toString('utf8'));
    const settle = (text: string | undefined): void => {
      request.off('data', take).off('end', end).off('error', reject).resume();
      resolve(text);
    };
    request.on('data', take).on('end', end).on('error', reject);
    if (Number(request.headers['content-length']) > limit) settle(undefined);
  });
}
