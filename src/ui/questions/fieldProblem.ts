import { runWithTimeout } from '../../base/runWithTimeout';
import { urlOf } from '../../network/urlOf';
import type { FieldValue, FormField, TextFormat } from './formFields';
import { untrustedText } from '../text/untrustedText';
import { t } from './questionTexts';

/** Milliseconds for which a server's pattern may block the window. */
const patience = 50;

/** Problem with an answer, as a sentence; a value of `undefined` leaves the field out. */
export function fieldProblem(field: FormField, value: FieldValue | undefined): string | undefined {
  if (value === undefined) return field.required ? t('needed') : undefined;
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? textProblem(field, value) : t('needed');
    case 'number':
      return typeof value === 'number' ? numberProblem(field, value) : t('notANumber');
    case 'flag':
      return typeof value === 'boolean' ? undefined : t('needed');
    case 'choice':
      return isOffered(field, value) ? undefined : t('notOffered');
    case 'choices': {
      const chosen = typeof value === 'object' ? value : [];
      const { minItems = 0, maxItems = Infinity } = field;
      if (!chosen.every((one) => isOffered(field, one))) return t('notOffered');
      if (chosen.length < minItems) return t('tooFew', { count: minItems });
      return chosen.length > maxItems ? t('tooMany', { count: maxItems }) : undefined;
    }
  }
}

/** Problem with typed text; see {@link typedValue}. */
export function typedProblem(field: FormField, text: string): string | undefined {
  const value = typedValue(field, text);
  return Number.isNaN(value) ? t('notANumber') : fieldProblem(field, value);
}

/** Value of typed text: a number for number fields (NaN if it is none), `undefined` if empty. */
export function typedValue({ kind }: FormField, text: string): string | number | undefined {
  if (kind !== 'number') return text === '' ? undefined : text;
  return text.trim() === '' ? undefined : Number(text);
}

type Field<K extends FormField['kind']> = Extract<FormField, { kind: K }>;

function textProblem(field: Field<'text'>, text: string): string | undefined {
  const { minLength = 0, maxLength = Infinity, pattern, format } = field;
  const { length } = Array.from(text);
  if (length < minLength) return t('tooShort', { count: minLength });
  if (length > maxLength) return t('tooLong', { count: maxLength });
  if (format && !hasFormat(text, format)) return t('wrongFormat', { example: t(format) });
  // The server sees for itself what could not be judged.
  const fits = pattern === undefined || fitsPattern(pattern, text) !== false;
  return fits ? undefined : t('wrongPattern', { pattern: untrustedText(pattern) });
}

/** `undefined` if the pattern is invalid or takes too long. */
function fitsPattern(pattern: string, text: string): boolean | undefined {
  try {
    const expression = new RegExp(pattern, 'u');
    return runWithTimeout(patience, () => expression.test(text))?.value;
  } catch {
    return undefined;
  }
}

function numberProblem(field: Field<'number'>, value: number): string | undefined {
  const { whole, minimum = -Infinity, maximum = Infinity } = field;
  if (!Number.isFinite(value)) return t('notANumber');
  if (whole && !Number.isInteger(value)) return t('notWhole');
  if (value < minimum) return t('tooSmall', { bound: minimum });
  return value > maximum ? t('tooLarge', { bound: maximum }) : undefined;
}

function isOffered({ options }: Field<'choice' | 'choices'>, value: FieldValue): boolean {
  return options.some((option) => option.value === value);
}

function hasFormat(text: string, format: TextFormat): boolean {
  switch (format) {
    case 'email':
      return /^[^\s@<>(),;:"\\[\]]+@(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+[\p{L}\d-]{2,}$/u.test(
        text,
      );
    case 'uri':
      return /^[A-Za-z][A-Za-z\d+.-]*:\S+$/.test(text) && urlOf(text) !== undefined;
    case 'date':
      return isDate(text);
    case 'date-time': {
      const [, date = '', hour, minute, second] =
        /^(.{10})[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.exec(text) ?? [];
      // RFC 3339 has a sixtieth second, which may be a leap one.
      return isDate(date) && Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
    }
  }
}

/** True for an existing day in RFC 3339 format. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
