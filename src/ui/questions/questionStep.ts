/** What every step of a question shows. */
interface StepFrame {
  /** Names the server that asks. */
  readonly title: string;
  /** What is asked, in whole; shown above or below what is typed or picked. */
  readonly prompt: string;
  readonly placeholder: string;
  /** Which step of how many this is, from 1. */
  readonly place?: { readonly number: number; readonly count: number } | undefined;
  /** Whether there is a way back to the step before. */
  readonly back: boolean;
  /** Title of the button that declines; absent where nothing can be declined. */
  readonly decline?: string | undefined;
  /** Title of the button that declines whatever that server asks; absent where there is none. */
  readonly declineAll?: string | undefined;
}

/** A step in which something is typed. */
export interface TextStep extends StepFrame {
  readonly kind: 'text';
  readonly value: string;
  readonly masked: boolean;
  /** Stands below the box while nothing is wrong with the text. */
  readonly warning?: string | undefined;
  /** What is wrong with a text, as a sentence. */
  readonly problem: (text: string) => string | undefined;
}

/** A step in which lines are picked. */
export interface PickStep extends StepFrame {
  readonly kind: 'pick';
  readonly rows: readonly StepRow[];
  readonly many: boolean;
  /** The id of the row that Enter takes at first. */
  readonly active?: string | undefined;
  /** What is wrong with what is picked, as a sentence. */
  readonly problem?: ((ids: readonly string[]) => string | undefined) | undefined;
}

/** One line of a list; without an id it only says something. */
export interface StepRow {
  readonly id?: string | undefined;
  readonly icon?: string | undefined;
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
  readonly picked?: boolean | undefined;
  /** A heading over the lines that follow. */
  readonly heading?: boolean | undefined;
}

/** One step of a question, as a person sees it. */
export type QuestionStep = TextStep | PickStep;

/** What a person did with a step; `cancelled`: they left it without a word. */
export type StepAnswer =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'picked'; readonly ids: readonly string[] }
  | { readonly kind: 'back' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'declinedAll' }
  | { readonly kind: 'cancelled' };
