import { untrustedText } from '../text/untrustedText';
import { t } from './resourceTexts';

/** A variable of a template or an argument of a prompt. */
export interface ArgumentField {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly required: boolean;
}

/** A row of the list; `value`: the entered value, `undefined` skips it. */
export interface ValueRow {
  readonly label: string;
  readonly description?: string;
  readonly value: string | undefined;
}

/** Rows for the typed text and the server's completions. */
export function valueRows(
  { required }: ArgumentField,
  typed: string,
  proposed: readonly string[],
): readonly ValueRow[] {
  const isNew = typed !== '' && !proposed.includes(typed);
  return [
    ...(isNew ? [{ label: untrustedText(typed), description: t('asTyped'), value: typed }] : []),
    ...proposed.map((value) => ({ label: untrustedText(value) || '""', value })),
    ...(typed === '' && !required ? [{ label: t('leaveOut'), value: undefined }] : []),
  ];
}

/** Title of the input. */
export function valueTitle(subject: string, { name, title }: ArgumentField): string {
  return t('valueTitle', {
    subject: untrustedText(subject),
    value: untrustedText(title ?? name),
  });
}

/** Placeholder of the input. */
export function valuePlaceholder({ description, name, required }: ArgumentField): string {
  return t(required ? 'neededValue' : 'optionalValue', {
    what: untrustedText(description ?? name),
  });
}
