import { getEventListeners } from 'node:events';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { authenticateClient, authenticateHost } from '../../../src/ipc/authenticate';
import { memoryPair } from '../../../src/ipc/channel';

const never = new AbortController().signal;

async function codes(...halves: Promise<void>[]): Promise<string[]> {
  const ends = await Promise.allSettled(halves);
  return ends.map((end) =>
    end.status === 'fulfilled' ? 'ok' : (end.reason as { code: string }).code,
  );
}

/** Has every text that is written to a stream go through `change`, which gives what is written instead. */
function rewrite(stream: Duplex, change: (text: string) => string): void {
  const write = stream.write.bind(stream) as (text: string) => boolean;
  stream.write = ((text: string) => write(change(text))) as Duplex['write'];
}

/** The texts that are written to a stream from now on. */
function writesOf(stream: Duplex): readonly string[] {
  const texts: string[] = [];
  rewrite(stream, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

test('both sides prove the same secret, and what follows stays in the stream', async () => {
  const [client, host] = memoryPair();
  expect(
    await codes(
      authenticateHost(client, 's3cret', never),
      authenticateClient(host, 's3cret', never),
    ),
  ).toEqual(['ok', 'ok']);
  client.write('payload');
  expect(String(await new Promise((resolve) => host.once('data', resolve)))).toBe('payload');
});

test('a host that does not know the secret is found out before the client proves anything', async () => {
  const [client, host] = memoryPair();
  const sent = writesOf(client);
  const wrong = authenticateClient(host, 'guess', never);
  expect(await codes(authenticateHost(client, 's3cret', never))).toEqual(['hostUntrusted']);
  expect(sent).toHaveLength(1);
  host.destroy();
  expect(await codes(wrong)).toEqual(['hostUntrusted']);
});

test.each(['', 'abc', '0'.repeat(64), '0'.repeat(65)])(
  'a client that does not know the secret is refused: %j',
  async (proof) => {
    const [client, host] = memoryPair();
    const refused = authenticateClient(host, 's3cret', never);
    client.write('nonce\n');
    client.write(`${proof}\n`);
    expect(await codes(refused)).toEqual(['hostUntrusted']);
  },
);

test('what comes in one piece with a line stays in the stream', async () => {
  const [client, host] = memoryPair();
  rewrite(host, (text) => (text === 'welcome\n' ? `${text}at once` : text));
  const { signal } = new AbortController();
  const halves = [authenticateHost(client, 's', signal), authenticateClient(host, 's', signal)];
  expect(await codes(...halves)).toEqual(['ok', 'ok']);
  expect(String(client.read())).toBe('at once');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  for (const stream of [client, host]) expect(stream.listenerCount('readable')).toBe(0);
});

test('lines may come byte by byte', async () => {
  const [client, near] = memoryPair();
  const [far, host] = memoryPair();
  const forward = async (from: Duplex, to: Duplex): Promise<void> => {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (const byte of chunk) {
        to.write(Buffer.of(byte));
        await setImmediate();
      }
    }
  };
  const forwarding = Promise.allSettled([forward(near, far), forward(far, near)]);
  const halves = [authenticateHost(client, 's', never), authenticateClient(host, 's', never)];
  expect(await codes(...halves)).toEqual(['ok', 'ok']);
  for (const stream of [near, far]) stream.destroy();
  await forwarding;
});

test('a host that does not welcome is not believed', async () => {
  const [client, host] = memoryPair();
  rewrite(host, (text) => (text === 'welcome\n' ? 'later\n' : text));
  const halves = [authenticateHost(client, 's', never), authenticateClient(host, 's', never)];
  expect(await codes(...halves)).toEqual(['hostUntrusted', 'ok']);
});

test('an abort ends the wait for a line and leaves no listener', async () => {
  const [, host] = memoryPair();
  const before = host.listenerCount('close');
  const leaving = new AbortController();
  const waiting = authenticateClient(host, 's', leaving.signal);
  leaving.abort();
  expect(await codes(waiting)).toEqual(['hostUntrusted']);
  expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
  expect(host.listenerCount('close')).toBe(before);
});

test('what either side said once proves nothing a second time', async () => {
  const [client, host] = memoryPair();
  const said = { client: writesOf(client), host: writesOf(host) };
  await Promise.all([
    authenticateHost(client, 's3cret', never),
    authenticateClient(host, 's3cret', never),
  ]);
  expect([said.client.length, said.host.length]).toEqual([2, 2]);
  const [falseClient, askedHost] = memoryPair();
  falseClient.write(said.client.join(''));
  expect(await codes(authenticateClient(askedHost, 's3cret', never))).toEqual(['hostUntrusted']);
  const [askingClient, falseHost] = memoryPair();
  falseHost.write(said.host.join(''));
  expect(await codes(authenticateHost(askingClient, 's3cret', never))).toEqual(['hostUntrusted']);
});

test('a line may have 512 bytes', async () => {
  const [client, host] = memoryPair();
  const asked = authenticateClient(host, 's', never);
  client.write('x'.repeat(512));
  await setImmediate();
  client.write('\n');
  const answer = await new Promise((resolve) => client.once('data', resolve));
  expect(String(answer)).toMatch(/^[0-9a-f]{32} [0-9a-f]{64}\n$/);
  host.destroy();
  expect(await codes(asked)).toEqual(['hostUntrusted']);
});

test('an endless first line and an abort both end the exchange', async () => {
  const [client, host] = memoryPair();
  const flooded = authenticateClient(host, 's', never);
  client.write('x'.repeat(4_096));
  expect(await codes(flooded)).toEqual(['hostUntrusted']);
  const [, silent] = memoryPair();
  expect(await codes(authenticateClient(silent, 's', AbortSignal.abort()))).toEqual([
    'hostUntrusted',
  ]);
});
