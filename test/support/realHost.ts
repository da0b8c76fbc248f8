import path from 'node:path';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import { HostClient, type HostClientOptions } from '../../src/client/hostConnection/hostClient';
import { reachHost, type HostLocation } from '../../src/client/hostConnection/reachHost';

/** Where a host process of its own is to be found, or made: its run folder and data lie in `home`. */
export function hostPlace(home: string, bundle: string): HostLocation {
  return {
    bundle,
    dataFolder: path.join(home, 'data'),
    env: { ...process.env, ROUNDHOUSE_HOME: path.join(home, 'run') },
    execPath: process.execPath,
  };
}

/** A window of the host process at a place, with nothing declared; launches by the ids of servers. */
export function windowAt(
  place: HostLocation,
  launchOf: (id: string) => ResolvedLaunch | undefined,
  graceSeconds = 0,
  options: Partial<HostClientOptions> = {},
): HostClient {
  return new HostClient({
    graceSeconds: () => graceSeconds,
    ...options,
    reach: (signal) => reachHost(place, 'shared', signal),
    resolveLaunch: async (id) => {
      const launch = launchOf(id);
      if (!launch) return { kind: 'failed', reason: { code: 'entryGone' } };
      return { kind: 'resolved', launch, secrets: [] };
    },
  });
}

/** The process of the host that a window is attached to; `undefined` while it is to none. */
export function hostPidOf(window: HostClient): number | undefined {
  const mode = window.mode.peek();
  return mode.kind === 'shared' ? mode.pid : undefined;
}

/**
 * The same, where it has to be one. @throws where the window runs its servers itself: a signal to nobody would reach
 * this process.
 */
export function sharedHostPid(window: HostClient): number {
  const pid = hostPidOf(window);
  if (pid === undefined) throw new Error('The window is attached to no shared host.');
  return pid;
}
