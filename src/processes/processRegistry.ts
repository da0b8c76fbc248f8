import { randomUUID } from 'node:crypto';
import type { Disposable } from '../base/disposable';

/**
 * The one variable that we add to a server's environment: the random id of its host and a number. Without it a daemon
 * would be lost, because it has neither our parents nor our group. A process from the moment of its host's death is
 * in no file, either. On Linux its environment still tells whose it is.
 */
export const markVariable = 'MCP_ROUNDHOUSE_SERVER';

/** A server process in the registry. */
export interface RegisteredProcess {
  readonly pid: number;
  /** The value of {@link markVariable} in its environment, unique to the server. */
  readonly mark: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Records server processes, so that none outlives the process that started it, however that one ends. */
export interface ProcessRegistry {
  /** A new mark for a process that is about to be started. */
  newMark(): string;
  /** Records a running process; disposing removes it when nothing is left of it. Never throws. */
  add(process: RegisteredProcess): Disposable;
}

/** A registry that marks processes and records none, for a program that ends all its servers itself. */
export const unrecordedProcesses: ProcessRegistry = {
  newMark: () => randomUUID(),
  add: () => ({ dispose: () => undefined }),
};
