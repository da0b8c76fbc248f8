import type { McpObject } from '../../ipc/state';
import { untrustedText } from '../text/untrustedText';
import {
  formContent,
  presets,
  fieldProblem,
  typedProblem,
  typedText,
  typedValue,
  type Form,
  type FieldOption,
  type FieldValue,
  type FormField,
} from './elicitationForm';
import type { QuestionStep, StepAnswer, StepRow } from './questionStep';
import { t } from './questionTexts';

/** Ids of rows that are not options; options are numbered. */
const rowIds = { leaveOut: 'leaveOut', submit: 'submit', decline: 'decline' } as const;

/**
 * A form as steps: one for each field, then a review to change and submit the answers. Callers show `step` and pass
 * the answer to `take`. The form shows nothing itself, so that the editor and the terminal share it.
 */
export class FormDialog {
  readonly #answers: Map<string, FieldValue>;
  /** Index of the current field; the number of fields stands for the review. */
  #at = 0;
  /** The user came from the review to change an answer. */
  #changing = false;

  constructor(
    private readonly server: string,
    private readonly form: Form,
  ) {
    this.#answers = new Map(presets(form));
  }

  /** The current step. */
  get step(): QuestionStep {
    const field = this.form.fields[this.#at];
    const count = this.form.fields.length + 1;
    const place = count > 1 ? { number: this.#at + 1, count } : undefined;
    const what = field ? untrustedText(field.label) : t('check');
    const common = {
      title: t('asks', { server: untrustedText(this.server), what }),
      place,
      back: this.#at > 0 || this.#changing,
      decline: t('decline'),
      declineAll: t('declineAll'),
    };
    if (!field) return { ...common, ...this.#review() };
    const words = [this.form.message, field.description ?? ''];
    const prompt = words.map(untrustedText).filter(Boolean).join(' · ');
    return { ...common, prompt, ...fieldStep(field, this.#answers.get(field.key)) };
  }

  /** Takes the answer to the current step; returns the result for the server when the form ends. */
  take(answer: StepAnswer): McpObject | undefined {
    const field = this.form.fields[this.#at];
    switch (answer.kind) {
      case 'cancelled':
        return { action: 'cancel' };
      case 'declined':
      case 'declinedAll':
        return { action: 'decline' };
      case 'back':
        this.#at = this.#changing ? this.form.fields.length : Math.max(0, this.#at - 1);
        this.#changing = false;
        return undefined;
      case 'typed':
        return this.#answered(
          field,
          field && typedValue(field, answer.text, this.#answers.get(field.key)),
        );
      case 'picked':
        return field
          ? this.#answered(field, pickedValue(field, answer.ids))
          : this.#reviewed(answer.ids[0]);
    }
  }

  #answered(field: FormField | undefined, value: FieldValue | undefined): undefined {
    if (!field || fieldProblem(field, value) !== undefined) return;
    if (value === undefined) this.#answers.delete(field.key);
    else this.#answers.set(field.key, value);
    this.#at = this.#changing ? this.form.fields.length : this.#at + 1;
    this.#changing = false;
  }

  #reviewed(id: string | undefined): McpObject | undefined {
    if (id === rowIds.decline) return { action: 'decline' };
    if (id === rowIds.submit) {
      return { action: 'accept', content: formContent(this.form, this.#answers) };
    }
    const at = this.form.fields.findIndex(({ key }) => id === fieldId(key));
    if (at === -1) return undefined;
    this.#at = at;
    this.#changing = true;
    return undefined;
  }

  #review() {
    const server = untrustedText(this.server);
    const answers = this.form.fields.map((field) => ({
      id: fieldId(field.key),
      label: untrustedText(field.label),
      description: shownValue(field, this.#answers.get(field.key)),
    }));
    const rows: StepRow[] = [
      {
        id: rowIds.submit,
        icon: 'check',
        label: t('submit'),
        description: t('submitDetail', { server }),
      },
      {
        id: rowIds.decline,
        icon: 'circle-slash',
        label: t('decline'),
        description: t('declineDetail', { server }),
      },
    ];
    if (answers.length > 0) rows.push({ heading: true, label: t('changeAnswer') }, ...answers);
    const prompt = untrustedText(this.form.message);
    return { kind: 'pick', prompt, placeholder: t('check'), rows, many: false } as const;
  }
}

function fieldStep(field: FormField, value: FieldValue | undefined) {
  if (isTyped(field)) return textStep(field, value);
  const many = field.kind === 'choices';
  const rows: StepRow[] = optionsOf(field).map(({ value: option, label }, at) => ({
    id: String(at),
    label: untrustedText(label),
    picked: typeof value === 'object' && value.includes(String(option)),
  }));
  if (!many && !field.required) rows.push({ id: rowIds.leaveOut, label: t('leaveOut') });
  const current = optionsOf(field).findIndex((option) => option.value === value);
  return {
    kind: 'pick',
    placeholder: t(many ? 'pickSome' : 'pickOne'),
    rows,
    many,
    active: current === -1 ? undefined : String(current),
    problem: (ids: readonly string[]) => fieldProblem(field, pickedValue(field, ids)),
  } as const;
}

function isTyped({ kind }: FormField): boolean {
  return kind === 'text' || kind === 'texts' || kind === 'number';
}

function textStep(field: FormField, value: FieldValue | undefined) {
  const format = field.kind === 'text' ? field.format : undefined;
  const hints = [
    format && t(format),
    field.kind === 'texts' && t('withCommas'),
    field.required ? undefined : t('optional'),
  ];
  return {
    kind: 'text',
    placeholder: hints.filter(Boolean).join(' · '),
    value: typedText(value),
    masked: field.secret,
    warning: field.secret ? t('neverSecrets') : undefined,
    problem: (text: string) => typedProblem(field, text, value),
  } as const;
}

function optionsOf(field: FormField): readonly FieldOption<string | number | boolean>[] {
  return field.kind === 'choice' || field.kind === 'choices' ? field.options : [];
}

function pickedValue(field: FormField, ids: readonly string[]): FieldValue | undefined {
  const chosen = optionsOf(field).flatMap(({ value }, at) =>
    ids.includes(String(at)) ? [value] : [],
  );
  if (field.kind !== 'choices') return chosen[0];
  return chosen.length > 0 || field.required ? chosen.map(String) : undefined;
}

function shownValue(field: FormField, value: FieldValue | undefined): string {
  if (value === undefined) return t('leftOut');
  if (field.secret) return t('hidden');
  const values: readonly unknown[] = typeof value === 'object' ? value : [value];
  if (isTyped(field)) return untrustedText(typedText(value));
  const labels = optionsOf(field).filter((option) => values.includes(option.value));
  return untrustedText(labels.map(({ label }) => label).join(', '));
}

/** Id of a field's row. Keys come from the server, so they must not equal other ids. */
function fieldId(key: string): string {
  return `field ${key}`;
}
