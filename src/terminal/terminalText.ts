import type { Reason } from '../base/errors';
import { nextAction, sentence } from '../ui/reasons/sentence';

/** Characters that move the cursor or change colours or reading order, except line breaks and tabs. */
const controls =
  /(?![\n\t])[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\u{E0000}-\u{E007F}]/gu;

/** Escapes control characters in untrusted text as JSON does, because they must not take effect on a terminal. */
export function terminalText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(controls, (one) =>
    Array.from({ length: one.length }, (_unit, at) => {
      const code = one.charCodeAt(at).toString(16).padStart(4, '0');
      return `\\u${code}`;
    }).join(''),
  );
}

/** The text of a reason, with the next step in a terminal. */
export function reasonText(reason: Reason): string {
  const next = nextAction(reason, 'terminal');
  return [sentence(reason), ...(next ? [next.text] : [])].join(' ');
}
