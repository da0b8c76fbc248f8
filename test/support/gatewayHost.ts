import { createSecretKey } from 'node:crypto';
import type { ServerRequestHandlers } from '../../src/client/serverRequestHandlers';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import { Gateway } from '../../src/gateway/gateway';
import type { Host } from '../../src/host/host';
import { declarations, newHost, reachOf, windowOf } from './hostFixture';

/** A server at the gateway of a real host. */
export interface GatewayHost extends AsyncDisposable {
  readonly url: URL;
  readonly headers: Record<string, string>;
  /** Puts another host into the place of the one that is, as after a crash. */
  replaceHost(): Promise<void>;
}

const id = 'user/full';

/** A window with one server at a host with a gateway; `window` answers what no client of the gateway can. */
export async function openGatewayHost(
  launch: ResolvedLaunch,
  window: ServerRequestHandlers,
): Promise<GatewayHost> {
  const sessionKey = createSecretKey(Buffer.alloc(32, 7));
  const start = async (preferredPort?: number): Promise<Host> => {
    const host = newHost({
      startGateway: (access, limits) =>
        Gateway.start({ access, limits, preferredPort, sessionKey, describe: ({ code }) => code }),
    });
    await host.open();
    return host;
  };
  let host = await start();
  const client = windowOf(host, {
    graceSeconds: () => 1,
    reach: async () => reachOf(host),
    resolveLaunch: async () => ({ kind: 'resolved', launch, secrets: [] }),
    questions: window,
  });
  await client.declare(declarations({ [id]: launch }, { roots: [{ uri: 'file:///of-window' }] }));
  const { origin = '', token = '' } = client.gateway.peek() ?? {};
  return {
    url: new URL(`/servers/${encodeURIComponent(id)}/mcp`, origin),
    headers: { Authorization: `Bearer ${token}` },
    replaceHost: async () => {
      await host.stop();
      host = await start(Number(new URL(origin).port));
    },
    [Symbol.asyncDispose]: async () => {
      await client.end();
      await host.stop();
    },
  };
}
