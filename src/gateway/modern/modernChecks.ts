import type { IncomingHttpHeaders } from 'node:http';
import { isObject } from '../../base/json';
import { isModernRequest, metaKeys, metaOf } from '../../protocol/meta';
import { mcpName } from '../../protocol/methods';
import { type RpcError, rpcCodes } from '../../protocol/jsonRpc';
import { legacyVersions, modernVersions } from '../handshakeResult';
import { decodedHeader } from './decodedHeader';
import type { Posted, PostedRequest } from '../messages';
import { wrongParameterHeader } from './mirroredParameters';
import type { RequestContext } from '../requestContext';

/** Whether a POST is of the modern era: its message or its header says so. */
export function isModern(headers: IncomingHttpHeaders, { requests }: Posted): boolean {
  const version = headers['mcp-protocol-version'];
  if (version !== undefined && !legacyVersions.includes(String(version))) return true;
  return requests.some(isModernRequest);
}

/**
 * What is wrong with a request of the modern era before anybody looks at its method: its fields in `_meta`,
 * and headers that say something else than its body (2026-07-28, "Request Metadata", "`_meta`").
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
