import type { Input } from '../../config/definition';
import { untrustedText } from '../text/untrustedText';
import type { PickRow } from '../text/pickRow';
import { t } from '../text/texts';

/** Texts to ask for an input's value, escaped so that the editor finds no links in them. */
export interface InputQuestion {
  readonly title: string;
  readonly prompt: string;
  /** The text that stands in the box at first. None in one whose text is hidden: nobody would see what they take. */
  readonly preset?: string;
  /** Values to choose from; absent for free text. */
  readonly picks?: readonly PickRow<string>[];
}

/** Choices with the preset before the others, because Enter takes the first row. */
export function presetFirst<T>(
  choices: readonly T[],
  isPreset: (choice: T) => boolean,
): readonly T[] {
  return [...choices.filter(isPreset), ...choices.filter((one) => !isPreset(one))];
}

/** Texts for an input. */
export function inputQuestion(
  { id, type, description, options = [], password, default: preset }: Input,
  title: string,
): InputQuestion {
  const prompt = description ?? t('inputPrompt', { input: id });
  const picks = presetFirst(options, ({ value }) => value === preset).map(({ label, value }) => ({
    label: untrustedText(label),
    ...(value === preset && { description: t('inputDefault') }),
    ...(value !== label && { detail: untrustedText(value) }),
    value,
  }));
  return {
    title: untrustedText(title),
    prompt: untrustedText(prompt),
    ...(type === 'promptString' && preset !== undefined && !password && { preset }),
    ...(type === 'pickString' && { picks }),
  };
}
