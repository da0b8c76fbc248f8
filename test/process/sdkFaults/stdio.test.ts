import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeStdio } from '../../support/fakeServer/fakeServer';
import { openConnection } from '../../support/fakeServer/openConnection';
import { isRunning, newPidFile, readPids } from '../../support/fakeServer/processes';
import { sdkLines, stillWrong } from '../../support/sdkFaults/bareClients';

const call = (name: string, args: object = {}) => ({ name, arguments: args });

describe('a result of 11 MB while another call runs', () => {
  const launch = fakeStdio({ tools: ['huge', 'sleep'] });
  const bytes = 11 * 1_024 * 1_024;

  it('arrives, and so does the other', async () => {
    await using opened = await openConnection(launch);
    const { connection } = opened;
    const [other, huge] = await Promise.all([
      connection.request('tools/call', call('sleep', { ms: 1_000 })),
      connection.request('tools/call', call('huge', { bytes })),
    ]);
    expect(other).toMatchObject({ content: [{ text: 'slept' }] });
    expect((huge['content'] as { text: string }[])[0]?.text).toHaveLength(bytes);
  });

  it.each(sdkLines)('closes the connection of $name', { timeout: 90_000 }, async (line) => {
    await using client = await line.stdio(launch);
    await stillWrong(line, async () => {
      // A busy machine reads so much slowly: the end of the connection must come before the answer and the limit.
      const [other, huge] = await Promise.allSettled([
        client.call('sleep', { ms: 30_000 }, 60_000),
        client.call('huge', { bytes }, 60_000),
      ]);
      expect(huge.status).toBe('rejected');
      const closed = expect.stringMatching(/closed/i);
      expect(other).toMatchObject({ status: 'rejected', reason: { message: closed } });
    });
  });
});

describe('a server that writes more to stderr than a pipe holds', () => {
  const launch = fakeStdio({ tools: ['flood'] });

  it('is read, and answers', async () => {
    await using opened = await openConnection(launch);
    const flood = opened.connection.request('tools/call', call('flood', { megabytes: 2 }));
    expect(await flood).toMatchObject({ content: [{ text: 'flooded' }] });
  });

  it.each(sdkLines)('hangs with $name, which nobody reads', async (line) => {
    await using client = await line.stdio(launch);
    await stillWrong(line, async () => {
      await expect(client.call('flood', { megabytes: 2 })).rejects.toThrow(/timed out/i);
    });
  });
});

// 2025-03-26, "JSON-RPC": receivers MUST take batches.
describe('messages in batches', () => {
  const launch = fakeStdio({ batch: true });

  it('are split', async () => {
    await using opened = await openConnection(launch);
    const answer = opened.connection.request('tools/call', call('echo', { text: 'split' }));
    expect(await answer).toMatchObject({ content: [{ text: 'split' }] });
  });

  it.each(sdkLines)('are not understood by $name', async (line) => {
    await stillWrong(line, async () => {
      await expect(line.stdio(launch)).rejects.toThrow();
    });
  });
});

describe('a grandchild that outlives its server', () => {
  const launchInto = (pidFile: string) => fakeStdio({ grandchild: true, pidFile });

  /** The pid of a process that is ended with the test whatever comes of it. */
  async function grandchildOf(pidFile: string): Promise<number> {
    const { grandchild = 0 } = await vi.waitFor(() => readPids(pidFile));
    expect(isRunning(grandchild)).toBe(true);
    onTestFinished(() => void (isRunning(grandchild) && process.kill(grandchild, 'SIGKILL')));
    return grandchild;
  }

  it('is ended with it', async () => {
    const pidFile = newPidFile();
    const opened = await openConnection(launchInto(pidFile));
    const grandchild = await grandchildOf(pidFile);
    await opened.connection.close();
    expect(isRunning(grandchild)).toBe(false);
  });

  it.each(sdkLines)('is left behind by $name', async (line) => {
    const pidFile = newPidFile();
    const client = await line.stdio(launchInto(pidFile));
    const grandchild = await grandchildOf(pidFile);
    await client[Symbol.asyncDispose]();
    await stillWrong(line, async () => expect(isRunning(grandchild)).toBe(true));
  });
});
