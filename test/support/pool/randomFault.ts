import { setTimeout as delay } from 'node:timers/promises';
import type { McpObject } from '../../../src/ipc/state';
import type { HostClient } from '../../../src/client/hostConnection/hostClient';
import type { Trouble } from '../fakeServer/httpTroubles';
import type { Seeded } from '../seeded';
import type { SoakServer } from './soakServers';

/** What a fault may use of the pool it happens to. */
export interface FaultScene {
  readonly random: Seeded;
  readonly client: HostClient;
  /** Begins a call whose end does not matter. */
  call(server: SoakServer, tool: string, args?: McpObject): void;
}

/** Something that goes wrong with one server of a running pool. */
export interface RandomFault {
  readonly name: string;
  /** How often it is picked beside the others. */
  readonly weight: number;
  /** The server is helped only by being found out, which takes half a minute. */
  readonly lasts?: boolean;
  fits(server: SoakServer): boolean;
  /** Makes it happen; resolves when its cause is over. All that is random is picked before it waits. */
  provoke(server: SoakServer, scene: FaultScene): Promise<void> | void;
}

const troubles: readonly Trouble[] = [
  { status: 500 },
  { status: 503, headers: { 'retry-after': '1' } },
  { status: 429 },
  { headersAfterMs: 500 },
  'reset',
  'resetReused',
  'redirectLoop',
  'page',
  'half',
  'halfEnded',
  'dropped',
];

const isStdio = ({ launch }: SoakServer): boolean => launch.type === 'stdio';
const isHttp = ({ http }: SoakServer): boolean => http !== undefined;
const isRemote = ({ remote }: SoakServer): boolean => remote !== undefined;
const isProcess = (server: SoakServer): boolean => isStdio(server) || isRemote(server);
const isAny = (): boolean => true;

/** A fault that is a call of a tool. */
function calling(
  name: string,
  weight: number,
  fits: RandomFault['fits'],
  tool: string,
  args: (random: Seeded) => McpObject = () => ({}),
): RandomFault {
  return {
    name,
    weight,
    fits,
    provoke: (server, scene) => scene.call(server, tool, args(scene.random)),
  };
}

const processFaults: readonly RandomFault[] = [
  {
    name: 'kill',
    weight: 4,
    fits: isStdio,
    provoke: (server, scene) => signal(pidOf(server, scene), 'SIGKILL'),
  },
  {
    name: 'suspend',
    weight: 3,
    fits: isProcess,
    provoke: async (server, scene) => {
      const pid = pidOf(server, scene);
      const time = 100 + scene.random.below(2_000);
      signal(pid, 'SIGSTOP');
      await delay(time);
      signal(pid, 'SIGCONT');
    },
  },
  {
    name: 'freeze',
    weight: 1,
    lasts: true,
    fits: isStdio,
    provoke: (server, scene) => signal(pidOf(server, scene), 'SIGSTOP'),
  },
  { ...calling('mute', 1, isStdio, 'mute'), lasts: true },
  calling('exit', 1, isStdio, 'crash', () => ({ code: 0 })),
  calling('crash', 2, isStdio, 'crash', () => ({ signal: 'SIGSEGV' })),
  calling('cut', 1, isAny, 'cut'),
  calling('flood', 1, isStdio, 'flood', (random) => ({ megabytes: 1 + random.below(10) })),
  calling('storm', 2, isAny, 'storm', (random) => ({ count: 1 + random.below(500) })),
  calling('huge', 1, isAny, 'huge', (random) => ({ bytes: 1_000 * random.below(5_000) })),
];

const httpFaults: readonly RandomFault[] = [
  { name: 'drop', weight: 2, fits: isHttp, provoke: ({ http }) => http?.dropConnections() },
  { name: 'forget', weight: 2, fits: isHttp, provoke: ({ http }) => http?.forgetSessions() },
  {
    name: 'redeploy',
    weight: 2,
    fits: isHttp,
    provoke: async ({ http }, { random }) => {
      const away = random.below(1_500);
      await http?.close();
      await delay(away);
      await http?.restart();
    },
  },
  {
    name: 'trouble',
    weight: 3,
    fits: isHttp,
    provoke: ({ http }, { random }) => {
      const on = random.pick(['tools/call', 'tools/call', 'initialize', 'tools/list', 'GET']);
      http?.troubles.add({ on, what: random.pick(troubles), times: 1 + random.below(3) });
    },
  },
  {
    name: 'reboot',
    weight: 2,
    fits: isRemote,
    provoke: async ({ remote }, { random }) => {
      const away = random.below(1_500);
      await remote?.kill('SIGKILL');
      await delay(away);
      await remote?.start();
    },
  },
];

const personFaults: readonly RandomFault[] = [
  {
    name: 'restart',
    weight: 1,
    fits: isAny,
    provoke: ({ id }, { client }) => client.restart(id, true),
  },
  {
    name: 'stop and start',
    weight: 1,
    fits: isAny,
    provoke: async ({ id }, { client, random }) => {
      const pause = random.below(500);
      await client.stop(id);
      await delay(pause);
      await client.start(id, true);
    },
  },
];

const faults = [...processFaults, ...httpFaults, ...personFaults].flatMap((fault) =>
  Array.from({ length: fault.weight }, () => fault),
);

/** A fault and the server that has it. */
export function randomFault(
  random: Seeded,
  servers: readonly SoakServer[],
  mayLast: boolean,
): { readonly fault: RandomFault; readonly server: SoakServer } {
  const server = random.pick(servers);
  const possible = faults.filter((fault) => fault.fits(server) && (mayLast || !fault.lasts));
  return { fault: random.pick(possible), server };
}

function pidOf({ id, remote }: SoakServer, { client }: FaultScene): number | undefined {
  return remote?.pid ?? client.servers.peek().get(id)?.pid;
}

/** Where it does not run just now, nothing happens. */
function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined || pid <= 1) return;
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
