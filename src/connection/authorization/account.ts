import type { DpopSession } from '@modelcontextprotocol/client';
import { Emitter, type Event } from '../../base/emitter';
import type { Reason } from '../../base/errors';
import { Sequencer } from '../../base/sequencer';
import { SingleFlight } from '../../base/singleFlight';
import type { AccessToken, Refusal } from './authorizer';
import { readCredentials, secretsOf, type Credentials, type CredentialStore } from './credentials';

/** Limit for the first read of the store, in milliseconds. */
const longestLook = 30_000;

/**
 * The account of one client at one server, shared by all connections with the same credentials. Two that refreshed
 * one token would lose it. New tokens are used only once they are saved, because a lost refresh token cannot be got
 * again. Unsaved ones are saved before anything is read. All reads and writes go through {@link run}, so that
 * forgotten credentials do not come back.
 */
export class Account {
  /** Fired when the person has to act before any request is accepted. */
  readonly denied = new Emitter<Reason>();
  /** Fired when a person has signed in, possibly another one than before. */
  readonly signedIn = new Emitter<void>();
  /** The sign-in under way, and what ends it for another one. */
  signingIn = newSignIn();
  /** The last refusal of the server, which says what it requires. */
  refusal: Refusal | undefined;
  /** True if the server has refused a request for which the person has to grant more rights. */
  wantsMoreRights = false;
  readonly #renewing = new Map<string, Promise<AccessToken | undefined>>();
  #credentials: Credentials | undefined;
  #token: AccessToken | undefined;
  #unsaved: Credentials | undefined;
  #first: Promise<unknown> | undefined;
  readonly #secrets = new Emitter<readonly string[]>();
  readonly #order = new Sequencer();

  /** Fired with secrets to redact from now on. */
  readonly onSecrets: Event<readonly string[]> = this.#secrets.event;

  constructor(
    private readonly key: string,
    private readonly store: CredentialStore,
  ) {}

  get credentials(): Credentials | undefined {
    return this.#credentials;
  }
  get token(): AccessToken | undefined {
    return this.#token;
  }
  /** The secrets to redact now. */
  get secrets(): readonly string[] {
    const credentials = this.#unsaved ?? this.#credentials;
    return credentials ? secretsOf(credentials) : [];
  }
  /** True if there is a newer token than the refused one. */
  hasNewer({ token: refused }: Refusal): boolean {
    return this.#token !== undefined && this.#token.value !== refused?.value;
  }
  /** True while credentials wait to be saved. */
  get isUnsaved(): boolean {
    return this.#unsaved !== undefined;
  }

  /**
   * Gets a new token, once for all requests that were refused for the same reason at the same time. Runs
   * {@link alone}.
   */
  renewed(
    { status, scope = '' }: Refusal,
    renew: () => Promise<AccessToken | undefined>,
  ): Promise<AccessToken | undefined> {
    const why = status === 403 ? `403 ${scope}` : String(status);
    const renewing =
      this.#renewing.get(why) ??
      this.alone(renew).finally(() => {
        this.#renewing.delete(why);
      });
    this.#renewing.set(why, renewing);
    return renewing;
  }

  /** Ends the sign-in under way, so that the next caller begins another one. */
  endSignIn(): void {
    this.signingIn.replaced.abort();
    this.signingIn = newSignIn();
  }

  /** Runs tasks one after another. */
  run<T>(task: () => Promise<T>): Promise<T> {
    return this.#order.run(task);
  }

  /** Runs a task that changes the store alone, also among the hosts of this machine. */
  alone<T>(task: () => Promise<T>): Promise<T> {
    return this.run(() => this.store.alone?.(this.key, task) ?? task());
  }

  /** Resolves when all tasks that have begun by now are over. */
  idle(): Promise<void> {
    return this.#order.idle();
  }

  /**
   * Reads the store on first use. Without a window there is nothing to read, and nothing is refreshed, because it
   * could not be saved.
   */
  async open(): Promise<void> {
    this.#first ??= this.run(() => this.reload(AbortSignal.timeout(longestLook))).catch(() => {
      this.#first = undefined;
    });
    await this.#first;
  }

  /**
   * Reads the store again, because another host may have changed it; saves unsaved credentials first.
   * @throws UserError `signInNoWindow`.
   */
  async reload(signal: AbortSignal): Promise<Credentials | undefined> {
    if (this.#unsaved) await this.save(this.#unsaved, signal);
    else await this.use(readCredentials(await this.store.load(this.key, signal)));
    return this.#credentials;
  }

  /**
   * Reads the store again after a refresh token was refused. Waits for the next one to show if this one is still there,
   * because a host of another machine may just have used it.
   * @throws UserError `signInNoWindow`.
   */
  async reloadAfter(refused: string, signal: AbortSignal): Promise<Credentials | undefined> {
    const now = await this.reload(signal);
    if (now?.tokens?.refresh !== refused) return now;
    await this.store.settled?.(signal);
    return this.reload(signal);
  }

  /**
   * Replaces the stored credentials, and uses the new ones once they are saved.
   * @throws UserError `signInNoWindow`.
   */
  async save(credentials: Credentials, signal: AbortSignal): Promise<void> {
    this.#unsaved = credentials;
    this.#secrets.fire(secretsOf(credentials));
    await this.store.store(this.key, JSON.stringify(credentials), signal);
    this.#unsaved = undefined;
    await this.use(credentials);
  }

  /** Removes the credentials, and with them the rights that they lacked. */
  async forget(signal: AbortSignal): Promise<void> {
    this.#unsaved = undefined;
    this.wantsMoreRights = false;
    if (this.refusal) this.refusal = { ...this.refusal, scope: undefined };
    await this.use(undefined);
    await this.store.store(this.key, undefined, signal);
  }

  /** Uses these without saving them. */
  async use(credentials: Credentials | undefined): Promise<void> {
    const { tokens, proofKey } = credentials ?? {};
    const isBound = tokens?.type.toLowerCase() === 'dpop' && proofKey !== undefined;
    const isSame = tokens?.access === this.#token?.value;
    const proof = isBound && !isSame ? await proofOf(proofKey) : undefined;
    if (!isSame) this.#token = tokens && { value: tokens.access, proof };
    this.#credentials = credentials;
    if (credentials) this.#secrets.fire(secretsOf(credentials));
  }
}

function newSignIn() {
  return { flight: new SingleFlight<void>(), replaced: new AbortController() };
}

/** Loads the SDK, which is large, for the few accounts that need it. */
async function proofOf(key: Record<string, unknown>): Promise<DpopSession> {
  const dpop = await import('./dpop');
  return dpop.proofOf(key);
}
