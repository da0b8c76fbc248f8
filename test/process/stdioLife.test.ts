import { describe, expect, test, vi } from 'vitest';
import type { Reason } from '../../src/base/errors';
import type { ConnectionLog } from '../../src/connection/connection';
import { StdioTransport } from '../../src/connection/transports/stdioTransport';
import type { TransportEvents } from '../../src/connection/transports/transport';
import { fakeStdio, type FakeStdioOptions } from '../support/fakeServer/fakeServer';
import { openConnection } from '../support/fakeServer/openConnection';
import { isRunning, newPidFile, readPids, type FakePids } from '../support/fakeServer/processes';
import { unrecordedProcesses } from '../../src/processes/processRegistry';

const unheard: TransportEvents = {
  message: () => undefined,
  unanswered: () => undefined,
  troubled: () => undefined,
  closed: () => undefined,
};

/** Starts a fake server without a handshake and waits until it stands with all its processes. */
async function standing(
  options: FakeStdioOptions,
  closed = (): void => undefined,
): Promise<{ transport: StdioTransport; pids: FakePids; log: ConnectionLog[] }> {
  const pidFile = newPidFile();
  const log: ConnectionLog[] = [];
  const transport = new StdioTransport(
    fakeStdio({ ...options, pidFile }),
    unrecordedProcesses,
    (entry) => void log.push(entry),
    () => ({ afterStdinEnd: 4_000, afterTerminate: 4_000 }),
  );
  await transport.start({ ...unheard, closed });
  const pids = await vi.waitFor(() => readPids(pidFile));
  return { transport, pids, log };
}

const texts = (log: readonly ConnectionLog[]): string[] => log.map((entry) => entry.text);

const megabyte = 1024 * 1024;

describe('a server that many messages wait for', () => {
  const answer = (size: number) => ({
    jsonrpc: '2.0' as const,
    id: 1,
    result: { text: 'x'.repeat(size) },
  });

  /** Runs a script that never answers. */
  async function silent(script: string): Promise<StdioTransport> {
    const { command, ...launch } = fakeStdio({});
    const transport = new StdioTransport(
      { ...launch, command, args: ['-e', `setInterval(() => undefined, 60_000); ${script}`] },
      unrecordedProcesses,
      () => undefined,
      () => ({ afterStdinEnd: 100, afterTerminate: 800 }),
    );
    await transport.start(unheard);
    return transport;
  }

  test.each([
    ['small', 100_000, 20],
    ['large', 20, 30 * megabyte],
  ])('is ended at once where they are too many (%s ones)', async (_name, count, size) => {
    const transport = await silent('');
    const message = answer(size);
    const sent = Array.from({ length: count }, async () => transport.send(message));
    expect(transport.lost).toMatchObject({ code: 'notReading' });
    const failed = (await Promise.allSettled(sent)).filter(({ status }) => status === 'rejected');

    expect(failed.length).toBeGreaterThan(0);
    await vi.waitFor(() => expect(isRunning(transport.pid ?? 0)).toBe(false));
  });

  test('is ended where it reads none of them for a while', { timeout: 60_000 }, async () => {
    const transport = await silent('');
    const message = answer(megabyte);
    const sent = Array.from({ length: 70 }, async () => transport.send(message));
    expect(transport.lost).toBeUndefined();
    await Promise.allSettled(sent);
    expect(transport.lost).toMatchObject({ code: 'notReading' });
  });

  test(
    'gets them all where it reads them late, for longer than that',
    { timeout: 90_000 },
    async () => {
      // Five megabytes a second.
      const transport = await silent(
        `let bytes = 0;
      process.stdin.on('data', (chunk) => {
        bytes += chunk.length;
        if (bytes < 500_000) return;
        bytes = 0;
        process.stdin.pause();
        setTimeout(() => process.stdin.resume(), 100);
      });`,
      );
      const message = answer(megabyte);
      await Promise.all(Array.from({ length: 130 }, async () => transport.send(message)));
      expect(transport.lost).toBeUndefined();
      await transport.close();
    },
  );
});

describe('closing a stdio server', () => {
  test('ends its stdin first, which is enough for most', async () => {
    const { transport, pids, log } = await standing({});
    await transport.close();
    expect(isRunning(pids.pid)).toBe(false);
    expect(texts(log)).toEqual(['stdin ended']);
    expect(transport.lost).toBeUndefined();
  });

  test('terminates one that ignores the end of its stdin', async () => {
    const { transport, pids, log } = await standing({ ignoreStdinEnd: true });
    await transport.close();
    expect(isRunning(pids.pid)).toBe(false);
    expect(texts(log)).toEqual(['stdin ended']);
  });

  test.skipIf(process.platform === 'win32')('kills one that ignores SIGTERM too', async () => {
    const { transport, pids, log } = await standing({ ignoreStdinEnd: true, ignoreSigterm: true });
    await transport.close();
    expect(isRunning(pids.pid)).toBe(false);
    expect(texts(log)).toEqual(['stdin ended', 'SIGTERM ignored']);
  });

  test.each([{}, { ignoreStdinEnd: true }, { ignoreSigterm: true }])(
    'leaves no grandchild with %o',
    async (options) => {
      const { transport, pids } = await standing({ grandchild: true, ...options });
      const grandchild = pids.grandchild ?? 0;
      expect(isRunning(grandchild)).toBe(true);
      await transport.close();
      expect(isRunning(pids.pid)).toBe(false);
      await vi.waitFor(() => expect(isRunning(grandchild)).toBe(false));
    },
  );

  test('may be asked for twice', async () => {
    const { transport, pids } = await standing({});
    await Promise.all([transport.close(), transport.close()]);
    await transport.close();
    expect(isRunning(pids.pid)).toBe(false);
  });
});

describe('what a stdio server leaves behind', () => {
  const all = (pids: FakePids): number[] => [pids.pid, ...(pids.descendants ?? [])];

  test
    .skipIf(process.platform !== 'linux')
    .each<FakeStdioOptions>([
      {},
      { ignoreStdinEnd: true, ignoreSigterm: true },
      { underShell: true },
      { hangOnClose: true },
    ])('ends with it, wherever it went, with %o', async (options) => {
    const descendants = ['group', 'session', 'daemon'] as const;
    const { transport, pids } = await standing({ ...options, descendants });
    expect(all(pids)).toHaveLength(4);
    expect(all(pids).every(isRunning)).toBe(true);
    await transport.close();
    expect(all(pids).filter(isRunning)).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux')('ends when it crashed', async () => {
    const closed = vi.fn<() => void>();
    const { transport, pids } = await standing({ descendants: ['session', 'daemon'] }, closed);
    process.kill(pids.pid, 'SIGKILL');
    await vi.waitFor(() => expect(closed).toHaveBeenCalled());
    expect(transport.lost).toMatchObject({ code: 'exited', args: { signal: 'SIGKILL' } });
    await transport.close();
    expect(all(pids).filter(isRunning)).toEqual([]);
  });
});

describe('the output of a stdio server', () => {
  test('may start with a byte order mark', async () => {
    await using opened = await openConnection(fakeStdio({ bom: true, crlf: true }));
    expect(opened.connection.handshake.serverInfo.name).toBe('fake');
    expect(opened.log.filter(({ level }) => level === 'warning')).toEqual([]);
  });

  test('framed as language servers do is told to be no message', async () => {
    const log: ConnectionLog[] = [];
    const opening = openConnection(fakeStdio({ contentLength: true }), {
      initializeTimeout: 10_000,
      log,
    });
    await expect(opening).rejects.toMatchObject({ code: 'timedOut' });
    expect(texts(log)).toContainEqual(
      expect.stringMatching(/^Not a message on stdout: Content-Length: \d+$/),
    );
  });

  test.each([false, true])(
    'may flood stderr, which costs no memory (in one line: %s)',
    async (stderrUnbroken) => {
      const stderrBytes = 100 * 1024 * 1024;
      let lines = 0;
      let warnings = 0;
      const launch = fakeStdio({ stderrBytes, stderrUnbroken });
      const transport = new StdioTransport(launch, unrecordedProcesses, ({ level }) => {
        lines += 1;
        if (level === 'warning') warnings += 1;
      });
      const before = process.memoryUsage().rss;
      const answered = vi.fn<() => void>();
      await transport.start({ ...unheard, message: answered });
      await transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
      await vi.waitFor(() => expect(answered).toHaveBeenCalled());
      await vi.waitFor(() => expect(lines).toBeGreaterThan(stderrUnbroken ? 0 : 1_000_000));
      expect(warnings).toBe(stderrUnbroken ? 1 : 0);
      expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
      await transport.close();
    },
  );
});

describe('a stdio server that does not come up', () => {
  test('is given up when it does not answer initialize', async () => {
    const pidFile = newPidFile();
    const opening = openConnection(fakeStdio({ hangInitialize: true, pidFile }), {
      initializeTimeout: 10_000,
    });
    await expect(opening).rejects.toMatchObject({
      code: 'timedOut',
      args: { what: 'initialize', seconds: 10 },
    });
    expect(isRunning(readPids(pidFile).pid)).toBe(false);
  });

  test('is given up when the start is aborted', async () => {
    const pidFile = newPidFile();
    const abort = new AbortController();
    const opening = openConnection(fakeStdio({ hangInitialize: true, pidFile }), {
      signal: abort.signal,
    });
    const pids = vi.waitFor(() => readPids(pidFile));
    void pids.then(() => abort.abort());
    await expect(opening).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(isRunning((await pids).pid)).toBe(false);
  });

  test('says what it wrote before it exited', async () => {
    // Nothing is cut here yet: only who knows the secrets may do that.
    const stderr = ['x'.repeat(3_000), 'cannot find the token'];
    await expect(openConnection(fakeStdio({ exitAtStart: 4, stderr }))).rejects.toMatchObject({
      code: 'exited',
      args: {
        command: process.execPath,
        exit: 4,
        said: 'cannot find the token',
        output: stderr,
      },
    });
  });

  test('has a command or a folder that does not exist', async () => {
    const launch = fakeStdio();
    await expect(
      openConnection({ ...launch, command: 'no-such-command-anywhere' }),
    ).rejects.toMatchObject({ code: 'notFound', args: { command: 'no-such-command-anywhere' } });
    await expect(openConnection({ ...launch, cwd: '/no/such/folder' })).rejects.toMatchObject({
      code: 'cwdNotFound',
      args: { cwd: '/no/such/folder' },
    });
    await expect(openConnection({ ...launch, command: process.cwd() })).rejects.toMatchObject({
      code: 'spawnFailed',
    });
  });
});

describe('a stdio server that dies', () => {
  test.skipIf(process.platform === 'win32')('says by which signal and its last line', async () => {
    const pidFile = newPidFile();
    const launch = fakeStdio({ stderr: ['one', 'two'], grandchild: true, pidFile });
    await using opened = await openConnection(launch);
    const lost: Reason[] = [];
    opened.connection.onLost((reason) => lost.push(reason));
    process.kill(opened.connection.pid ?? 0, 'SIGKILL');
    await vi.waitFor(() => expect(lost).toHaveLength(1));
    expect(lost[0]).toMatchObject({ code: 'exited', args: { signal: 'SIGKILL', said: 'two' } });
    const grandchild = readPids(pidFile).grandchild ?? 0;
    await vi.waitFor(() => expect(isRunning(grandchild)).toBe(false));
  });

  test('is not lost when it was told to end', async () => {
    const opened = await openConnection(fakeStdio());
    const lost: Reason[] = [];
    opened.connection.onLost((reason) => lost.push(reason));
    await opened.connection.close();
    expect(lost).toEqual([]);
  });

  test('gives its last answer before it is lost', async () => {
    await using opened = await openConnection(fakeStdio({ exitAfterCalls: 1 }));
    const lost: Reason[] = [];
    opened.connection.onLost((reason) => lost.push(reason));
    const result = await opened.connection.request('tools/call', {
      name: 'echo',
      arguments: { text: 'bye' },
    });
    expect(result).toMatchObject({ content: [{ text: 'bye' }] });
    await vi.waitFor(() => expect(lost).toMatchObject([{ code: 'exited', args: { exit: 7 } }]));
  });
});
