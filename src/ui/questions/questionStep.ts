import { t } from './questionTexts';
/** Parts of all steps. */
interface StepFrame {
  /** Names the requesting server. */
  readonly title: string;
  /** The whole request; shown above or below the input. */
  readonly prompt: string;
  readonly placeholder: string;
  /** Number of the step, from 1. */
  readonly place?: { readonly number: number; readonly count: number } | undefined;
  /** True if the user can go back to the step before. */
  readonly back: boolean;
  /** Title of the decline button; absent if the request cannot be declined. */
  readonly decline?: string | undefined;
  /** Title of the button that declines all requests of the server; absent if there is none. */
  readonly declineAll?: string | undefined;
}

/** A step with a text box. */
export interface TextStep extends StepFrame {
  readonly kind: 'text';
  readonly value: string;
  readonly masked: boolean;
  /** Shown below the box while the text has no problem. */
  readonly warning?: string | undefined;
  /** Problem with a text, as a sentence. */
  readonly problem: (text: string) => string | undefined;
}

/** A step with a list. */
export interface PickStep extends StepFrame {
  readonly kind: 'pick';
  readonly rows: readonly StepRow[];
  readonly many: boolean;
  /** Id of the row that is selected at first. */
  readonly active?: string | undefined;
  /** Problem with a selection, as a sentence. */
  readonly problem?: ((ids: readonly string[]) => string | undefined) | undefined;
}

/** A row of a list; without an id it cannot be picked. */
export interface StepRow {
  readonly id?: string | undefined;
  readonly icon?: string | undefined;
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
  readonly picked?: boolean | undefined;
  /** Heading of the rows below. */
  readonly heading?: boolean | undefined;
}

/** A step of a question as data, because the editor and the terminal show the same steps. */
export type QuestionStep = TextStep | PickStep;

/** The user's answer to a step; `cancelled`: dismissed. */
export type StepAnswer =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'picked'; readonly ids: readonly string[] }
  | { readonly kind: 'back' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'declinedAll' }
  | { readonly kind: 'cancelled' };

/** Commands that a user can type in place of an answer. */
const commands = {
  '/decline': { kind: 'declined' },
  '/cancel': { kind: 'cancelled' },
  '/back': { kind: 'back' },
  /** Leaves the value out. */
  '/none': { kind: 'typed', text: '' },
} as const satisfies Record<string, StepAnswer>;

/** Meaning of a typed line: an answer, or a problem with it. */
type ReadLine =
  | { readonly kind: 'answer'; readonly answer: StepAnswer }
  | { readonly kind: 'problem'; readonly text: string };

/** A step as lines for a terminal; rows that can be picked are numbered. */
export function stepLines(step: QuestionStep): readonly string[] {
  const { title, prompt, placeholder, place } = step;
  const head = place ? t('step', { ...place, title }) : title;
  const body = step.kind === 'pick' ? rowLines(step) : textLines(step);
  const words = commandsOf(step).join(', ');
  const hint = words && t('typeCommand', { commands: words });
  return [head, prompt, ...body, placeholder, hint].filter(Boolean);
}

/** Parses a typed line. An empty line takes the step's default, if it has one. */
export function readStepLine(step: QuestionStep, line: string): ReadLine {
  const typed = line.trim();
  const command = commandsOf(step).find((one) => one === typed);
  const answer = command ? commands[command] : answerOf(step, typed);
  if (!answer) return { kind: 'problem', text: t('notUnderstood') };
  const problem = problemOf(step, answer);
  return problem === undefined ? { kind: 'answer', answer } : { kind: 'problem', text: problem };
}

function commandsOf(step: QuestionStep): readonly (keyof typeof commands)[] {
  const none = step.kind === 'text' && step.problem('') === undefined && step.value !== '';
  const offered = {
    '/decline': step.decline !== undefined,
    '/cancel': true,
    '/back': step.back,
    '/none': none,
  };
  return (Object.keys(commands) as (keyof typeof commands)[]).filter((name) => offered[name]);
}

function answerOf(step: QuestionStep, typed: string): StepAnswer | undefined {
  if (step.kind === 'text') return { kind: 'typed', text: typed === '' ? step.value : typed };
  const ids = typed === '' ? suggested(step) : picked(step, typed);
  return ids && { kind: 'picked', ids };
}

function suggested({ many, rows, active }: PickStep): readonly string[] | undefined {
  if (many) return rows.flatMap(({ id, picked: isPicked }) => (isPicked && id ? [id] : []));
  return active === undefined ? undefined : [active];
}

function picked(step: PickStep, typed: string): readonly string[] | undefined {
  const rows = takeable(step);
  const ids = typed.split(/[\s,]+/).map((number) => rows[Number(number) - 1]?.id);
  const known = ids.filter((id) => id !== undefined);
  const isRead = known.length === ids.length && (step.many || known.length === 1);
  return isRead ? known : undefined;
}

function problemOf(step: QuestionStep, answer: StepAnswer): string | undefined {
  if (step.kind === 'text' && answer.kind === 'typed') return step.problem(answer.text);
  if (step.kind === 'pick' && answer.kind === 'picked') return step.problem?.(answer.ids);
  return undefined;
}

function takeable({ rows }: PickStep): readonly StepRow[] {
  return rows.filter(({ id }) => id !== undefined);
}

function rowLines(step: PickStep): readonly string[] {
  const numbers = new Map(takeable(step).map((row, at) => [row, at + 1]));
  const lines = step.rows.map((row) => {
    const isCurrent = row.picked === true || (row.id !== undefined && row.id === step.active);
    const label = isCurrent ? t('active', { label: row.label }) : row.label;
    const number = numbers.get(row);
    const shown = number === undefined ? label : t('row', { number, label });
    return `  ${[shown, row.description].filter(Boolean).join('  ')}`;
  });
  return [...lines, t(step.many ? 'typeNumbers' : 'typeNumber')];
}

function textLines({ value, masked, warning }: Extract<QuestionStep, { kind: 'text' }>) {
  const keeps = value !== '' && !masked ? t('typeText', { value }) : '';
  return [keeps, warning ?? ''];
}
