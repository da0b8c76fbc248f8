import type { Input } from '../../config/definition';
import { untrustedText } from '../text/untrustedText';
import { t } from '../text/texts';

/** What a value is asked with; the words are those of a file, so the editor must find no link in them. */
export interface InputQuestion {
  readonly title: string;
  readonly prompt: string;
  /** The values to choose among; absent where a text is typed. */
  readonly picks?: readonly { readonly label: string; readonly value: string }[];
}

/** How the value of `input` is asked for. */
export function inputQuestion(
  { id, type, description, options = [] }: Input,
  title: string,
): InputQuestion {
  const prompt = description ?? t('inputPrompt', { input: id });
  const picks = options.map(({ label, value }) => ({ label: untrustedText(label), value }));
  return {
    title: untrustedText(title),
    prompt: untrustedText(prompt),
    ...(type === 'pickString' && { picks }),
  };
}
