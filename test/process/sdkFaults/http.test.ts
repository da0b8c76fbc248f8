import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FakeHttpServer, type FakeHttpOptions } from '../../support/fakeServer/fakeHttpServer';
import { openConnection } from '../../support/fakeServer/openConnection';
import { patience, sdkLines, stillWrong } from '../../support/sdkFaults/bareClients';

async function serve(options: FakeHttpOptions): Promise<FakeHttpServer> {
  const server = await new FakeHttpServer(options).listen();
  onTestFinished(() => server.close());
  return server;
}

const call = (name: string, args: object = {}) => ({ name, arguments: args });

describe('a stream that ends before its answer', () => {
  it('fails the call at once', async () => {
    const server = await serve({ dropCalls: true });
    await using opened = await openConnection(server.launch());
    const begun = performance.now();
    const failed = opened.connection.request('tools/call', call('echo'));
    await expect(failed).rejects.toMatchObject({ code: 'connectionClosed' });
    expect(performance.now() - begun).toBeLessThan(patience);
  });

  it.each(sdkLines)('leaves the call of $name waiting for its time limit', async (line) => {
    const server = await serve({ dropCalls: true });
    await using client = await line.http(server.url);
    const begun = performance.now();
    await stillWrong(line, async () => {
      await expect(client.call('echo')).rejects.toThrow(/timed out/i);
      expect(performance.now() - begun).toBeGreaterThan(patience - 100);
    });
  });
});

describe('429 with Retry-After', () => {
  const busy = {
    troubles: [{ on: 'tools/list', what: { status: 429, headers: { 'retry-after': '1' } } }],
  };

  it('is waited for where the request only reads', async () => {
    const server = await serve(busy);
    await using opened = await openConnection(server.launch());
    const begun = performance.now();
    const { tools } = await opened.connection.readCatalog();
    expect(tools.map(({ name }) => name)).toEqual(['echo']);
    expect(performance.now() - begun).toBeGreaterThan(900);
  });

  it.each(sdkLines)('fails the list of $name', async (line) => {
    const server = await serve(busy);
    await using client = await line.http(server.url);
    await stillWrong(line, async () => {
      await expect(client.listTools()).rejects.toThrow(/POSTing/);
      expect(server.requests.filter((one) => one === 'POST tools/list')).toHaveLength(1);
    });
  });
});

describe('a server that is away for longer than a few retries', () => {
  const gone = { tools: ['add_tool'] };

  it('is heard again when it is back', async () => {
    const server = await serve(gone);
    await using opened = await openConnection(server.launch());
    const { connection } = opened;
    let heard = 0;
    connection.onListChanged(() => (heard += 1));
    await vi.waitFor(() => expect(server.open).toBe(1));
    await server.close();
    await expect(connection.request('tools/call', call('add_tool'))).rejects.toThrow();
    await server.listen();
    const added = { timeout: 15_000, interval: 100 };
    await vi.waitFor(async () => {
      await connection.request('tools/call', call('add_tool', { name: 'added' }));
      expect(heard).toBeGreaterThan(0);
    }, added);
  });

  it.each(sdkLines)('is never heard again by $name', async (line) => {
    const server = await serve(gone);
    await using client = await line.http(server.url);
    await vi.waitFor(() => expect(server.open).toBe(1));
    await server.close();
    await stillWrong(line, async () => {
      const givenUp = /maximum reconnection attempts/i;
      const tried = { timeout: 5_000 };
      await vi.waitFor(() => expect(client.errors.join('\n')).toMatch(givenUp), tried);
      await server.listen();
      await client.call('add_tool', { name: 'first' });
      await client.call('add_tool', { name: 'second' });
      expect(server.requests.filter((one) => one === 'POST tools/call')).toHaveLength(2);
      expect(client.heard).toEqual([]);
    });
  });
});

describe('many calls over one connection', () => {
  it('leave no listeners behind', async () => {
    const server = await serve({ json: true });
    await using opened = await openConnection(server.launch());
    const { signal } = new AbortController();
    const warnings: string[] = [];
    const note = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    // More than Node lets listen to the signal of a request before it warns.
    await repeat(1_600, () =>
      opened.connection.request('tools/call', call('echo', { text: 'x' }), { signal }),
    );
    expect(warnings).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it.each(sdkLines)('leave a listener each with $name, until memory is short', async (line) => {
    const server = await serve({ json: true });
    await using client = await line.http(server.url);
    const { signal } = Reflect.get(client.transport, '_abortController') as AbortController;
    await stillWrong(line, async () => {
      // A collection of garbage may come at any time, and takes them away.
      let most = 0;
      for (let times = 0; times < 13; times++) {
        await repeat(16, () => client.call('echo', { text: 'x' }));
        most = Math.max(most, getEventListeners(signal, 'abort').length);
      }
      expect(most).toBeGreaterThan(3 * 16);
    });
  });
});

/** So many times, sixteen at a time. */
async function repeat(count: number, act: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 16) await Promise.all(Array.from({ length: 16 }, act));
}
