import { vi } from 'vitest';

/** Milliseconds. A process may take five seconds to start on a machine that has other things to do. */
const least = 60_000;

// As `expect.poll` in vitest.config.mts: `vi.waitFor` gives up after a second, and has no setting of its own. Whoever
// waits to see that something does not come takes `vi.waitUntil`.
const { waitFor } = vi;
vi.waitFor = (callback, options = {}) => {
  const given = typeof options === 'number' ? { timeout: options } : options;
  return waitFor(callback, { ...given, timeout: Math.max(least, given.timeout ?? 0) });
};
