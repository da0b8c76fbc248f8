import type { Input } from '../../config/definition';
import { untrustedText } from '../text/untrustedText';
import { t } from '../text/texts';

/** Texts to ask for an input's value, escaped so that the editor finds no links in them. */
export interface InputQuestion {
  readonly title: string;
  readonly prompt: string;
  /** Values to choose from; absent for free text. */
  readonly picks?: readonly {
    readonly label: string;
    readonly description?: string;
    readonly value: string;
  }[];
}

/** Texts for an input. */
export function inputQuestion(
  { id, type, description, options = [], default: preset }: Input,
  title: string,
): InputQuestion {
  const prompt = description ?? t('inputPrompt', { input: id });
  // Enter takes the first row.
  const sorted = [
    ...options.filter(({ value }) => value === preset),
    ...options.filter(({ value }) => value !== preset),
  ];
  const picks = sorted.map(({ label, value }) => ({
    label: untrustedText(label),
    ...(value === preset && { description: t('inputDefault') }),
    value,
  }));
  return {
    title: untrustedText(title),
    prompt: untrustedText(prompt),
    ...(type === 'pickString' && { picks }),
  };
}
