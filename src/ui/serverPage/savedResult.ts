import { isObject, parsedJson } from '../../base/json';
import type { McpObject } from '../../ipc/state';
import { endingOf } from '../resources/resourceAddress';

/** A result as a file. */
export interface SavedResult {
  /** The file's ending, without a dot. */
  readonly ending: string;
  readonly bytes: Uint8Array;
}

/** A result as a file: a single text, image or other content as such, everything else as JSON. */
export function savedResult(result: McpObject): SavedResult {
  return contentOf(result) ?? jsonFile(result);
}

function jsonFile(value: unknown): SavedResult {
  return { ending: 'json', bytes: bytesOf(`${JSON.stringify(value, undefined, 2)}\n`) };
}

function contentOf({ content, contents, structuredContent }: McpObject): SavedResult | undefined {
  const [only, ...others]: readonly unknown[] = [content, contents].filter(Array.isArray).flat();
  if (!isObject(only) || others.length > 0 || structuredContent !== undefined) return undefined;
  const part = isObject(only['resource']) ? only['resource'] : only;
  const { text, data, blob, mimeType } = part;
  const ending = typeof mimeType === 'string' ? endingOf(mimeType) : undefined;
  if (typeof text === 'string') {
    const isJson = parsedJson(text) !== undefined;
    return { ending: ending ?? (isJson ? 'json' : 'txt'), bytes: bytesOf(text) };
  }
  const base64 = data ?? blob;
  if (typeof base64 !== 'string') return undefined;
  return { ending: ending ?? 'bin', bytes: Buffer.from(base64, 'base64') };
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
