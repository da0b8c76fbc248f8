import { untrustedText } from '../text/untrustedText';
import type { Question } from './question';
import { t } from './registryTexts';

/** Inputs requested at once: required ones that are not secret. The others are requested at the start. */
export function askedAtOnce(questions: readonly Question[]): readonly Question[] {
  return questions.filter(({ required, secret }) => required && !secret);
}

export interface OptionalPick {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly question: Question;
}

/** Rows for the optional inputs. */
export function optionalPicks(questions: readonly Question[]): readonly OptionalPick[] {
  return questions
    .filter(({ required }) => !required)
    .map((question) => {
      const { label, description = '', secret, default: preset } = question;
      const otherwise =
        preset === undefined ? '' : t('presetValue', { value: untrustedText(preset) });
      return {
        label: untrustedText(label),
        description: secret ? t('secret') : otherwise,
        detail: untrustedText(description),
        question,
      };
    });
}

/** Texts of an input: a choice among values, or a text box. */
export interface ValueQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly placeHolder?: string | undefined;
  readonly value?: string | undefined;
  /** Allowed values; absent if any text will do. */
  readonly picks?: readonly { readonly label: string; readonly answer: string | null }[];
}

/** Texts for an input as step `number` of `count`. */
export function valueQuestion(
  question: Question,
  server: string,
  { number, count }: { readonly number: number; readonly count: number },
): ValueQuestion {
  const { label, description, bare, default: preset, placeholder } = question;
  const name = untrustedText(label);
  const title = t('step', { server, label: name, number, count });
  const says = t('value', { label: name, description: untrustedText(description ?? '') });
  const choices = question.format === 'boolean' ? ['true', 'false'] : question.choices;
  if (choices.length > 0) {
    // What stands first is taken by Enter.
    const sorted = [
      ...choices.filter((one) => one === preset),
      ...choices.filter((one) => one !== preset),
    ];
    const picks: { label: string; answer: string | null }[] = sorted.map((answer) => ({
      label: untrustedText(answer),
      answer,
    }));
    return {
      title,
      prompt: says,
      picks: [...picks, { label: t('askAtStart'), answer: null }],
    };
  }
  const otherwise = t(bare ? 'orAlone' : 'orAtStart');
  const prompt = `${/[.!?]$/.test(says) ? says : `${says}.`} ${otherwise}`;
  return { title, prompt, placeHolder: placeholder, value: preset };
}

/** Problem with a typed value; empty text is always valid. */
export function valueProblem({ format }: Question, text: string): string | undefined {
  if (format !== 'number' || text.trim() === '') return undefined;
  return Number.isFinite(Number(text)) ? undefined : t('notANumber');
}

/** Answer for a typed text; empty text leaves it for the start, or means an option without value. */
export function typedAnswer({ bare }: Question, text: string): string | null {
  return text === '' && !bare ? null : text;
}

/** Problem with a server's name. */
export function nameProblem(name: string, taken: ReadonlySet<string>): string | undefined {
  if (name.trim() === '') return t('nameEmpty');
  return taken.has(name.trim()) ? t('nameTaken') : undefined;
}

/** The name, with the first free number if it is taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}-${number}`;
  return free;
}
