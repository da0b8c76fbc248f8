import { asText, isObject } from '../../base/json';
import type { McpObject } from '../../ipc/state';
import { imageTypeOf } from '../../base/imageType';
import { toModel } from './chatTexts';

/** Part of a tool's result for the model. */
export type ChatPart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'image';
      readonly base64: string;
      readonly mimeType: string;
      /** Text for editors that cannot pass images on. */
      readonly otherwise: string;
    };

/**
 * An MCP tool result as parts for the model. Text and images stay, other content is announced. `structuredContent`
 * counts only if the content is empty.
 */
export function chatParts(result: McpObject): readonly ChatPart[] {
  const parts = contentParts(result['content']);
  const structured = result['structuredContent'];
  if (parts.length === 0 && structured !== undefined) parts.push(text(JSON.stringify(structured)));
  if (result['isError'] === true) return [text(`${toModel('toolFailed')}\n`), ...parts];
  return parts.length > 0 ? parts : [text(toModel('toolSaidNothing'))];
}

/** Content blocks as parts for the model; empty text is left out. */
export function contentParts(content: unknown): ChatPart[] {
  return Array.isArray(content) ? content.filter(isObject).flatMap(partOf) : [];
}

function partOf(block: McpObject): ChatPart[] {
  switch (block['type']) {
    case 'text':
      return nonEmpty(asText(block['text']));
    case 'image': {
      // An image needs no MIME type, and models refuse one with the type of another.
      const data = asText(block['data']);
      const mimeType = asText(block['mimeType']) || imageTypeOf(data);
      return [mimeType === undefined ? leftOut(['image']) : image(data, mimeType)];
    }
    case 'resource':
      return isObject(block['resource']) ? embedded(block['resource']) : [];
    case 'resource_link': {
      const { name, uri, description } = block;
      return nonEmpty([name, uri, description].map(asText).filter(Boolean).join('\n'));
    }
    default:
      return [leftOut([asText(block['type']), asText(block['mimeType'])])];
  }
}

/** Contents of an embedded resource. */
function embedded(resource: McpObject): ChatPart[] {
  if (typeof resource['text'] === 'string') return nonEmpty(resource['text']);
  const mimeType = asText(resource['mimeType']);
  const blob = asText(resource['blob']);
  if (mimeType.startsWith('image/')) return [image(blob, mimeType)];
  return [leftOut([asText(resource['uri']), mimeType])];
}

function image(base64: string, mimeType: string): ChatPart {
  const { text: otherwise } = leftOut(['image', mimeType]);
  return { kind: 'image', base64, mimeType, otherwise };
}

function leftOut(what: readonly string[]): { kind: 'text'; text: string } {
  return text(toModel('leftOut', { what: what.filter(Boolean).join(' ') }));
}

function nonEmpty(value: string): ChatPart[] {
  return value === '' ? [] : [text(value)];
}

function text(value: string): { kind: 'text'; text: string } {
  return { kind: 'text', text: value };
}
