import { createHash } from 'node:crypto';
import { canonicalJson } from '../base/json';
import type { Tool } from './state';

/** What of a tool people and models go by: what is left is for programs. */
const telling = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'];

/** A tool with nothing but what people and models go by. */
export function toldOf(tool: Tool): Tool {
  const told = telling.flatMap((key) => (key in tool ? [[key, tool[key]] as const] : []));
  return { ...Object.fromEntries(told), name: tool.name };
}

const known = new WeakMap<Tool, string>();

/**
 * The same text for definitions that say the same, whatever the order of their keys: SHA-256 in base64url.
 * Each character counts, also one that looks like another.
 */
export function canonicalHash(tool: Tool): string {
  const hash =
    known.get(tool) ??
    createHash('sha256')
      .update(canonicalJson(toldOf(tool)))
      .digest('base64url');
  known.set(tool, hash);
  return hash;
}
