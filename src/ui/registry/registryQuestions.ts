import { untrustedText } from '../text/untrustedText';
import { t } from './registryTexts';

/** What the views need of a question. */
export interface ShownQuestion {
  readonly key: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly required: boolean;
  readonly secret: boolean;
  readonly bare: boolean;
  readonly repeated: boolean;
  readonly format: 'string' | 'number' | 'boolean' | 'filepath';
  readonly default?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly choices: readonly string[];
}

/** What is asked of a person at once: what is needed and no secret. The rest is asked at the start. */
export function askedAtOnce<Q extends ShownQuestion>(questions: readonly Q[]): readonly Q[] {
  return questions.filter(({ required, secret }) => required && !secret);
}

/** One line of the list of what may be set besides. */
export interface OptionalPick<Q> {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly question: Q;
}

/** What may be set besides; none of it is needed. */
export function optionalPicks<Q extends ShownQuestion>(
  questions: readonly Q[],
): readonly OptionalPick<Q>[] {
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

/** How a question is put: a choice among values, or a text. */
export interface ValueQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly placeHolder?: string | undefined;
  readonly value?: string | undefined;
  /** The allowed values with what stands for each; absent where any text will do. */
  readonly picks?:
    readonly { readonly label: string; readonly answer: string | null }[] | undefined;
}

/** How the question is put as number `number` of `count`. */
export function valueQuestion(
  question: ShownQuestion,
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

/** What is wrong with a typed value; nothing may always be typed. */
export function valueProblem({ format }: ShownQuestion, text: string): string | undefined {
  if (format !== 'number' || text.trim() === '') return undefined;
  return Number.isFinite(Number(text)) ? undefined : t('notANumber');
}

/** The answer that a typed text is: nothing leaves it for the start, or an option alone. */
export function typedAnswer({ bare }: ShownQuestion, text: string): string | null {
  return text === '' && !bare ? null : text;
}

/** What is wrong with a name. */
export function nameProblem(name: string, taken: ReadonlySet<string>): string | undefined {
  if (name.trim() === '') return t('nameEmpty');
  return taken.has(name.trim()) ? t('nameTaken') : undefined;
}

/** The name, or the first one with a number that is free. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}-${number}`;
  return free;
}
