import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import type { Declaration, ServerOptions } from '../../src/ipc/contract';
import { isRunning } from '../support/fakeServer/processes';
import { processesNaming } from '../support/processList';
import { attach, declarations, newHost, type Launches } from '../support/hostFixture';
import { hostPidOf, hostPlace, windowAt } from '../support/realHost';
import { serverId, type Stage } from './scene';

/** The limits of the rows, in milliseconds; docs/faults.md names the real ones beside them. */
const restart = {
  firstDelay: 50,
  maxDelay: 200,
  maxCrashes: 5,
  window: 600_000,
  stableAfter: 600_000,
};

const health = { silence: 500, answer: 300 };
const timeouts = { listTimeout: 1_000, cancelGrace: 100 };

/** The options of a row are those of the server that it is about. */
function declared(launches: Launches, options: ServerOptions): Declaration[] {
  return declarations(launches).map((one) => (one.id === serverId ? { ...one, options } : one));
}

/** A host in this process, with limits short enough for a test. */
export async function hostHere(launches: Launches, options: ServerOptions): Promise<Stage> {
  const host = newHost({ restart, health, timeouts });
  const client = await attach(host, launches, 0);
  await client.declare(declared(launches, options));
  return {
    client,
    hostPid: () => undefined,
    hostPids: () => [],
    stop: async () => {
      await client.end();
      await host.stop();
    },
  };
}

const bundle = fileURLToPath(new URL('../../dist/host.js', import.meta.url));

/** The host as it is shipped, in a process and a run folder of its own. */
export async function hostProcess(launches: Launches, options: ServerOptions): Promise<Stage> {
  const home = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const client = windowAt(hostPlace(home, bundle), (id) => {
    const launch = launches[id];
    return launch && !('kind' in launch) ? launch : undefined;
  });
  await client.declare(declared(launches, options));
  return {
    client,
    hostPid: () => hostPidOf(client),
    hostPids: () => processesNaming(home),
    stop: async () => {
      const pid = hostPidOf(client);
      await client.end();
      const isGone = () => {
        if (pid !== undefined && isRunning(pid)) throw new Error('the host still runs');
      };
      await vi.waitFor(isGone);
    },
  };
}
