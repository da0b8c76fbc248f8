import { createHash } from 'node:crypto';
import { canonicalJson } from '../base/json';
import { memo } from '../base/lazy';
import type { Tool } from './state';

/** The fields of a tool that people and models read; the others are for programs. */
const readableFields = [
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
];

/** A tool with only the fields that people and models read. */
export function readableTool(tool: Tool): Tool {
  const readable: Tool = { name: tool.name };
  for (const key of readableFields) if (key in tool) readable[key] = tool[key];
  return readable;
}

/**
 * The SHA-256 of the fields that people and models read, in base64url. The order of keys does not matter. Each
 * character counts, also one that looks like another.
 */
export const canonicalHash = memo((tool: Tool): string =>
  createHash('sha256')
    .update(canonicalJson(readableTool(tool)))
    .digest('base64url'),
);
