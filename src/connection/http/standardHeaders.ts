import { metaKeys, metaOf, modernVersion } from '../envelope';
import { headerValue } from '../parameterHeaders';
import type { RpcMessage } from '../rpc';

/** What of its parameters names the object of a request (2026-07-28, Streamable HTTP; tasks: SEP-2663). */
const namedBy: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

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
  const name = message.params?.[namedBy[message.method] ?? ''];
  if (typeof name === 'string') headers['mcp-name'] = headerValue(name);
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
