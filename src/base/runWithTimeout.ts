import { createContext, Script, type Context } from 'node:vm';

const script = new Script('work()');
let context: (Context & { work?: () => unknown }) | undefined;

/** The value of work that ended in time. */
export type TimedValue<T> = { readonly value: T } | undefined;

/**
 * Runs synchronous work and returns its value; `undefined` if it was broken off after so many milliseconds. For regular
 * expressions and schemas of others, because some take for ever.
 * @throws the error of the work.
 */
export function runWithTimeout<T>(milliseconds: number, work: () => T): TimedValue<T> {
  context ??= createContext({});
  context.work = work;
  try {
    return { value: script.runInContext(context, { timeout: milliseconds }) as T };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  } finally {
    delete context.work;
  }
}
