import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ClientFeatures, Connection, ConnectionLog } from '../../src/connection/connection';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import type { Handshake } from '../../src/ipc/state';
import { connect, connectOptions } from '../support/connect';
import { startFakeHttpServer } from '../support/fakeServer/fakeHttpServer';
import { fakeStdio, type FakeStdioOptions } from '../support/fakeServer/fakeServer';
import { fullServer } from '../support/fullServer';
import { newJournal, readJournal } from '../support/fakeServer/processes';

const tools = ['echo', 'ask_rounds', 'add_tool', 'slow', 'cancelled'];
const client: ClientFeatures = {
  capabilities: { elicitation: { form: {} } },
  answer: () => Promise.reject(new Error('nobody')),
};
const call = (name: string, args: object = {}): Record<string, unknown> => ({
  name,
  arguments: args,
});

interface OpenOptions {
  readonly known?: Handshake;
  readonly log?: ConnectionLog[];
  readonly startsOnce?: boolean;
}

async function open(
  launch: ResolvedLaunch,
  { known, log = [], startsOnce }: OpenOptions = {},
): Promise<Connection> {
  const connection = await connect(launch, {
    ...connectOptions(),
    onLog: (entry) => log.push(entry),
    client,
    known,
    startsOnce,
  });
  onTestFinished(() => connection.close());
  return connection;
}

const starts = (journal: string): number =>
  readJournal(journal).filter((line) => line.startsWith('+')).length;

describe.each(['stdio', 'http'] as const)('a modern server over %s', (type) => {
  const opened = async (era: 'modern' | 'dual'): Promise<Connection> => {
    if (type === 'stdio') return open(fakeStdio({ era, tools }));
    const server = await startFakeHttpServer({ era, tools });
    onTestFinished(() => server.close());
    return open(server.launch());
  };

  test.each(['modern', 'dual'] as const)('(%s) is found, listed and called', async (era) => {
    const connection = await opened(era);
    expect(connection.handshake).toMatchObject({
      era: 'modern',
      protocolVersion: '2026-07-28',
      serverInfo: { name: 'fake', version: '2.0.0' },
    });
    expect((await connection.readCatalog()).tools.map(({ name }) => name)).toEqual(tools);
    expect(await connection.request('tools/call', call('echo', { text: 'hi' }))).toMatchObject({
      content: [{ text: 'hi' }],
    });
  });

  test('is answered what it asks for by its results', async () => {
    const connection = await opened('modern');
    const answer = vi.fn<() => Promise<object>>(async () => ({ action: 'decline' }));
    const { content } = await connection.request('tools/call', call('ask_rounds'), {
      answer: answer as never,
    });
    const said = JSON.stringify({
      inputResponses: { form: { action: 'decline' } },
      requestState: ' {"round": 1} ',
    });
    expect(content).toEqual([{ type: 'text', text: said }]);
    expect(answer).toHaveBeenCalledTimes(1);
  });

  test('tells its changes to who listens', async () => {
    const connection = await opened('modern');
    const changed: string[] = [];
    connection.onListChanged((list) => changed.push(list));
    await connection.request('tools/call', call('add_tool', { name: 'fresh' }));
    await vi.waitFor(() => expect(changed).toEqual(['tools']));
  });

  test('goes on when a call is given up', async () => {
    const connection = await opened('modern');
    const abort = new AbortController();
    const { signal } = abort;
    const pending = connection.request('tools/call', call('slow'), { signal });
    await connection.request('tools/call', call('echo'));
    abort.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    const { content } = await connection.request('tools/call', call('cancelled'));
    const ids = JSON.parse((content as { text: string }[])[0]?.text ?? '') as unknown[];
    expect(ids).toHaveLength(type === 'stdio' ? 1 : 0);
  });
});

/** A launcher that starts its server only when `initialize` has come. */
const takesItsTime = `
  const { spawn } = require('node:child_process');
  let came = '';
  process.stdin.on('data', function hold(chunk) {
    came += chunk;
    if (!came.includes('"initialize"')) return;
    process.stdin.off('data', hold);
    const stdio = ['pipe', 'inherit', 'inherit'];
    const server = spawn(process.execPath, process.argv.slice(1), { stdio });
    server.stdin.write(came);
    process.stdin.pipe(server.stdin);
    server.once('exit', () => process.exit());
  });`;

test.each([
  ['both eras', fullServer('modern'), 'modern'],
  ['the modern era alone', fakeStdio({ era: 'modern', tools }), 'modern'],
  ['the legacy era alone', fullServer('legacy'), 'legacy'],
] as const)('a slow server of %s is what it is', async (_what, { args, ...rest }, era) => {
  const connection = await open({ ...rest, args: ['-e', takesItsTime, ...args] });
  expect(connection.handshake.era).toBe(era);
  const { tools: listed } = await connection.readCatalog();
  expect(listed).not.toEqual([]);
  const [tool] = listed.filter(({ name }) => ['echo', 'test_simple_text'].includes(name));
  const result = await connection.request('tools/call', call(tool?.name ?? '', { text: 'hi' }));
  expect(result).toMatchObject({ content: [{ type: 'text' }] });
});

test('a server that failed to start for another reason is started once by the next try', async () => {
  const journal = newJournal();
  const launch = fakeStdio({ era: 'modern', exitAtStart: 1, goodFromStart: 3, journal });
  await expect(open(launch)).rejects.toMatchObject({ code: 'exited' });
  expect((await open(launch)).handshake.era).toBe('modern');
  expect(starts(journal)).toBe(3);
});

test('a server of both eras that failed to start for another reason is asked once it was up', async () => {
  const launch = fakeStdio({
    era: 'dual',
    exitAtStart: 1,
    goodFromStart: 3,
    journal: newJournal(),
  });
  await expect(open(launch)).rejects.toMatchObject({ code: 'exited' });
  const { handshake: known } = await open(launch);
  expect(known).toMatchObject({ era: 'legacy', checkedAt: undefined });
  expect((await open(launch, { known })).handshake.era).toBe('modern');
});

describe('a process that is started once', () => {
  test('fails with its first end', async () => {
    const journal = newJournal();
    const launch = fakeStdio({ era: 'modern', exitAtStart: 1, journal });
    await expect(open(launch, { startsOnce: true })).rejects.toMatchObject({ code: 'exited' });
    expect(starts(journal)).toBe(1);
  });

  test.each<[string, FakeStdioOptions]>([
    ['ends on the question for its era', { exitOn: 'server/discover' }],
    ['is of the modern era', { era: 'modern' }],
  ])('comes up though it %s', async (_what, options) => {
    const journal = newJournal();
    const connection = await open(fakeStdio({ ...options, journal }), { startsOnce: true });
    expect((await connection.readCatalog()).tools).toHaveLength(1);
    expect(starts(journal)).toBe(1);
  });
});

describe('a legacy stdio server', () => {
  const started = async (
    options: FakeStdioOptions,
    more: { known?: Handshake; log?: ConnectionLog[] } = {},
  ): Promise<{ connection: Connection; journal: string }> => {
    const journal = newJournal();
    return { connection: await open(fakeStdio({ ...options, journal }), more), journal };
  };

  test.each<[string, FakeStdioOptions, number]>([
    ['refuses the question for its era', {}, 1],
    ['says nothing to it', { silent: ['server/discover'] }, 1],
    ['ends on it', { exitOn: 'server/discover' }, 2],
  ])('that %s is greeted the old way', async (_what, options, times) => {
    const { connection, journal } = await started(options);
    expect(connection.handshake.era).toBe('legacy');
    expect((await connection.readCatalog()).tools).toHaveLength(1);
    expect(starts(journal)).toBe(times);
  });

  test('that was found to be one is not asked again', async () => {
    const first = await started({ exitOn: 'server/discover' });
    const { handshake: known } = first.connection;
    const again = await started({ exitOn: 'server/discover' }, { known });
    expect(again.connection.handshake.checkedAt).toBe(known.checkedAt);
    expect(starts(again.journal)).toBe(1);
  });

  test('that refuses to come up and then ends is told by its refusal', async () => {
    const { connection: old } = await started({});
    const failure = 'The licence has expired';
    const options = { failing: ['initialize'], exitOn: 'server/discover', failure };
    await expect(started(options, { known: old.handshake })).rejects.toMatchObject({
      code: 'serverError',
      args: { message: failure },
    });
  });

  test('that has become modern is found out at once', async () => {
    const { connection: old } = await started({});
    const { connection, journal } = await started({ era: 'modern' }, { known: old.handshake });
    expect(connection.handshake.era).toBe('modern');
    expect(starts(journal)).toBe(1);
  });
});
