import type { DialectId } from '../../../../src/config/definition';

/** One piece of configuration as people find it, written by us in the shape that is published. */
export interface Snippet {
  /** Whose server it is about. */
  readonly server: string;
  /** Where people are told to put it. */
  readonly shownFor: DialectId;
  readonly text: string;
  /** What each entry says, as {@link summaryOf} shows it. */
  readonly servers: Readonly<Record<string, string>>;
  /** Code of each problem and the text that it is shown at. */
  readonly problems?: readonly (readonly [code: string, at: string])[];
}
