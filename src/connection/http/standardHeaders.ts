import { metaKeys, metaOf, modernVersion } from '../envelope';
import { mcpName } from '../mcpName';
import { headerValue } from '../parameterHeaders';
import type { RpcMessage } from '../rpc';

/**
 * The headers that tell what a message says: the revision that it names, else the one that is spoken, and
 * in the modern era its method and what it is about.
 */
export function standardHeaders(
  message: RpcMessage,
  spoken: string | undefined,
): Record<string, string> {
  const version = versionOf(message, spoken);
  if (version === undefined) return {};
  const headers: Record<string, string> = { 'mcp-protocol-version': version };
  if (!isModern(version) || !('method' in message)) return headers;
  headers['mcp-method'] = message.method;
  const name = mcpName(message.method, message.params);
  if (name !== undefined) headers['mcp-name'] = headerValue(name);
  return headers;
}

/** The revision by which a message goes; the handshake of the legacy era has none. */
export function versionOf(message: RpcMessage, spoken: string | undefined): string | undefined {
  if (!('method' in message)) return spoken;
  const named = metaOf(message.params)[metaKeys.protocolVersion];
  if (typeof named === 'string') return named;
  return message.method === 'initialize' ? undefined : spoken;
}

/** Revisions are dates. */
export function isModern(version: string | undefined): boolean {
  return version !== undefined && version >= modernVersion;
}
