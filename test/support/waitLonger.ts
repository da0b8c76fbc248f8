import { vi } from 'vitest';

/** Milliseconds. */
const timeout = 20_000;

// As `expect.poll` in vitest.config.mts: `vi.waitFor` gives up after a second, and has no setting of its own.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout, ...options });
