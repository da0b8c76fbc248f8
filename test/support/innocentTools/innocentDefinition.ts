import type { Tool } from '../../../src/contract/state';

/** A definition that means what it says, and what it could be mistaken for. */
export interface InnocentDefinition {
  readonly looksLike: string;
  readonly tool?: Tool;
  /** The instructions of a server, in place of a tool. */
  readonly instructions?: string;
}
