/** A value that the user has to give. */
export interface Question {
  /** Unique among the inputs of a choice. */
  readonly key: string;
  /** Name of the variable, header or option. */
  readonly label: string;
  readonly description?: string | undefined;
  readonly required: boolean;
  /** Requested when the server starts and kept in the secret store, never requested at once. */
  readonly secret: boolean;
  /** An option that may have no value; an empty answer means that. */
  readonly bare: boolean;
  /** Several values may be given. */
  readonly repeated: boolean;
  readonly format: 'string' | 'number' | 'boolean' | 'filepath';
  readonly default?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Allowed values; empty: any. */
  readonly choices: readonly string[];
}

/** One value, several, or `null`: requested when the server starts. */
export type Answer = string | readonly string[] | null;

/** Answers by input key; absent: not answered. */
export type Answers = ReadonlyMap<string, Answer>;
