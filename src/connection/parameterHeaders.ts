import { isObject } from '../base/json';

/** A parameter of a tool that goes along as a header, too (2026-07-28, "Custom headers from tool parameters"). */
export interface ParameterHeader {
  /** Where it stands in the arguments. */
  readonly path: readonly string[];
  /** Of the header, with its prefix. */
  readonly name: string;
}

const keyword = 'x-mcp-header';
const prefix = 'Mcp-Param-';
const types: readonly unknown[] = ['string', 'integer', 'boolean'];
/** RFC 9110, 5.1. */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** No schema that a person wrote is so deep. */
const deepest = 100;

/**
 * The headers that an input schema wants, or why it is invalid: a tool with such a schema may not be
 * offered over HTTP (2026-07-28, "x-mcp-header").
 */
export function parameterHeadersOf(inputSchema: unknown): readonly ParameterHeader[] | string {
  const found = new Map<string, ParameterHeader>();
  const problem = search(inputSchema, [], found);
  return problem ?? [...found.values()];
}

/** Looks at every level; `path` is absent where a value cannot be named by a chain of properties. */
function search(
  schema: unknown,
  path: readonly string[] | undefined,
  found: Map<string, ParameterHeader>,
  depth = 0,
): string | undefined {
  if (typeof schema !== 'object' || schema === null || depth > deepest) return undefined;
  if (!Array.isArray(schema) && keyword in schema) {
    const problem = take(schema, path, found);
    if (problem !== undefined) return problem;
  }
  for (const [key, value] of Object.entries(schema)) {
    const problem =
      key === 'properties' && isObject(value)
        ? searchProperties(value, path, found, depth)
        : literals.has(key)
          ? undefined
          : search(value, undefined, found, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Hold values instead of schemas. */
const literals: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples', 'example']);

function searchProperties(
  properties: Readonly<Record<string, unknown>>,
  path: readonly string[] | undefined,
  found: Map<string, ParameterHeader>,
  depth: number,
): string | undefined {
  for (const [key, value] of Object.entries(properties)) {
    const problem = search(value, path && [...path, key], found, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function take(
  schema: Readonly<Record<string, unknown>>,
  path: readonly string[] | undefined,
  found: Map<string, ParameterHeader>,
): string | undefined {
  const { [keyword]: name, type } = schema;
  if (typeof name !== 'string' || !token.test(name)) {
    return `${keyword} ${JSON.stringify(name)} is no name of a header.`;
  }
  if (!path || path.length === 0) return `${keyword} "${name}" is not at a plain property.`;
  if (!types.includes(type)) {
    return `${keyword} "${name}" is at a property that is no string, integer or boolean.`;
  }
  const key = name.toLowerCase();
  if (found.has(key)) return `${keyword} "${name}" is there twice.`;
  found.set(key, { path, name: prefix + name });
  return undefined;
}

/** The headers of a call; those of absent arguments and of `null` are left out. */
export function headersOfCall(
  wanted: readonly ParameterHeader[],
  callArguments: unknown,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { path, name } of wanted) {
    let value: unknown = callArguments;
    for (const key of path) value = isObject(value) ? value[key] : undefined;
    const text = textOf(value);
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
