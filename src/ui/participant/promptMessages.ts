import { UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import type { McpObject } from '../../ipc/state';
import { contentParts } from '../chat/chatResult';
import { t } from './participantTexts';
import { textMessage, type Message } from './messages';

/**
 * Messages of a `prompts/get` result for a model. If the assistant speaks last, a request to go on is added.
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
