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

/** A step of a question, independent of how it is shown. */
export type QuestionStep = TextStep | PickStep;

/** The user's answer to a step; `cancelled`: dismissed. */
export type StepAnswer =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'picked'; readonly ids: readonly string[] }
  | { readonly kind: 'back' }
  | { readonly kind: 'declined' }
  | { readonly kind: 'declinedAll' }
  | { readonly kind: 'cancelled' };
