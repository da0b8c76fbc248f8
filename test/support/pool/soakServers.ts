import { FakeHttpServer, type FakeHttpOptions } from '../fakeServer/fakeHttpServer';
import { FakeHttpProcess } from '../fakeServer/fakeHttpProcess';
import { fakeStdio, type FakeStdioOptions } from '../fakeServer/fakeServer';
import type { PlannedServer } from './sharedHost';

/** A good server of the soak, with what is needed to make it bad. */
export interface SoakServer extends PlannedServer {
  readonly kind: string;
  /** In this process. */
  readonly http?: FakeHttpServer;
  /** In a process of its own. */
  readonly remote?: FakeHttpProcess;
}

const tools = 'echo sleep progress crash cut flood storm huge mute fail'.split(' ');

/** Each kind with how many of thirty are of it. */
const stdioKinds: readonly (readonly [string, number, FakeStdioOptions])[] = [
  ['plain', 5, {}],
  ['wrapped', 3, { underShell: true }],
  ['grandchild', 2, { grandchild: true }],
  ['session', 2, { descendants: ['session'], ignoreSigterm: true }],
  ['daemon', 2, { descendants: ['daemon'], ignoreSigterm: true }],
  ['stubborn', 2, { ignoreStdinEnd: true, ignoreSigterm: true, descendants: ['group'] }],
  ['chatty', 2, { stderrEveryMs: 20, noise: true }],
  ['pieces', 2, { partial: true, crlf: true, bom: true }],
];

const httpKinds: readonly (readonly [string, number, FakeHttpOptions])[] = [
  ['http', 3, {}],
  ['http json', 2, { json: true }],
  ['sse', 2, { legacySse: true }],
];

const remotes = 3;

/** A call that a stopped server does not answer fails after this time. */
const options = { callTimeoutSeconds: 5 };

/** Thirty servers of mixed kinds; `mark` is in the environment of every process of theirs. */
export async function soakServers(mark: Readonly<Record<string, string>>): Promise<SoakServer[]> {
  const stdio = repeated(stdioKinds).map(({ kind, id, fake }): SoakServer => {
    const launch = fakeStdio({ tools, ...fake });
    return { id, kind, options, launch: { ...launch, env: { ...mark } } };
  });
  const http = repeated(httpKinds).map(async ({ kind, id, fake }): Promise<SoakServer> => {
    const server = await new FakeHttpServer({ tools, ...fake }).listen();
    return {
      id,
      kind,
      options,
      http: server,
      launch: server.launch(fake.legacySse ? 'sse' : 'http'),
    };
  });
  const remote = repeated([['remote', remotes, {}]]).map(
    async ({ kind, id }): Promise<SoakServer> => {
      const server = await new FakeHttpProcess({ tools }).start();
      return { id, kind, options, remote: server, launch: server.launch() };
    },
  );
  return [...stdio, ...(await Promise.all([...http, ...remote]))];
}

/** Ends those that no host ends. */
export async function closeServers(servers: readonly SoakServer[]): Promise<void> {
  await Promise.all(servers.map(async ({ http, remote }) => (http ?? remote)?.close()));
}

function repeated<T>(
  kinds: readonly (readonly [string, number, T])[],
): { kind: string; id: string; fake: T }[] {
  return kinds.flatMap(([kind, count, fake]) =>
    Array.from({ length: count }, (_, at) => ({
      kind,
      id: `folder:soak/${kind.replace(' ', '-')}-${at}`,
      fake,
    })),
  );
}
