import type { ChatPart } from '../chat/chatResult';
import type { SampledMessage, SampledPart, SamplingRequest } from './samplingRequest';
import { t } from './samplingTexts';

/** A message as text, with a description in place of other content. */
export function messageWords({ parts }: SampledMessage): string {
  return parts.map(partWords).join('\n');
}

/** All text that the model gets, tool definitions included, to count its tokens at once. */
export function requestWords({ messages, tools }: SamplingRequest): string {
  const described = tools.length > 0 ? [JSON.stringify(tools)] : [];
  return [...messages.map(messageWords), ...described].join('\n');
}

/** Images in a request, also in tool results. */
export function imageCount({ messages }: SamplingRequest): number {
  const inParts = (parts: readonly (SampledPart | ChatPart)[]): number =>
    parts.reduce((count, part) => {
      if (part.kind === 'result') return count + inParts(part.parts);
      return part.kind === 'image' ? count + 1 : count;
    }, 0);
  return messages.reduce((count, { parts }) => count + inParts(parts), 0);
}

function partWords(part: SampledPart): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'image':
      return t('image', { type: part.mimeType, size: part.base64.length });
    case 'call':
      return t('call', { name: part.name, input: JSON.stringify(part.input) });
    case 'result': {
      const said = part.parts.map((one) => (one.kind === 'text' ? one.text : one.otherwise));
      return t('result', { id: part.id, text: said.join('\n') });
    }
  }
}
