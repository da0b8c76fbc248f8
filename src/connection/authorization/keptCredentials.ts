import { Emitter, type Event } from '../../base/emitter';
import { Sequencer } from '../../base/sequencer';
import type { AccessToken } from './authorizer';
import { readCredentials, secretsOf, writeCredentials, type Credentials } from './credentials';
import type { CredentialStore } from './credentialStore';
import { proofOf } from './proofKey';

/** Limit for the first read of the store, in milliseconds. */
const longestLook = 30_000;

/**
 * The stored credentials of one server, cached in memory. New tokens are used only once they are saved,
 * because a rotated refresh token that is lost cannot be got again. All reads and writes go through {@link
 * run}, so that forgotten credentials do not come back.
 */
export class KeptCredentials {
  #current: Credentials | undefined;
  #token: AccessToken | undefined;
  #unconfirmed: Credentials | undefined;
  #first: Promise<unknown> | undefined;
  readonly #secrets = new Emitter<readonly string[]>();
  readonly #order = new Sequencer();

  /** Fired with secrets to redact from now on. */
  readonly onSecrets: Event<readonly string[]> = this.#secrets.event;

  constructor(
    private readonly key: string,
    private readonly store: CredentialStore,
  ) {}

  get current(): Credentials | undefined {
    return this.#current;
  }
  get token(): AccessToken | undefined {
    return this.#token;
  }
  /** True while credentials wait to be saved. */
  get isUnconfirmed(): boolean {
    return this.#unconfirmed !== undefined;
  }

  /** Runs tasks one after another. */
  run<T>(task: () => Promise<T>): Promise<T> {
    return this.#order.run(task);
  }

  /** Runs a task alone, also among the hosts that share the store. */
  runAlone<T>(task: () => Promise<T>): Promise<T> {
    return this.run(() => this.store.alone?.(this.key, task) ?? task());
  }

  /** Resolves when nothing is done with them any more of what was begun by now. */
  idle(): Promise<void> {
    return this.#order.idle();
  }

  /** Reads what is kept, the first time; nothing where nobody keeps it. */
  async open(): Promise<void> {
    this.#first ??= this.run(() => this.reload(AbortSignal.timeout(longestLook))).catch(() => {
      this.#first = undefined;
    });
    await this.#first;
  }

  /**
   * Reads anew what is kept, which another host may have changed; keeps first what could not be kept
   * before. @throws UserError `signInNoWindow`.
   */
  async reload(signal: AbortSignal): Promise<Credentials | undefined> {
    if (this.#unconfirmed) await this.keep(this.#unconfirmed, signal);
    else await this.#use(readCredentials(await this.store.load(this.key, signal)));
    return this.#current;
  }

  /** Keeps these in place of what was, and uses them from then on. @throws UserError `signInNoWindow`. */
  async keep(credentials: Credentials, signal: AbortSignal): Promise<void> {
    this.#unconfirmed = credentials;
    this.#secrets.fire(secretsOf(credentials));
    await this.store.store(this.key, writeCredentials(credentials), signal);
    this.#unconfirmed = undefined;
    await this.#use(credentials);
  }

  /** Uses these without saving them. */
  async hold(credentials: Credentials): Promise<void> {
    await this.#use(credentials);
  }

  async forget(signal: AbortSignal): Promise<void> {
    this.#unconfirmed = undefined;
    await this.#use(undefined);
    await this.store.store(this.key, undefined, signal);
  }

  async #use(credentials: Credentials | undefined): Promise<void> {
    const { tokens, proofKey } = credentials ?? {};
    const isBound = tokens?.type.toLowerCase() === 'dpop' && proofKey !== undefined;
    const isSame = tokens?.access === this.#token?.value;
    const proof = isBound && !isSame ? await proofOf(proofKey) : undefined;
    if (!isSame) this.#token = tokens && { value: tokens.access, proof };
    this.#current = credentials;
    if (credentials) this.#secrets.fire(secretsOf(credentials));
  }
}
