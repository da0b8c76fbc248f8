import { installServers } from '../../scripts/serversUnderTest.mjs';

/** Vitest calls this once, before the tests of a project that runs third-party servers. */
export async function setup(): Promise<void> {
  await installServers();
}
