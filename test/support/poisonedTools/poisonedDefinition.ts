import type { Tool } from '../../../src/ipc/state';

/** A definition that wants a model to do what nobody asked for, and the trick it does it by. */
export interface PoisonedDefinition {
  readonly trick: string;
  /** Who described the trick: author, title, year. The wording is ours. */
  readonly source: string;
  readonly tool?: Tool;
  /** What a rug pull had approved: {@link tool} comes after it, under the same name. */
  readonly before?: Tool;
  /** The instructions of a server, in place of a tool. */
  readonly instructions?: string;
}
