import type { ResolvedLaunch } from '../../../src/ipc/launch';
import { Gateway } from '../../../src/gateway/gateway';
import { HostClient } from '../../../src/client/hostConnection/hostClient';
import { sentence } from '../../../src/ui/reasons/sentence';
import { everythingStdio, startEverythingHttp } from '../fakeServer/everything';
import { declarations, newHost, reachOf } from '../hostFixture';
import { type McpUser, connectionUser, userV1, userV2, type Address } from './mcpUser';

/** A way from a client to the reference server. */
export interface Route {
  readonly name: string;
  open(): Promise<McpUser>;
}

interface Launched extends AsyncDisposable {
  readonly launch: ResolvedLaunch;
}

const transports: Record<string, () => Promise<Launched>> = {
  stdio: async () => ({
    launch: everythingStdio(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }),
  'Streamable HTTP': () => overHttp('http'),
  SSE: () => overHttp('sse'),
};

async function overHttp(type: 'http' | 'sse'): Promise<Launched> {
  const server = await startEverythingHttp(type);
  return { launch: server, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const clients: Record<string, (launch: ResolvedLaunch) => Promise<McpUser>> = {
  'our connection': connectionUser,
  'SDK v1 through the gateway': (launch) => throughGateway(launch, userV1),
  'SDK v2 through the gateway': (launch) => throughGateway(launch, userV2),
};

/** Every client over every transport of the server. */
export const routes: readonly Route[] = Object.entries(clients).flatMap(([client, connect]) =>
  Object.entries(transports).map(([transport, start]) => ({
    name: `${client}, ${transport}`,
    open: async () => {
      const server = await start();
      try {
        return closingAfter(await connect(server.launch), server);
      } catch (error) {
        await server[Symbol.asyncDispose]();
        throw error;
      }
    },
  })),
);

/** A host with its gateway, and a window that has the server and nobody at it. */
async function throughGateway(
  launch: ResolvedLaunch,
  connect: (address: Address) => Promise<McpUser>,
): Promise<McpUser> {
  const id = 'folder:a/everything';
  const host = newHost({
    startGateway: (access, limits) => Gateway.start({ access, limits, describe: sentence }),
  });
  await host.open();
  // What a server is told at its start that it may ask: the window could be asked, but the chat comes first.
  const refuse = (): Promise<never> => Promise.reject(new Error('the window was asked'));
  const window = new HostClient({
    graceSeconds: () => 30,
    reach: async () => reachOf(host),
    resolveLaunch: async () => ({ kind: 'resolved', launch, secrets: [] }),
    questions: { elicit: refuse, sample: refuse },
  });
  const between = {
    [Symbol.asyncDispose]: async () => {
      await window.end();
      await host.stop();
    },
  };
  try {
    const roots = [{ uri: 'file:///work/window', name: 'window' }];
    await window.declare(declarations({ [id]: launch }, { roots }));
    await window.start(id, true);
    const { origin = '', token = '' } = window.gateway.peek() ?? {};
    const url = new URL(`/servers/${encodeURIComponent(id)}/mcp`, origin);
    const user = await connect({ url, headers: { Authorization: `Bearer ${token}` } });
    return closingAfter(user, between);
  } catch (error) {
    await between[Symbol.asyncDispose]();
    throw error;
  }
}

/** The user, who takes along what lies behind when it leaves. */
function closingAfter(user: McpUser, behind: AsyncDisposable): McpUser {
  return {
    ...user,
    [Symbol.asyncDispose]: async () => {
      await user[Symbol.asyncDispose]();
      await behind[Symbol.asyncDispose]();
    },
  };
}
