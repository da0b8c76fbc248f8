import type { IncomingHttpHeaders } from 'node:http';
import { metaKeys, metaOf, isModernRequest } from '../../protocol/meta';
import type { RpcError } from '../../protocol/jsonRpc';
import { rpcCodes } from '../../protocol/rpcCodes';
import type { McpObject, Tool } from '../../ipc/state';
import { isObject } from '../../base/json';
import { mcpName } from '../../protocol/methods';
import { parameterHeadersOf } from '../../protocol/headers';
import type { GatewayServer, Routed } from '../gatewayServer';
import { serverInfo, servedLegacy, modernVersions } from '../handshakeResult';
import type { Posted, PostedRequest } from '../messages';
import type { RequestContext } from '../httpRequest';

/** True if the message or the header of a POST is of the modern era. */
export function isModernPost(headers: IncomingHttpHeaders, { requests }: Posted): boolean {
  const version = headers['mcp-protocol-version'];
  if (version !== undefined && !servedLegacy.includes(String(version))) return true;
  return requests.some(isModernRequest);
}

/**
 * Checks a modern request before its method is read. It checks the fields in `_meta`, and headers that differ from the
 * body (2026-07-28, "Request Metadata", "`_meta`").
 */
export function modernFault(
  request: PostedRequest,
  headers: IncomingHttpHeaders,
  requestContext: Pick<RequestContext, 'server' | 'forModels'>,
): RpcError | undefined {
  const meta = metaOf(request.params);
  const header = headers['mcp-protocol-version'];
  const requested = meta[metaKeys.protocolVersion] ?? (isServed(header) ? undefined : header);
  if (typeof requested !== 'string') return invalid(`_meta needs ${metaKeys.protocolVersion}`);
  if (header !== requested) return mismatch('MCP-Protocol-Version');
  if (!isServed(requested)) {
    const data = { supported: modernVersions, requested };
    return { code: rpcCodes.unsupportedVersion, message: 'Unsupported protocol version', data };
  }
  if (!isObject(meta[metaKeys.clientCapabilities])) {
    return invalid(`_meta needs ${metaKeys.clientCapabilities}`);
  }
  const wrong =
    wrongHeader(request, headers) ?? wrongParameterHeader(request, headers, requestContext);
  return wrong === undefined ? undefined : mismatch(wrong);
}

function isServed(version: unknown): boolean {
  return modernVersions.some((served) => served === version);
}

function wrongHeader(
  { method, params }: PostedRequest,
  headers: IncomingHttpHeaders,
): string | undefined {
  if (headers['mcp-method'] !== method) return 'Mcp-Method';
  const name = mcpName(method, params);
  return name !== undefined && decodedHeader(headers['mcp-name']) !== name ? 'Mcp-Name' : undefined;
}

function invalid(message: string): RpcError {
  return { code: rpcCodes.invalidParams, message };
}

function mismatch(name: string): RpcError {
  return {
    code: rpcCodes.headerMismatch,
    message: `Header mismatch: ${name} is missing or not what the body says`,
  };
}

/**
 * The first `Mcp-Param-*` header of a tool call that differs from its arguments (2026-07-28, "Server Behavior for
 * Custom Headers"). An unknown tool has none.
 */
export function wrongParameterHeader(
  { method, params }: PostedRequest,
  headers: IncomingHttpHeaders,
  { server, forModels }: Pick<RequestContext, 'server' | 'forModels'>,
): string | undefined {
  if (method !== 'tools/call') return undefined;
  const tool = toolOf(() => server.route(method, params, forModels));
  const wanted = parameterHeadersOf(tool?.inputSchema);
  if ('code' in wanted) return undefined;
  return wanted.find(({ name, path }) => {
    let value: unknown = params['arguments'];
    for (const key of path) value = isObject(value) ? value[key] : undefined;
    return !isMirrored(headers[name], value);
  })?.name;
}

/** The called tool; the call itself fails later where no server has it. */
function toolOf(route: () => Routed): Tool | undefined {
  try {
    const { server, params } = route();
    return server.catalog.peek()?.tools.find(({ name }) => name === params['name']);
  } catch {
    return undefined;
  }
}

/** Compares a header with an argument, numbers by value: `42.0` is 42. */
function isMirrored(header: string | readonly string[] | undefined, value: unknown): boolean {
  if (value === undefined || value === null) return header === undefined;
  const text = decodedHeader(header);
  if (text === undefined || typeof value === 'string') return text === value;
  return typeof value === 'number' ? Number(text) === value : text === JSON.stringify(value);
}

const encoded = /^=\?base64\?(.*)\?=$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The decoded value of a header (2026-07-28, "Value Encoding"); `undefined` where it is absent or badly encoded.
 */
export function decodedHeader(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  const text = encoded.exec(header)?.[1];
  if (text === undefined) return header;
  return base64.test(text) ? Buffer.from(text, 'base64').toString('utf8') : undefined;
}

/** Methods whose results say how long they may be cached (2026-07-28, "Caching"). */
const cacheable: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);
/** Not cacheable, because the gateway answers from memory and sends notifications of changes. */
const notCached = { ttlMs: 0, cacheScope: 'private' } as const;

/** Notifications of legacy servers that the modern era does not have. */
export const legacyNotifications: ReadonlySet<string> = new Set([
  'notifications/elicitation/complete',
  'notifications/tasks/status',
]);

/** A result of a server of either era, in the form of the modern era. */
export function modernResult(method: string, result: McpObject, server: GatewayServer): McpObject {
  const info = serverInfo(server.name, server.handshake.peek());
  const { resultType = 'complete' } = result;
  return {
    ...(cacheable.has(method) && resultType === 'complete' && notCached),
    ...result,
    resultType,
    _meta: { ...metaOf(result), [metaKeys.serverInfo]: info },
  };
}

/** An error without the codes that only the legacy era has ("Error Codes"). */
export function modernError(error: RpcError, { uri }: McpObject): RpcError {
  switch (error.code) {
    case rpcCodes.resourceNotFound:
      return { data: { uri }, ...error, code: rpcCodes.invalidParams };
    case rpcCodes.urlElicitationRequired:
      return { ...error, code: rpcCodes.internalError };
    default:
      return error;
  }
}

/** The status of a response with nothing but this error ("Streamable HTTP"). */
export function statusOf({ code }: RpcError): number {
  switch (code) {
    case rpcCodes.methodNotFound:
      return 404;
    case rpcCodes.headerMismatch:
    case rpcCodes.missingCapability:
    case rpcCodes.unsupportedVersion:
      return 400;
    default:
      return 200;
  }
}
