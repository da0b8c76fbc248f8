import type { Reason } from '../base/errors';
import { isObject, valueAt } from '../base/json';
import type { McpObject } from '../ipc/state';
import type { RpcMessage } from './jsonRpc';
import { metaKeys, metaOf } from './meta';
import { mcpName } from './methods';
import { isModern } from './revisions';

/** A parameter of a tool that is also sent as a header (2026-07-28, "Custom headers from tool parameters"). */
export interface ParameterHeader {
  /** Its path in the arguments. */
  readonly path: readonly string[];
  /** The name of the header with its prefix, in lower case. */
  readonly name: string;
}

const keyword = 'x-mcp-header';
const prefix = 'mcp-param-';
const types: readonly unknown[] = ['string', 'integer', 'boolean'];
/** RFC 9110, 5.1. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Deeper than any schema written by a person. */
const deepest = 100;

/**
 * True if one of the headers has the `wanted` name, which is in lower case. Without `Headers`, because its first use in
 * a process takes 40 ms: Node loads its whole `fetch` for it.
 */
export function hasHeader(headers: Readonly<Record<string, string>>, wanted: string): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === wanted);
}

/**
 * The headers of an input schema, or why it is invalid: a tool with such a schema must not be offered over HTTP
 * (2026-07-28, "x-mcp-header").
 */
export function parameterHeadersOf(inputSchema: unknown): readonly ParameterHeader[] | Reason {
  const annotated: Annotated[] = [];
  collect(inputSchema, [], annotated);
  const found = new Map<string, ParameterHeader>();
  for (const { name, type, path } of annotated) {
    if (typeof name !== 'string' || !token.test(name))
      return { code: 'headerNameInvalid', args: { name: JSON.stringify(name) } };
    if (!path || path.length === 0) return { code: 'headerPlaceInvalid', args: { name } };
    if (!types.includes(type)) return { code: 'headerTypeInvalid', args: { name } };
    const key = name.toLowerCase();
    if (found.has(key)) return { code: 'headerRepeated', args: { name } };
    found.set(key, { path, name: prefix + key });
  }
  return [...found.values()];
}

/** A schema that names a header; `path` is absent below keywords other than `properties`. */
interface Annotated {
  readonly name: unknown;
  readonly type: unknown;
  readonly path: readonly string[] | undefined;
}

/** Keywords whose value is not a schema. */
const literals: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples', 'example']);

/** Collects the annotated schemas of every level, in their order. */
function collect(
  schema: unknown,
  path: Annotated['path'],
  annotated: Annotated[],
  depth = 0,
): void {
  if (typeof schema !== 'object' || schema === null || depth > deepest) return;
  if (isObject(schema) && keyword in schema)
    annotated.push({ name: schema[keyword], type: schema['type'], path });
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' && isObject(value)) {
      for (const [name, property] of Object.entries(value))
        collect(property, path && [...path, name], annotated, depth + 1);
    } else if (!literals.has(key)) collect(value, undefined, annotated, depth + 1);
  }
}

/** The parameter headers of a call, without absent arguments and `null`. */
export function headersOfCall(
  wanted: readonly ParameterHeader[],
  callArguments: unknown,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { path, name } of wanted) {
    const text = textOf(valueAt(callArguments, path));
    if (text !== undefined) headers[name] = headerValue(text);
  }
  return headers;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value);
  return typeof value === 'number' && !Number.isInteger(value) ? String(value) : undefined;
}

/** A text as the value of a header ("Value encoding"): Base64 of UTF-8 unless it is plain ASCII. */
export function headerValue(text: string): string {
  const isPlain = /^[\t\x20-\x7e]+$/.test(text) && text === text.trim();
  if (isPlain && !(text.startsWith('=?base64?') && text.endsWith('?='))) return text;
  return `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

type Send = (method: string, params: McpObject) => Promise<McpObject>;

/** The pages that are searched for a tool. */
const mostPages = 100;

/** The parameter headers of tools, by their last lists. */
export class ToolHeaders {
  readonly #wanted = new Map<unknown, readonly ParameterHeader[]>();

  /** Learns from a page of `tools/list`. */
  learn({ tools }: McpObject): void {
    for (const tool of Array.isArray(tools) ? (tools as unknown[]) : []) {
      if (!isObject(tool) || typeof tool['name'] !== 'string') continue;
      const { name } = tool;
      const headers = parameterHeadersOf(tool['inputSchema']);
      this.#wanted.delete(name);
      if (!('code' in headers) && headers.length > 0) this.#wanted.set(name, headers);
    }
  }

  /** The headers of a `tools/call`; absent if its tool has none. */
  of(params: McpObject): Readonly<Record<string, string>> | undefined {
    const wanted = this.#wanted.get(params['name']);
    return wanted && headersOfCall(wanted, params['arguments']);
  }

  /** Reads the list of tools again, up to the tool of a call. */
  async refresh(params: McpObject, send: Send): Promise<void> {
    let cursor: unknown;
    for (let page = 0; page < mostPages; page++) {
      const list = await send('tools/list', cursor === undefined ? {} : { cursor });
      this.learn(list);
      const { tools, nextCursor } = list;
      const isThere = (tool: unknown): boolean => isObject(tool) && tool['name'] === params['name'];
      if (Array.isArray(tools) && tools.some(isThere)) return;
      if (typeof nextCursor !== 'string' || nextCursor === cursor) return;
      cursor = nextCursor;
    }
  }
}

/**
 * The standard headers of a message: its revision, else the negotiated one, and in the modern era its method and
 * object.
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

/** The revision of a message; the handshake of the legacy era has none. */
export function versionOf(message: RpcMessage, spoken: string | undefined): string | undefined {
  if (!('method' in message)) return spoken;
  const named = metaOf(message.params)[metaKeys.protocolVersion];
  if (typeof named === 'string') return named;
  return message.method === 'initialize' ? undefined : spoken;
}
