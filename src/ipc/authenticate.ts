import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { UserError } from '../base/errors';

/** Longest line of the exchange in bytes; no client of ours sends more. */
const maxLine = 512;

function proof(secret: string, role: 'host' | 'client', nonces: readonly string[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([role, ...nonces]))
    .digest('hex');
}

function matches(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Reads one line and leaves the rest in the stream. */
function readLine(stream: Duplex, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const end = (): void => {
      stream.off('readable', read).off('close', fail).off('error', fail);
      signal.removeEventListener('abort', fail);
    };
    const fail = (): void => {
      end();
      reject(new UserError('hostUntrusted'));
    };
    const read = (): void => {
      for (let chunk; (chunk = stream.read() as Buffer | null) !== null;) {
        bytes = Buffer.concat([bytes, chunk]);
        const length = bytes.indexOf('\n');
        if (length >= 0) {
          end();
          if (length + 1 < bytes.length) stream.unshift(bytes.subarray(length + 1));
          return resolve(bytes.toString('utf8', 0, length));
        }
        if (bytes.length > maxLine) return fail();
      }
    };
    stream.on('readable', read).on('close', fail).on('error', fail);
    signal.addEventListener('abort', fail);
    if (signal.aborted) fail();
    else read();
  });
}

/**
 * The client's half. Both sides prove that they know the run file's secret, by an HMAC over nonces of both. So neither
 * the secret nor anything replayable crosses the wire.
 * @throws UserError `hostUntrusted` when the other side cannot prove it, or on abort.
 */
export async function authenticateHost(
  stream: Duplex,
  secret: string,
  signal: AbortSignal,
): Promise<void> {
  const mine = randomBytes(16).toString('hex');
  stream.write(`${mine}\n`);
  const [theirs = '', proved = ''] = (await readLine(stream, signal)).split(' ');
  if (!matches(proved, proof(secret, 'host', [mine, theirs]))) throw new UserError('hostUntrusted');
  stream.write(`${proof(secret, 'client', [mine, theirs])}\n`);
  if ((await readLine(stream, signal)) !== 'welcome') throw new UserError('hostUntrusted');
}

/** The host's half of {@link authenticateHost}. @throws UserError `hostUntrusted`. */
export async function authenticateClient(
  stream: Duplex,
  secret: string,
  signal: AbortSignal,
): Promise<void> {
  const theirs = await readLine(stream, signal);
  const mine = randomBytes(16).toString('hex');
  stream.write(`${mine} ${proof(secret, 'host', [theirs, mine])}\n`);
  const proved = await readLine(stream, signal);
  if (!matches(proved, proof(secret, 'client', [theirs, mine]))) {
    throw new UserError('hostUntrusted');
  }
  stream.write('welcome\n');
}
