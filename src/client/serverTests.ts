import { randomUUID } from 'node:crypto';
import { reasonOf } from '../base/errors';
import type { SavedTest } from '../config/serverTests';
import { serverErrors, type TestOutcome } from '../ipc/serverTests';
import type { HostClient } from './hostConnection/hostClient';

/** Listens to a run of tests. */
export interface TestListener {
  started(test: SavedTest): void;
  ended(test: SavedTest, outcome: TestOutcome): void;
}

/**
 * Runs tests: those of one server one after another, because a call may change what the next one finds, and servers at
 * once. A test without a readable text is left to the caller. An aborted run ends no further test.
 */
export async function runTests(
  host: Pick<HostClient, 'send'>,
  tests: readonly SavedTest[],
  listener: TestListener,
  signal: AbortSignal,
): Promise<void> {
  const servers = new Map<string, SavedTest[]>();
  for (const saved of tests) {
    // The first one that can run starts the server.
    if (!saved.test) continue;
    const own = servers.get(saved.server);
    if (own) own.push(saved);
    else servers.set(saved.server, [saved]);
  }
  await Promise.all(
    [...servers.values()].map(async (own) => {
      let [hasTried, hasBeenUp] = [false, false];
      for (const saved of own) {
        const { server, test } = saved;
        if (!test || signal.aborted) continue;
        listener.started(saved);
        // The first one that is not refused brings the server up. If it does not come, the others need not try again.
        // One that was up is brought up again after a crash, so that the crash fails only one test.
        const request = { server, test, gesture: !hasTried || hasBeenUp, callId: randomUUID() };
        const outcome: TestOutcome = await host
          .send('runTest', request, signal)
          .catch((error: unknown) => ({ took: 0, failures: [], reason: reasonOf(error) }));
        hasTried ||= !isRefused(outcome);
        hasBeenUp ||= isFromServer(outcome);
        if (!signal.aborted) listener.ended(saved, outcome);
      }
    }),
  );
}

/** True if the person's rules or settings keep the tool, which starts no server. */
function isRefused({ reason }: TestOutcome): boolean {
  return reason?.code === 'toolDenied' || reason?.code === 'toolHidden';
}

/** True if the call of a test has reached the server. */
function isFromServer({ reason }: TestOutcome): boolean {
  return !reason || reason.code === 'callInterrupted' || serverErrors.has(reason.code);
}
