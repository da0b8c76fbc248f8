import { UserError } from '../base/errors';
import { judgedAddress, nearnessNow, nearnessOf, writtenNearness, type Nearness } from './nearness';
import { publicUrl, urlOf } from './urlOf';

/** The addresses of a sign-in that an entry itself names. */
interface EnteredAddresses {
  readonly issuer?: string | undefined;
  readonly identity?:
    { readonly issuer: string; readonly tokenEndpoint?: string | undefined } | undefined;
}

/**
 * Bounds on the URLs of a sign-in, because the MCP server names them. URLs of the entry itself are permitted. All
 * others have to be encrypted, and no nearer to this machine than the server. A server of the internet must not reach
 * into private networks (2026-07-28, security best practices, "SSRF"). The diagnosis has the same bounds.
 */
export class SignInBounds {
  readonly #entered: ReadonlySet<string>;
  /** The farthest address that the server has answered from. */
  #answeredFrom: Nearness | undefined;

  constructor(
    private readonly server: URL,
    { issuer, identity }: EnteredAddresses,
  ) {
    const urls = [server.href, issuer, identity?.issuer, identity?.tokenEndpoint];
    this.#entered = new Set(urls.flatMap((url = '') => urlOf(url)?.origin ?? []));
  }

  /**
   * Notes the address that the server has answered from; responses of other origins are ignored. `address` is the IP
   * address of the connection. It is `undefined` through a proxy: then the name is resolved here.
   */
  async answered({ origin }: URL, address: string | undefined): Promise<void> {
    if (origin !== this.server.origin) return;
    const from = address === undefined ? await nearnessNow(this.server) : nearnessOf(address);
    if (this.#answeredFrom === undefined || from < this.#answeredFrom) this.#answeredFrom = from;
  }

  /**
   * The nearest address that a connection for a URL may go to.
   * @throws UserError `signInInsecure`.
   */
  nearest(url: URL): Nearness {
    if (this.#entered.has(url.origin)) return 2;
    const nearest = this.#nearness;
    const written = writtenNearness(url);
    // The connection refuses an address that is too near, encrypted or not.
    if (url.protocol !== 'https:' && written < 2 && written <= nearest)
      throw new UserError('signInInsecure', { issuer: publicUrl(url) });
    return nearest;
  }

  /**
   * Judges an address that we do not connect to ourselves, by what its name leads to here.
   * @throws UserError `strayAddress`, `signInInsecure`.
   */
  async judge(url: URL): Promise<void> {
    await judgedAddress(url, { nearest: this.nearest(url), isElsewhere: true });
  }

  /** The nearness of the server. A name that says it is near is believed, because the person wrote it. */
  get #nearness(): Nearness {
    const written = writtenNearness(this.server);
    return this.#answeredFrom !== undefined && this.#answeredFrom > written
      ? this.#answeredFrom
      : written;
  }
}
