import { settlesWithin } from '../../base/abort';

/** Milliseconds for which a command waits for the configuration, which may be on a drive that hangs. */
const longestReading = 3_000;

/**
 * The same handler, after the configuration is read: before that there are no servers, and those of an older text after
 * a save.
 */
export function afterReading<Given extends readonly unknown[]>(
  config: { idle(): Promise<void> },
  handle: (...given: Given) => Promise<void>,
): (...given: Given) => Promise<void> {
  return async (...given) => {
    await settlesWithin(longestReading, config.idle());
    await handle(...given);
  };
}
