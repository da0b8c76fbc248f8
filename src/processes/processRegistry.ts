import type { Disposable } from '../base/disposable';
import { randomUUID } from 'node:crypto';

/** The variable by which a process, also one that left its group and its parents, is known as ours. */
export const markVariable = 'MCP_ROUNDHOUSE_SERVER';

/** A server process as it is kept. */
export interface RegisteredProcess {
  readonly pid: number;
  /** The value of {@link markVariable} in its environment; no two servers have the same. */
  readonly mark: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Sees to it that no server outlives the process that started it, however that one ends. */
export interface ProcessRegistry {
  /** A mark for a process that is about to be started. */
  newMark(): string;
  /** Records a process as soon as it runs; disposing says that nothing is left of it. Never throws. */
  add(process: RegisteredProcess): Disposable;
}

/** Marks what is started and records nothing: for a process that ends all its servers itself. */
export const unrecordedProcesses: ProcessRegistry = {
  newMark: () => randomUUID(),
  add: () => ({ dispose: () => undefined }),
};
