import { UserError } from '../base/errors';
import { judgedAddress, nearnessNow, nearnessOf, writtenNearness, type Nearness } from './nearness';
import { urlOf } from './urlOf';

/** The addresses of a sign-in that an entry itself names. */
interface EnteredAddresses {
  readonly issuer?: string | undefined;
  readonly identity?:
    { readonly issuer: string; readonly tokenEndpoint?: string | undefined } | undefined;
}

/**
 * Where a sign-in for a server may lead, since that server says where. Whatever the entry itself names is
 * fine. All else has to be encrypted, and no nearer to this machine than the server: one of the internet
 * has no business with what only we can reach (2026-07-28, security best practices, "SSRF").
 */
export class SignInBounds {
  readonly #entered: ReadonlySet<string>;
  /** The farthest from which the server has answered: who answers from there says where the sign-in is. */
  #heard: Nearness | undefined;

  constructor(
    private readonly server: URL,
    { issuer, identity }: EnteredAddresses,
  ) {
    const urls = [server.href, issuer, identity?.issuer, identity?.tokenEndpoint];
    this.#entered = new Set(urls.flatMap((url = '') => urlOf(url)?.origin ?? []));
  }

  /**
   * Notes where the server has answered from. `address`: the IP address of the connection, or `undefined` where
   * a proxy asked: what the name leads to here stands in then. Answers of others count for nothing.
   */
  async answered({ origin }: URL, address: string | undefined): Promise<void> {
    if (origin !== this.server.origin) return;
    const from = address === undefined ? await nearnessNow(this.server) : nearnessOf(address);
    if (this.#heard === undefined || from < this.#heard) this.#heard = from;
  }

  /** The nearest that a connection for an address may lead. @throws UserError `signInInsecure`. */
  nearest(url: URL): Nearness {
    if (this.#entered.has(url.origin)) return 2;
    const nearest = this.#nearness;
    const written = writtenNearness(url);
    // What is too near is refused for that, encrypted or not.
    if (url.protocol !== 'https:' && written < 2 && written <= nearest) {
      const { origin, protocol, pathname } = url;
      const issuer = `${origin === 'null' ? `${protocol}//` : origin}${pathname}`;
      throw new UserError('signInInsecure', { issuer });
    }
    return nearest;
  }

  /**
   * Judges an address that we do not connect to ourselves, by what its name leads to here.
   * @throws UserError `strayAddress`, `signInInsecure`.
   */
  async judge(url: URL): Promise<void> {
    await judgedAddress(url, { nearest: this.nearest(url), isElsewhere: true });
  }

  /** Of the server. A name that says it is near was written by the person, and is believed. */
  get #nearness(): Nearness {
    const written = writtenNearness(this.server);
    return this.#heard !== undefined && this.#heard > written ? this.#heard : written;
  }
}
