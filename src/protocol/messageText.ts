import { jsonText, sourceOf } from '../base/jsonSource';
import type { McpObject } from '../ipc/state';
import type { RpcMessage } from './jsonRpc';

/**
 * Fields of params and results with the values of tools and prompts. Those keep their source (`parseMessage`), so that a
 * caller and a server get them from each other exactly. Contents of resources are not among them, as they are cached.
 */
export const relayedFields: readonly string[] = [
  'arguments',
  'content',
  'structuredContent',
  'messages',
];

/** The JSON of a message in one line, with the values of `relayedFields` as they came. */
export function messageText(message: RpcMessage): string {
  const name = 'method' in message ? 'params' : 'result';
  const { [name]: body } = message as { readonly [name in 'params' | 'result']?: McpObject };
  if (!body || !keepsSource(body)) return JSON.stringify(message);
  return textOf({ ...message, [name]: undefined }, name, body);
}

function keepsSource(body: McpObject): boolean {
  return relayedFields.some((field) => sourceOf(body[field]) !== undefined);
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
