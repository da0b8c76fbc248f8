import { randomUUID } from 'node:crypto';
import type { Keeper } from './keeper';

/** Marks what is started and records nothing: for a process that ends all its servers itself. */
export const forgetfulKeeper: Keeper = {
  newMark: () => randomUUID(),
  keep: () => ({ dispose: () => undefined }),
};
