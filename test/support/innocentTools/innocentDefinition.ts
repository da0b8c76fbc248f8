import type { Tool } from '../../../src/ipc/state';

/** A definition that means what it says, and what it could be mistaken for. */
export interface InnocentDefinition {
  readonly looksLike: string;
  readonly tool?: Tool;
  /** The instructions of a server, in place of a tool. */
  readonly instructions?: string;
}
