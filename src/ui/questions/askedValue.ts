import { untrustedText } from '../text/untrustedText';
import { t } from '../resources/resourceTexts';

/** A value that a person is asked for: a variable of a template, or an argument of a prompt. */
export interface AskedValue {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly required: boolean;
}

/** One line under the box; `value` is what taking it gives, `undefined` leaves the value out. */
export interface ValueRow {
  readonly label: string;
  readonly description?: string;
  readonly value: string | undefined;
}

/** The lines for what was typed so far, with what the server proposes for it. */
export function valueRows(
  { required }: AskedValue,
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

/** What stands over the box. */
export function valueTitle(subject: string, { name, title }: AskedValue): string {
  return t('valueTitle', {
    subject: untrustedText(subject),
    value: untrustedText(title ?? name),
  });
}

/** What stands in the box while nothing is typed. */
export function valuePlaceholder({ description, name, required }: AskedValue): string {
  return t(required ? 'neededValue' : 'optionalValue', {
    what: untrustedText(description ?? name),
  });
}
