import { sayParticipant } from '../views/participantTexts';
import type { Message, MessagePart, ResultPart } from './messages';

/** What counts for an image, in characters: providers take no more tokens for one. */
const charactersPerImage = 6_400;
/** What stays of a result that gives way. */
const headOfResult = 2_000;

/**
 * Messages of no more than so many characters, as far as results of tools can give way: the oldest are cut to
 * their beginnings first. The same list where all of it fits.
 */
export function fitted(messages: readonly Message[], most: number): readonly Message[] {
  let over = messages.reduce((sum, message) => sum + sizeOfMessage(message), 0) - most;
  if (over <= 0) return messages;
  return messages.map((message) => {
    if (over <= 0) return message;
    const parts = message.parts.map((part) => {
      if (over <= 0 || part.kind !== 'result') return part;
      const cut = { ...part, parts: cutResult(part.parts, headOfResult) };
      over -= sizeOfPart(part) - sizeOfPart(cut);
      return cut;
    });
    return { ...message, parts };
  });
}

/** A result of no more than so many characters of text; what is no text goes. */
export function cutResult(parts: readonly ResultPart[], most: number): ResultPart[] {
  const isText = parts.every(({ kind }) => kind === 'text');
  const text = parts.flatMap((part) => (part.kind === 'text' ? part.text : [])).join('\n');
  if (isText && text.length <= most) return [...parts];
  // A half of a character is none.
  const head = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
  return [{ kind: 'text', text: `${head}\n${sayParticipant('resultCut')}` }];
}

/** Characters of messages; what is no text counts as providers count it. */
export function sizeOfMessage({ parts }: Message): number {
  return parts.reduce((sum, part) => sum + sizeOfPart(part), 0);
}

function sizeOfPart(part: MessagePart | ResultPart): number {
  switch (part.kind) {
    case 'text':
      return part.text.length;
    case 'call':
      return part.name.length + JSON.stringify(part.input).length;
    case 'result':
      return part.parts.reduce((sum, one) => sum + sizeOfPart(one), 0);
    case 'image':
    case 'other':
      return charactersPerImage;
  }
}
