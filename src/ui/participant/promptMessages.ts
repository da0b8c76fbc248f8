import { UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import type { McpObject } from '../../ipc/state';
import { contentParts } from '../chat/chatResult';
import { t } from './participantTexts';
import { textMessage, type Message } from './messages';

/**
 * The messages of a prompt ("Prompts", `prompts/get`) as a model takes them. Where the server speaks last for the
 * model, that goes on.
 * @throws UserError `promptEmpty` {prompt}.
 */
export function promptMessages(prompt: string, { messages }: McpObject): readonly Message[] {
  const all = (Array.isArray(messages) ? messages : []).filter(isObject).map(messageOf);
  const read = all.filter(({ parts }) => parts.length > 0);
  const last = read.at(-1);
  if (!last) throw new UserError('promptEmpty', { prompt });
  return last.role === 'assistant' ? [...read, textMessage('user', t('goOn'))] : read;
}

function messageOf({ role, content }: McpObject): Message {
  return {
    role: role === 'assistant' ? 'assistant' : 'user',
    parts: contentParts([content].flat()),
  };
}
