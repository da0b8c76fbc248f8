import type { IncomingHttpHeaders } from 'node:http';
import { isObject } from '../../base/json';
import { parameterHeadersOf } from '../../protocol/headers';
import type { Tool } from '../../ipc/state';
import { decodedHeader } from './decodedHeader';
import type { Routed } from '../gatewayServer';
import type { PostedRequest } from '../messages';
import type { RequestContext } from '../requestContext';

/**
 * The first `Mcp-Param-*` header of a tool call that is not what its arguments say (2026-07-28, "Server
 * Behavior for Custom Headers"). Of a tool that is not known none is expected.
 */
export function wrongParameterHeader(
  { method, params }: PostedRequest,
  headers: IncomingHttpHeaders,
  { server, forModels }: Pick<RequestContext, 'server' | 'forModels'>,
): string | undefined {
  if (method !== 'tools/call') return undefined;
  const tool = toolOf(() => server.route(method, params, forModels));
  const wanted = parameterHeadersOf(tool?.inputSchema);
  if (typeof wanted === 'string') return undefined;
  return wanted.find(({ name, path }) => {
    let value: unknown = params['arguments'];
    for (const key of path) value = isObject(value) ? value[key] : undefined;
    return !isMirrored(headers[name.toLowerCase()], value);
  })?.name;
}

/** Whoever calls what no server has is told so later. */
function toolOf(route: () => Routed): Tool | undefined {
  try {
    const { server, params } = route();
    return server.catalog.peek()?.tools.find(({ name }) => name === params['name']);
  } catch {
    return undefined;
  }
}

/** Numbers are compared as such: `42.0` is 42. */
function isMirrored(header: string | readonly string[] | undefined, value: unknown): boolean {
  if (value === undefined || value === null) return header === undefined;
  const text = decodedHeader(header);
  if (text === undefined || typeof value === 'string') return text === value;
  return typeof value === 'number' ? Number(text) === value : text === JSON.stringify(value);
}
