import type { Reason } from '../../../src/base/errors';
import type { ServerState } from '../../../src/ipc/state';
import type { HostClient } from '../../../src/client/hostConnection/hostClient';
import type { ResolvedStdio } from '../../../src/ipc/launch';
import { fakeStdio } from '../fakeServer/fakeServer';
import { startFakeHttpServer, type FakeHttpServer } from '../fakeServer/fakeHttpServer';
import { SharedHost, until, type PlannedServer } from './sharedHost';

/** How fast forty good servers come up; times in milliseconds. */
export interface Round {
  /** Until the one that was asked for had answered. */
  readonly first: number;
  /** Until all ran. */
  readonly all: number;
}

/** Rounds side by side, the best of each kind, because a busy machine only ever adds. */
export interface ManyServers {
  readonly alone: Round;
  readonly beside: Round;
  /** How much longer it takes until all run beside broken ones. */
  readonly ratio: number;
  /** Servers that did not say what is wrong with them, and what they said. */
  readonly wrong: readonly string[];
}

const good = 40;
/** Milliseconds. */
const patience = { start: 60_000, startOfEach: 1_500, reasons: 30_000 };

/**
 * Starts forty good servers on a new host, alone and beside ten broken ones, in turns: so many rounds,
 * fewer where the ratio is good `enough` after two. Each kind comes first in every other round.
 */
export async function startManyServers(rounds: number, enough = 0): Promise<ManyServers> {
  const broken = await BrokenServers.open();
  const wrong: string[] = [];
  const times: Record<'alone' | 'beside', Round[]> = { alone: [], beside: [] };
  let result = resultOf(times, wrong);
  try {
    for (let round = 0; round < rounds && (round < 2 || result.ratio > enough); round++) {
      const order = ['alone', 'beside'] as const;
      for (const kind of round % 2 === 0 ? order : order.toReversed()) {
        const others = kind === 'beside' ? broken.servers : [];
        times[kind].push(await play(goodServers(), others, round === 0 ? wrong : undefined));
      }
      result = resultOf(times, wrong);
    }
  } finally {
    await broken.close();
  }
  return result;
}

/** In one line. */
export function manyServersSummary({ alone, beside, ratio }: ManyServers): string {
  const [all, allBeside, first, firstBeside] = [
    alone.all,
    beside.all,
    alone.first,
    beside.first,
  ].map((time) => `${time.toFixed(0)} ms`);
  return (
    `40 servers: ${all} alone, ${allBeside} beside 10 broken ones, ratio ${ratio.toFixed(2)}; ` +
    `the one that was asked for: ${first} and ${firstBeside}`
  );
}

/**
 * Starts a new host with good servers and broken ones between them, and asks for the last good one, which has the tool
 * `echo`. The times count from before the host is there. `wrong`: where to note who does not tell what is wrong with it;
 * absent where nobody waits for that. `execPath`: the JavaScript runtime for the host.
 */
export async function play(
  good: readonly PlannedServer[],
  broken: BrokenServers['servers'],
  wrong?: string[],
  execPath?: string,
): Promise<Round> {
  const host = new SharedHost(execPath);
  const servers = mixed(good, broken);
  const ids = good.map(({ id }) => id);
  const asked = ids.at(-1) ?? '';
  try {
    const start = performance.now();
    const since = (): number => performance.now() - start;
    const window = await host.attach(servers);
    const starting = servers.map(({ id }) => window.start(id, false).catch(() => undefined));
    const first = echo(window, asked).then(since);
    await until(
      () => ids.every((id) => stateOf(window, id)?.kind === 'running'),
      Math.max(patience.start, patience.startOfEach * ids.length),
      'all',
    );
    const all = since();
    await Promise.all(ids.map((id) => echo(window, id)));
    if (wrong) {
      const untold = (): string[] => untoldReasons(window, broken);
      await until(() => untold().length === 0, patience.reasons, 'the reasons').catch(
        () => undefined,
      );
      wrong.push(...untold());
    }
    const round = { first: await first, all };
    if (wrong) await Promise.all(starting);
    return round;
  } finally {
    await host.end();
    host.remove();
  }
}

function goodServers(): PlannedServer[] {
  return Array.from({ length: good }, (_, at) => ({
    id: `folder:good/${at}`,
    // Each has a launch of its own, or they would share a process.
    launch: fakeStdio({ prompts: [`prompt ${at}`] }),
  }));
}

/** A broken one before every few good ones, and the others at the end. */
function mixed(
  servers: readonly PlannedServer[],
  broken: readonly PlannedServer[],
): PlannedServer[] {
  const between = Math.ceil(servers.length / Math.max(1, broken.length));
  const some = servers.flatMap((server, at) => {
    const next = at % between === 0 ? broken[at / between] : undefined;
    return next ? [next, server] : [server];
  });
  return [...some, ...broken.slice(Math.ceil(servers.length / between))];
}

async function echo(window: HostClient, server: string): Promise<void> {
  await window.callTool({ server, tool: 'echo', arguments: { text: 'hello' }, gesture: false });
}

function stateOf(window: HostClient, id: string): ServerState | undefined {
  return window.servers.peek().get(id)?.state;
}

function untoldReasons(window: HostClient, broken: BrokenServers['servers']): string[] {
  return broken.flatMap(({ id, reason }) => {
    const state = stateOf(window, id);
    const error =
      state?.kind === 'failed' || state?.kind === 'backingOff' ? state.error : undefined;
    return tells(error, reason) ? [] : [`${id}: ${JSON.stringify(state)} instead of ${reason}`];
  });
}

function tells(reason: Reason | undefined, code: string): boolean {
  return reason !== undefined && (reason.code === code || tells(reason.cause, code));
}

function resultOf(
  times: Record<'alone' | 'beside', readonly Round[]>,
  wrong: readonly string[],
): ManyServers {
  const [alone, beside] = [best(times.alone), best(times.beside)];
  return { alone, beside, ratio: beside.all / alone.all, wrong };
}

function best(rounds: readonly Round[]): Round {
  const least = (of: (round: Round) => number): number => Math.min(...rounds.map(of));
  return { first: least(({ first }) => first), all: least(({ all }) => all) };
}

/** A server that cannot be used, and the code that must be in its reason or the cause of it. */
interface BrokenServer extends PlannedServer {
  readonly reason: string;
}

/** Ten servers that are broken in ten ways. */
export class BrokenServers {
  private constructor(
    readonly servers: readonly BrokenServer[],
    private readonly http: readonly FakeHttpServer[],
  ) {}

  static async open(): Promise<BrokenServers> {
    const [closed, failing, refusing] = await Promise.all([
      startFakeHttpServer(),
      startFakeHttpServer({ quoting: 500 }),
      startFakeHttpServer({ unauthorized: 401 }),
    ]);
    await closed.close();
    const impatient = { startupTimeoutSeconds: 4 };
    const servers: BrokenServer[] = [
      broken('no-command', 'notFound', { ...fakeStdio(), command: 'no-such-command' }),
      broken('no-folder', 'cwdNotFound', { ...fakeStdio(), cwd: '/no/such/folder' }),
      broken('exits', 'exited', fakeStdio({ exitAtStart: 1 })),
      broken('silent', 'timedOut', fakeStdio({ hangInitialize: true }), impatient),
      broken('other-version', 'protocolError', fakeStdio({ protocolVersion: '1999-01-01' })),
      broken('garbage', 'timedOut', garbage(), impatient),
      broken('crashes', 'exited', fakeStdio({ exitAfterInitialize: 3 })),
      broken('unreachable', 'unreachable', closed.launch()),
      broken('fails', 'httpError', failing.launch()),
      broken('refuses', 'unauthorized', refusing.launch()),
    ];
    return new BrokenServers(servers, [failing, refusing]);
  }

  async close(): Promise<void> {
    await Promise.all(this.http.map((server) => server.close()));
  }
}

function broken(
  name: string,
  reason: string,
  launch: PlannedServer['launch'],
  options: PlannedServer['options'] = {},
): BrokenServer {
  return { id: `folder:broken/${name}`, reason, launch, options };
}

/** A program that talks, but not MCP. */
function garbage(): ResolvedStdio {
  const talk = 'while read -r line; do echo "you said: $line"; done';
  return { ...fakeStdio(), command: '/bin/sh', args: ['-c', talk] };
}
