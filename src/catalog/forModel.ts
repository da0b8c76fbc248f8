import { isObject } from '../base/json';
import { leftOutType } from '../contract/apart';
import type { McpObject } from '../contract/state';

/** So many characters of text go to a model: more than most have room for. */
const mostText = 1_000_000;
/** So many characters of base64. */
const mostBinary = 4_000_000;

/**
 * What a model has of a tool's result: its content, of which the middle is left out where it is longer than
 * any model takes, and `structuredContent` only where there is no other. What was left out says so in its
 * place ({@link leftOutType}): a window would stand still for the rest of it.
 */
export function forModel({ content, structuredContent, isError }: McpObject): McpObject {
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  const saysNothing = blocks.every(({ type, text }) => type === 'text' && text === '');
  if (saysNothing && structuredContent !== undefined) {
    blocks.push({ type: 'text', text: JSON.stringify(structuredContent) });
  }
  const left = { text: mostText, binary: mostBinary };
  return {
    content: blocks.flatMap((block) => blocksOf(block, left)),
    ...(isError !== undefined && { isError }),
  };
}

/** What may still be said. */
interface Left {
  text: number;
  binary: number;
}

function blocksOf(block: McpObject, left: Left): readonly McpObject[] {
  const { resource, text, data, type, mimeType } = block;
  if (isObject(resource)) {
    if (typeof resource['text'] === 'string') return textOf(resource['text'], block, left);
    return binaryOf(resource['blob'], block, resource['mimeType'] ?? type, left);
  }
  if (typeof text === 'string') return textOf(text, block, left);
  return binaryOf(data, block, mimeType ?? type, left);
}

function textOf(text: string, block: McpObject, left: Left): readonly McpObject[] {
  const isWhole = text.length <= left.text;
  const half = Math.floor(left.text / 2);
  left.text = isWhole ? left.text - text.length : 0;
  if (isWhole) return [block];
  return [
    { type: 'text', text: text.slice(0, half) },
    { type: leftOutType, what: 'text', size: text.length - 2 * half },
    { type: 'text', text: half === 0 ? '' : text.slice(-half) },
  ];
}

function binaryOf(
  base64: unknown,
  block: McpObject,
  what: unknown,
  left: Left,
): readonly McpObject[] {
  if (typeof base64 !== 'string') return [block];
  if (base64.length > left.binary) {
    return [{ type: leftOutType, what, size: Math.floor((base64.length * 3) / 4) }];
  }
  left.binary -= base64.length;
  return [block];
}
