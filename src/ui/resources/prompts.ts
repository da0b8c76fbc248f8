import { UserError } from '../../base/errors';
import { asText, isObject } from '../../base/json';
import type { McpObject, Catalog } from '../../ipc/state';
import { fenced } from '../text/markdown';
import { memoryText } from '../text/texts';
import { t } from './resourceTexts';
import type { ArgumentField } from './argumentInput';

/** A prompt's result, for each place it can be sent to. */
export interface PromptText {
  /** Everything, for an editor. */
  readonly markdown: string;
  /** Text for the chat input. */
  readonly chat: string;
  /** URIs of resources to attach in chat. */
  readonly attachments: readonly Attachment[];
  /** Content that chat cannot take. */
  readonly left: readonly string[];
}

interface Attachment {
  readonly uri: string;
  /** Empty if unknown. */
  readonly mimeType: string;
}

/** Longest Base64 of an image that is embedded in the document. */
const largestPicture = 64 * 1024;

/**
 * Texts of a `prompts/get` result ("Prompts", data types). Text of embedded resources is included. Binary and linked
 * resources are attached, because the server has them.
 * @throws UserError `promptEmpty` {prompt}.
 */
export function promptText(prompt: string, { description, messages }: McpObject): PromptText {
  const parts = (Array.isArray(messages) ? messages : []).flatMap(messageParts);
  if (parts.length === 0) throw new UserError('promptEmpty', { prompt });
  const roles = new Set(parts.map(({ role }) => role));
  const chat = parts.flatMap(({ role, chat }) => {
    if (chat === undefined) return [];
    // Where both speak, it has to be seen who says what.
    return roles.size > 1 ? `${t(role)}: ${chat}` : chat;
  });
  const about = typeof description === 'string' && description !== '' ? [description] : [];
  const page = parts.map(({ role, markdown }) => `## ${t(role)}\n\n${markdown}`);
  return {
    markdown: `${[`# ${prompt}`, ...about, ...page].join('\n\n')}\n`,
    chat: chat.join('\n\n'),
    attachments: parts.flatMap(({ attachment }) => attachment ?? []),
    left: parts.flatMap(({ left }) => left ?? []),
  };
}

/** Text for the chat input with the URIs of resources that are not attached. */
export function withAddresses(chat: string, uris: readonly string[]): string {
  return [chat, ...uris.map(linkTo)].filter((part) => part !== '').join('\n\n');
}

interface Part {
  readonly role: 'user' | 'assistant';
  readonly markdown: string;
  readonly chat?: string;
  readonly attachment?: Attachment;
  readonly left?: string;
}

function messageParts(message: unknown): Part[] {
  if (!isObject(message)) return [];
  const role = message['role'] === 'assistant' ? 'assistant' : 'user';
  const contents: unknown[] = [message['content']].flat();
  return contents.flatMap((content) =>
    isObject(content) ? { role, ...contentPart(content) } : [],
  );
}

function contentPart(content: McpObject): Omit<Part, 'role'> {
  const { type } = content;
  if (type === 'text') return { markdown: asText(content['text']), chat: asText(content['text']) };
  if (type === 'image' || type === 'audio') return mediaPart(type, content);
  if (type === 'resource' && isObject(content['resource']))
    return resourcePart(content['resource']);
  if (type === 'resource_link') return resourcePart(content);
  return leftPart(t('otherContent', { type: asText(type) }));
}

function mediaPart(kind: 'image' | 'audio', { data, mimeType }: McpObject): Omit<Part, 'role'> {
  const [base64, type] = [asText(data), asText(mimeType)];
  const left = t(kind, { type, size: memoryText((base64.length * 3) / 4) });
  const isShown =
    kind === 'image' &&
    base64.length <= largestPicture &&
    /^image\/[\w.+-]+$/.test(type) &&
    /^[A-Za-z0-9+/=]+$/.test(base64);
  return isShown ? { markdown: `![${left}](data:${type};base64,${base64})`, left } : leftPart(left);
}

function resourcePart({ uri, mimeType, text: held }: McpObject): Omit<Part, 'role'> {
  const name = asText(uri);
  if (typeof held === 'string') {
    const block = `${name}\n\n${fenced(held, '')}`;
    return { markdown: block, chat: block };
  }
  return { markdown: linkTo(name), attachment: { uri: name, mimeType: asText(mimeType) } };
}

function linkTo(uri: string): string {
  return `<${uri}>`;
}

function leftPart(left: string): Omit<Part, 'role'> {
  return { markdown: t('leftOut', { what: left }), left };
}

/** Arguments of a prompt ("Prompts"); malformed ones are skipped. */
export function promptArguments(prompt: Catalog['prompts'][number]): readonly ArgumentField[] {
  const list: unknown = prompt['arguments'];
  return (Array.isArray(list) ? list : []).flatMap((argument) => {
    if (!isObject(argument) || typeof argument['name'] !== 'string') return [];
    const { name, title, description, required } = argument;
    return [
      {
        name,
        title: nonEmpty(title),
        description: nonEmpty(description),
        required: required === true,
      },
    ];
  });
}

function nonEmpty(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
