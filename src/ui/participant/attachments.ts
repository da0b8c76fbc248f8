import { isUtf8 } from 'node:buffer';
import { imageType } from '../../base/imageType';
import { fenced } from '../text/markdown';
import { toModel } from './participantTexts';
import { headOf, sizeOfText, type MessagePart } from './messages';

export interface Attachment {
  readonly name: string;
  /** The content, or why it could not be read. */
  readonly content: string | Uint8Array | Error;
}

/** Largest image in bytes. Providers take no larger ones, and an image counts for no more text than others do. */
const mostOfImage = 5 * 1024 * 1024;
/** Smallest size left for which another attachment is added. */
const least = 200;

/** Attachments as message parts, in order. Text is cut to `most` in total (`sizeOf`); what is left out is named. */
export function attachmentParts(attachments: readonly Attachment[], most: number): MessagePart[] {
  let left = most;
  return attachments.map(({ name, content }) => {
    const leave = (why: string): MessagePart => text(toModel('attachmentLeft', { name, why }));
    if (content instanceof Error) return leave(content.message);
    if (typeof content !== 'string') {
      const mimeType = imageType(content);
      if (mimeType !== undefined) return image(name, content, mimeType);
      if (!isUtf8(content) || content.includes(0)) return leave(toModel('noText'));
    }
    if (left < least) return leave(toModel('tooMuch'));
    const whole = typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
    const shown = headOf(whole, left);
    left -= sizeOfText(shown);
    const rest = whole.length - shown.length;
    return text(
      [
        toModel('attached', { name }),
        fenced(shown, ''),
        ...(rest > 0 ? [toModel('attachedRest', { count: rest })] : []),
      ].join('\n'),
    );
  });
}

function image(name: string, bytes: Uint8Array, mimeType: string): MessagePart {
  const why = toModel('imageOf', { mimeType, kilobytes: Math.ceil(bytes.length / 1_000) });
  const otherwise = toModel('attachmentLeft', { name, why });
  if (bytes.length > mostOfImage) return text(otherwise);
  return { kind: 'image', base64: Buffer.from(bytes).toString('base64'), mimeType, otherwise };
}

function text(value: string): MessagePart {
  return { kind: 'text', text: value };
}
