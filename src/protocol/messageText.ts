import { jsonText, sourceOf } from '../base/jsonSource';
import type { McpObject } from '../ipc/state';
import type { RpcMessage } from './jsonRpc';

/**
 * Fields of params and results with the values of tools, resources and prompts. They keep their source (`parseMessage`),
 * so that who calls and what is called get them from each other exactly.
 */
export const passedFields: ReadonlySet<string> = new Set([
  'arguments',
  'content',
  'structuredContent',
  'contents',
  'messages',
]);

/** The JSON of a message in one line, with the values of `passedFields` as they came. */
export function messageText(message: RpcMessage): string {
  if ('result' in message && keepsSource(message.result)) {
    const { result, ...head } = message;
    return textOf(head, 'result', result);
  }
  if ('method' in message && message.params && keepsSource(message.params)) {
    const { params, ...head } = message;
    return textOf(head, 'params', params);
  }
  return JSON.stringify(message);
}

function keepsSource(body: McpObject): boolean {
  for (const field of passedFields) if (sourceOf(body[field]) !== undefined) return true;
  return false;
}

function textOf(head: object, name: string, body: McpObject): string {
  let text = `${JSON.stringify(head).slice(0, -1)},"${name}":`;
  let separator = '{';
  for (const key in body) {
    const json = jsonText(body[key]);
    if (json === undefined) continue;
    text += `${separator}${JSON.stringify(key)}:${json}`;
    separator = ',';
  }
  return `${text}}}`;
}
