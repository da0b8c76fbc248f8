import { HostClient, type HostClientOptions } from '../../src/client/hostConnection/hostClient';
import type { ReachedHost } from '../../src/client/hostConnection/reachHost';
import type { LaunchAnswer, ResolvedLaunch } from '../../src/ipc/launch';
import type { Declaration, ServerOptions } from '../../src/ipc/contract';
import type { ServerState } from '../../src/ipc/state';
import { channelOver, memoryPair } from '../../src/ipc/channel';
import { Host, type HostOptions } from '../../src/host/host';
import type { FreezeWatch } from '../../src/host/freezeWatch';
import type { ServerQuarantine } from '../../src/servers/quarantine';
import { sentence } from '../../src/ui/reasons/sentence';
import { connect } from './connect';

/** A host with the real connection, in this process. */
export function newHost(options: Partial<HostOptions> = {}): Host {
  const resultReader = (): Promise<string> => Promise.reject(new Error('Not built.'));
  return new Host({ connect, build: 'test', describe: sentence, resultReader, ...options });
}

/** A watch of a host in which all servers have this quarantine. */
export function watchOf(quarantine: ServerQuarantine): FreezeWatch {
  const watch = { quarantineOf: () => quarantine, dispose: () => undefined };
  return watch as Partial<FreezeWatch> as FreezeWatch;
}

/** A policy of restarts whose delays are known, and whose crashes are not forgotten in a test. */
export function restartsAfter(
  firstDelay: number,
  maxDelay = firstDelay,
  maxCrashes = 5,
): HostOptions['restart'] {
  return { firstDelay, maxDelay, maxCrashes, window: 600_000, stableAfter: 600_000 };
}

/** How servers are reached, by id; an answer that is no launch blocks or fails. */
export type Launches = Record<string, ResolvedLaunch | LaunchAnswer>;

function answer(launch: ResolvedLaunch | LaunchAnswer | undefined): LaunchAnswer {
  if (!launch) return { kind: 'failed', reason: { code: 'entryGone' } };
  return 'kind' in launch ? launch : { kind: 'resolved', launch, secrets: ['s3cret-value'] };
}

/** A way to `host` over an in-memory pair. */
export function reachOf(host: Host): ReachedHost {
  const [mine, theirs] = memoryPair();
  host.accept(channelOver(theirs));
  return { channel: channelOver(mine), mode: 'window', stop: () => Promise.resolve() };
}

/** A window of `host` over an in-memory pair, with nothing declared; none of its servers is there unless a test says so. */
export function windowOf(host: Host, changes: Partial<HostClientOptions> = {}): HostClient {
  return new HostClient({
    graceSeconds: () => 30,
    reach: async () => reachOf(host),
    resolveLaunch: async () => answer(undefined),
    ...changes,
  });
}

/** A client of `host` over an in-memory pair, with `launches` declared under their ids. */
export async function attach(
  host: Host,
  launches: Launches,
  graceSeconds = 30,
  options?: ServerOptions,
): Promise<HostClient> {
  const client = windowOf(host, {
    graceSeconds: () => graceSeconds,
    resolveLaunch: async (id) => answer(launches[id]),
  });
  await client.declare(declarations(launches, options));
  return client;
}

/** Declarations whose launch version is the launch itself, all with the same options. */
export function declarations(launches: Launches, options?: ServerOptions): Declaration[] {
  return Object.entries(launches).map(([id, launch]) => ({
    id,
    name: id.slice(id.lastIndexOf('/') + 1),
    launchVersion: JSON.stringify(launch),
    ...(options && { options }),
  }));
}

/** The state of one of the client's servers. @throws while the host has not told it. */
export function stateOf(client: HostClient, id: string): ServerState {
  const snapshot = client.servers.peek().get(id);
  if (!snapshot) throw new Error(`${id} is not known yet`);
  return snapshot.state;
}
