import { Buffer } from 'node:buffer';
import { UserError } from '../../base/errors';
import { asText, isObject } from '../../base/json';
import type { McpObject } from '../../ipc/state';
import { memoryText } from '../text/texts';
import { fenced } from '../text/markdown';

/** Content of a resource. */
export interface ResourceContent {
  readonly bytes: Uint8Array;
  readonly mimeType?: string | undefined;
}

/**
 * Content of a `resources/read` result ("Resources", reading). Of several parts the requested one counts, then an
 * only one, otherwise a page of all.
 * @throws UserError `resourceEmpty` {uri}.
 */
export function resourceContent({ contents }: McpObject, uri: string): ResourceContent {
  const parts = (Array.isArray(contents) ? contents : []).flatMap((part) => partOf(part) ?? []);
  const [only, ...others] = parts;
  if (!only) throw new UserError('resourceEmpty', { uri });
  const asked = others.length === 0 ? only : parts.find((part) => part.uri === uri);
  if (asked) return { bytes: bytesOf(asked), mimeType: asked.mimeType };
  const page = parts.map(pageOf).join('\n\n');
  return { bytes: Buffer.from(`${page}\n`), mimeType: 'text/markdown' };
}

interface Part {
  readonly uri: string;
  readonly mimeType: string | undefined;
  readonly text?: string;
  readonly blob?: string;
  /** Replaces `text` and `blob` for large content. */
  readonly bytes?: Uint8Array;
}

function partOf(part: unknown): Part | undefined {
  if (!isObject(part)) return undefined;
  const { uri, mimeType, text, blob, bytes } = part;
  const about = {
    uri: asText(uri),
    mimeType: typeof mimeType === 'string' ? mimeType : undefined,
    ...(bytes instanceof Uint8Array && { bytes }),
  };
  if (typeof text === 'string') return { ...about, text };
  return typeof blob === 'string' ? { ...about, blob } : undefined;
}

function bytesOf({ text, blob = '', bytes }: Part): Uint8Array {
  if (bytes) return bytes;
  return text === undefined ? Buffer.from(blob, 'base64') : Buffer.from(text, 'utf8');
}

function pageOf(part: Part): string {
  const { uri, mimeType } = part;
  const text = part.text === undefined ? undefined : Buffer.from(bytesOf(part)).toString('utf8');
  const type = mimeType === undefined ? '' : ` (${mimeType})`;
  const body = text === undefined ? memoryText(bytesOf(part).length) : fenced(text, '');
  return `## ${uri}${type}\n\n${body}`;
}
