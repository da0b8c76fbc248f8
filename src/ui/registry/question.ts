/** A value that is not known before a person gives it. */
export interface Question {
  /** Names the question among those of one choice. */
  readonly key: string;
  /** What the value is called: the variable, the header, the option. */
  readonly label: string;
  readonly description?: string | undefined;
  /** The server does not work without it. */
  readonly required: boolean;
  /** It is never asked for at once, but when the server starts, and kept in the secret store. */
  readonly secret: boolean;
  /** An option that may stand alone, which an empty answer means. */
  readonly bare: boolean;
  /** Several values may be given. */
  readonly repeated: boolean;
  readonly format: 'string' | 'number' | 'boolean' | 'filepath';
  readonly default?: string | undefined;
  readonly placeholder?: string | undefined;
  /** The allowed values; empty where any is. */
  readonly choices: readonly string[];
}

/** A value, several of them, or `null`: a person is asked when the server starts. */
export type Answer = string | readonly string[] | null;

/** Answers by the keys of their questions; what is absent was not answered. */
export type Answers = ReadonlyMap<string, Answer>;
