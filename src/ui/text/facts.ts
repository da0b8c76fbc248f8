/** One thing known of a server, with its name. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Id of an entry to whose place in its file the value leads. */
  readonly entry?: string | undefined;
}
