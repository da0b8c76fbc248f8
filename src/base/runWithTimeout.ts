import { createContext, Script, type Context } from 'node:vm';

const script = new Script('work()');
let context: (Context & { work?: () => unknown }) | undefined;

/** The value of work that does not wait for anything. */
export type TimedValue<T> = { readonly value: T } | undefined;

/**
 * The value of some work; `undefined` where it takes longer than so many milliseconds, and is broken off. For what
 * others wrote, as some regular expressions and schemas take for ever.
 * @throws what the work throws.
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
