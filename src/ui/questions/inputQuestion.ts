import type { Input } from '../../config/definition';
import { othersWords } from '../text/othersWords';
import { say } from '../text/texts';

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
  const prompt = description ?? say('inputPrompt', { input: id });
  const picks = options.map(({ label, value }) => ({ label: othersWords(label), value }));
  return {
    title: othersWords(title),
    prompt: othersWords(prompt),
    ...(type === 'pickString' && { picks }),
  };
}
