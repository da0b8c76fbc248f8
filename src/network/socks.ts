import net from 'node:net';
import { UserError } from '../base/errors';
import { percentDecoded } from '../base/escape';

/** The methods of authentication: none, and a name with a password (RFC 1929). */
const [noMethod, byPassword] = [0, 2];
const notAllowed = 2;
/** Bytes of the name of a host or a person, and of a password. */
const longest = 255;
/** Replies of a proxy that did not connect, by their number (RFC 1928, 6), as the codes that the system has for them. */
const failures = [
  '',
  'EIO',
  'EACCES',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'EOPNOTSUPP',
  'EAFNOSUPPORT',
];

/**
 * Has a SOCKS5 proxy connect to a host (RFC 1928), whose name it resolves. The socket to the proxy leads to that host
 * then. Our own, because the library takes 75 KB of the host's bundle, mostly for addresses.
 * @throws UserError `proxyRefused` (proxy, cause), `unreachable` (url, cause) where the proxy did not reach the host; the
 * error of the socket. A cause is a code, as those of the system.
 */
export async function askSocks(
  socket: net.Socket,
  proxy: URL,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  const refused = (cause: string): UserError =>
    new UserError('proxyRefused', { proxy: proxy.host, cause });
  const unreachable = (cause: string): UserError =>
    new UserError('unreachable', { url: `${host}:${port}`, cause });
  const replies = new Replies(socket);
  const name = Buffer.from(percentDecoded(proxy.username));
  const password = Buffer.from(percentDecoded(proxy.password));
  // A longer one would count as the beginning of another.
  if (Buffer.byteLength(host) > longest) throw unreachable('ENAMETOOLONG');
  if (name.length > longest || password.length > longest) throw refused('ENAMETOOLONG');
  const methods = name.length > 0 ? [noMethod, byPassword] : [noMethod];
  socket.write(Buffer.from([5, methods.length, ...methods]));
  const [version, method = -1] = await replies.take(2);
  if (version !== 5 || !methods.includes(method)) throw refused('EAUTH');
  if (method === byPassword) {
    socket.write(Buffer.from([1, name.length, ...name, password.length, ...password]));
    const [, status] = await replies.take(2);
    if (status !== 0) throw refused('EAUTH');
  }
  socket.write(Buffer.from([5, 1, 0, ...addressBytes(host), port >> 8, port & 0xff]));
  const [, reply = 1, , type = 0] = await replies.take(4);
  const cause = failures[reply] ?? `SOCKS ${reply}`;
  if (reply === notAllowed) throw refused(cause);
  if (reply !== 0) throw unreachable(cause);
  const bound = { 1: 4, 4: 16 }[type] ?? (await replies.take(1))[0] ?? 0;
  await replies.take(bound + 2);
  await replies.end();
}

/** The type of an address with its bytes. */
function addressBytes(host: string): readonly number[] {
  if (net.isIPv4(host)) return [1, ...host.split('.').map(Number)];
  if (net.isIPv6(host)) return [4, ...ipv6Bytes(host)];
  const name = Buffer.from(host);
  return [3, name.length, ...name];
}

/** The bytes of an address as a URL has it: in hexadecimal groups. */
function ipv6Bytes(host: string): readonly number[] {
  const [before = [], after = []] = host.split('::').map((part) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16)),
  );
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 0xff]);
}

/** The bytes that a proxy answers; those of the host follow them. */
class Replies {
  readonly #chunks;
  #waiting: Buffer = Buffer.alloc(0);

  constructor(private readonly socket: net.Socket) {
    this.#chunks = socket.iterator({ destroyOnReturn: false });
  }

  /** The next bytes. Rejects where the socket ends. */
  async take(size: number): Promise<Buffer> {
    while (this.#waiting.length < size) {
      const { value, done } = (await this.#chunks.next()) as IteratorResult<Buffer, undefined>;
      if (done) throw new Error('ECONNRESET');
      this.#waiting = Buffer.concat([this.#waiting, value]);
    }
    const taken = this.#waiting.subarray(0, size);
    this.#waiting = this.#waiting.subarray(size);
    return taken;
  }

  /** Leaves the socket to its next reader. */
  async end(): Promise<void> {
    await this.#chunks.return?.();
    if (this.#waiting.length > 0) this.socket.unshift(this.#waiting);
  }
}
