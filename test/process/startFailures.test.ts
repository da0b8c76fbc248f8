import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { serverFolder } from '../../scripts/serversUnderTest.mjs';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import type { HostOptions } from '../../src/host/host';
import { reasonOfState } from '../../src/ui/tree/serverText';
import { sentence } from '../../src/ui/reasons/sentence';
import { startFakeHttpServer, type FakeHttpOptions } from '../support/fakeServer/fakeHttpServer';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { newJournal, startsIn } from '../support/fakeServer/processes';
import { watchedId, WatchedServer } from '../support/watchedServer';
import { restartsAfter } from '../support/hostFixture';
import { testHosts } from '../support/testHosts';

const hosts = testHosts({ restart: restartsAfter(20, 50, 3) });

async function start(
  launch: ResolvedLaunch,
  timeouts: HostOptions['timeouts'] = {},
): Promise<WatchedServer> {
  const host = hosts.host({ timeouts });
  const server = new WatchedServer(await hosts.attach(host, { [watchedId]: launch }, 0));
  await server.start();
  return server;
}

async function serve(options: FakeHttpOptions): Promise<ResolvedLaunch> {
  const server = await startFakeHttpServer(options);
  hosts.closeAfter(() => server.close());
  return server.launch();
}

function stateReason({ state }: WatchedServer): string | undefined {
  const reason = reasonOfState(state);
  return reason && sentence(reason);
}

describe('a server that ends while it starts', () => {
  test.each([
    // It could be one that ends on the question for its era.
    [0, 2],
    [126, 1],
    [127, 1],
  ])('with code %s is started %s times', async (exitAtStart, times) => {
    const journal = newJournal();
    const server = await start(fakeStdio({ exitAtStart, journal }));
    expect(server.state).toMatchObject({ kind: 'failed', error: { code: 'exited' } });
    expect(startsIn(journal)).toBe(times);
  });

  test('with another code is started again, until it is given up', async () => {
    const journal = newJournal();
    const server = await start(fakeStdio({ exitAtStart: 1, journal }));
    await vi.waitFor(() => expect(server.states.at(-1)).toBe('failed crashLoop'));
    // The first time once more without being asked for its era.
    expect(startsIn(journal)).toBe(4);
  });

  test('after it was up is started again whatever its code', async () => {
    const journal = newJournal();
    const server = await start(fakeStdio({ exitAfterMs: 5_000, journal }));
    await vi.waitFor(() => expect(server.states.at(-1)).toBe('failed crashLoop'));
    expect(startsIn(journal)).toBe(3);
  });
});

/** A start of a real program, whose state is read as it ends for the first time. */
async function sayingOf(command: string, ...args: string[]): Promise<unknown> {
  const { PATH = '', HOME = '' } = process.env;
  // No registry is asked: nothing listens there.
  const env = { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' };
  const launch = { type: 'stdio', command, args, cwd: process.cwd(), env } as const;
  const server = await start({ ...launch, baseEnv: { PATH, HOME } });
  const { state } = server;
  if (state.kind !== 'backingOff' && state.kind !== 'failed') return state;
  return (state.error.cause ?? state.error).args?.['said'];
}

describe('the reason of a real program that fails', () => {
  const gone = path.join(process.cwd(), 'gone', 'server.js');
  const script = (name: string): string =>
    path.join(serverFolder(`@modelcontextprotocol/${name}`), 'dist/index.js');
  const throws = "throw new Error('TILL_TOKEN is required')";

  test.each([
    ['a script that is not there', [process.execPath, gone], `Error: Cannot find module '${gone}'`],
    ['a thrown error', [process.execPath, '-e', throws], 'Error: TILL_TOKEN is required'],
    [
      'a server without its key',
      [process.execPath, script('server-brave-search')],
      'Error: BRAVE_API_KEY environment variable is required',
    ],
    [
      'a server without its tokens',
      [process.execPath, script('server-slack')],
      'Please set SLACK_BOT_TOKEN and SLACK_TEAM_ID environment variables',
    ],
  ] as const)('is the line that helps: %s', async (_what, [command, ...args], wanted) => {
    expect(await sayingOf(command, ...args)).toBe(wanted);
  });

  test.skipIf(process.platform === 'win32')('is what a shell does not find', async () => {
    expect(await sayingOf('sh', '-c', 'mcp-server-till --stdio')).toMatch(
      /mcp-server-till:.* not found$/,
    );
  });

  test('is what npx cannot reach', async () => {
    expect(await sayingOf('npx', '-y', '@till/mcp-server@1.0.0')).toMatch(
      /^npm (?:ERR!|error) .*request to http:\/\/127\.0\.0\.1:9\/@till.* failed/,
    );
  });
});

describe('a start', () => {
  const timeouts = { initializeTimeout: 4_000 };

  test('that is silent is given up after its limit', async () => {
    const server = await start(fakeStdio({ hangInitialize: true }), timeouts);
    expect(server.state).toMatchObject({ error: { code: 'timedOut', args: { seconds: 4 } } });
    expect(stateReason(server)).not.toContain('It said');
  });

  test('that is given up after its limit tells what stderr said of it, without secrets', async () => {
    const stderr = [
      'warning: old',
      'Error: s3cret-value is refused by the till',
      'Node.js v20.0.0',
    ];
    // Long enough to have written that on a busy machine.
    const server = await start(fakeStdio({ hangInitialize: true, stderr }), {
      initializeTimeout: 10_000,
    });
    expect(server.state).toMatchObject({ kind: 'failed', error: { code: 'timedOut' } });
    expect(stateReason(server)).toMatch(
      /^The server did not answer "initialize" within 10 seconds\. It said: Error: .+ is refused by the till$/,
    );
    expect(JSON.stringify(server.state)).not.toContain('s3cret-value');
  });

  test('that downloads is shown so, and waited for', async () => {
    const stderr = ['npm warn exec The following package was not found and will be installed: x'];
    const server = await start(fakeStdio({ slowStartMs: 6_000, stderr }), timeouts);
    expect(server.state.kind).toBe('running');
    expect(server.states).toContain('starting downloading');
  });

  test('that only chatters is given up after three limits', async () => {
    const launch = fakeStdio({ hangInitialize: true, stderrEveryMs: 100 });
    const server = await start(launch, timeouts);
    const error = { code: 'timedOut', args: { what: 'initialize', seconds: 12 } };
    expect(server.state).toMatchObject({ kind: 'failed', error });
    expect(server.states).not.toContain('starting downloading');
  });

  test('that chatters and comes up in that time is not given up', async () => {
    const server = await start(fakeStdio({ slowStartMs: 6_000, stderrEveryMs: 100 }), timeouts);
    expect(server.state.kind).toBe('running');
  });
});

describe('a start over HTTP', () => {
  test.each([
    ['404', { quoting: 404 }],
    ['401', { unauthorized: 401 as const }],
  ])('that is refused with %s is not tried again', async (_status, options) => {
    const server = await start(await serve(options));
    expect(server.state.kind).toBe('failed');
    expect(server.states.join()).not.toContain('backingOff');
  });

  test('that meets with 5xx is tried again', async () => {
    const troubles = [{ on: 'initialize', what: { status: 502 }, times: 2 }];
    const server = await start(await serve({ troubles }));
    await vi.waitFor(() => expect(server.state.kind).toBe('running'));
    expect(server.snapshot.restarts).toBe(2);
  });

  test('waits as long as the server asks for', async () => {
    const what = { status: 503, headers: { 'retry-after': '1' } };
    const began = Date.now();
    const server = await start(await serve({ troubles: [{ on: 'initialize', what }] }));
    expect(server.state).toMatchObject({ error: { code: 'httpError', args: { seconds: 1 } } });
    await vi.waitFor(() => expect(server.state.kind).toBe('running'));
    expect(Date.now() - began).toBeGreaterThanOrEqual(1_000);
  });
});
