import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { authenticateClient, authenticateHost } from '../../../src/contract/authenticate';
import { memoryPair } from '../../../src/contract/streams';

const never = new AbortController().signal;

async function codes(...halves: Promise<void>[]): Promise<string[]> {
  const ends = await Promise.allSettled(halves);
  return ends.map((end) =>
    end.status === 'fulfilled' ? 'ok' : (end.reason as { code: string }).code,
  );
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
  const sent: string[] = [];
  const write = client.write.bind(client) as (text: string) => boolean;
  client.write = ((text: string) => {
    sent.push(text);
    return write(text);
  }) as Duplex['write'];
  const wrong = authenticateClient(host, 'guess', never);
  expect(await codes(authenticateHost(client, 's3cret', never))).toEqual(['hostUntrusted']);
  expect(sent).toHaveLength(1);
  host.destroy();
  expect(await codes(wrong)).toEqual(['hostUntrusted']);
});

test('a client that does not know the secret is refused', async () => {
  const [client, host] = memoryPair();
  const refused = authenticateClient(host, 's3cret', never);
  client.write('nonce\n');
  client.write(`${'0'.repeat(64)}\n`);
  expect(await codes(refused)).toEqual(['hostUntrusted']);
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
