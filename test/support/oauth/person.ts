import type { SignInPrompt } from '../../../src/connection/authorization/codeGrant';
import { UserError } from '../../../src/base/errors';
import type { CredentialStore } from '../../../src/connection/authorization/credentials';

/** A person without a browser: agrees, follows the page's redirect, and comes back with the answer. */
export class Person implements SignInPrompt {
  /** The pages that were opened. */
  readonly opened: string[] = [];
  /** How often nothing came of what was prepared. */
  dropped = 0;
  /** The issuers that this person was asked about. */
  readonly asked: string[] = [];
  /** The redirect URIs that were wanted. */
  readonly wanted: (string | undefined)[] = [];

  constructor(readonly redirectUri = 'http://127.0.0.1:9/callback') {}

  async prepare({ issuer, redirectUri }: Parameters<SignInPrompt['prepare']>[0]): Promise<string> {
    this.asked.push(issuer);
    this.wanted.push(redirectUri);
    return this.redirectUri;
  }

  async lead({ url }: { readonly url: string }): Promise<string> {
    this.opened.push(url);
    const answer = await fetch(url, { redirect: 'manual' });
    await answer.body?.cancel();
    const callback = answer.headers.get('location');
    if (callback === null) throw new UserError('signInCancelled', { issuer: url });
    return callback;
  }

  drop(): void {
    this.dropped += 1;
  }
}

/** The secret store of a window that may be away. */
export class MemoryCredentials implements CredentialStore {
  readonly kept = new Map<string, string>();
  /** How often something was stored. */
  stored = 0;
  isAway = false;

  async load(key: string): Promise<string | undefined> {
    this.#present();
    return this.kept.get(key);
  }

  async store(key: string, credentials: string | undefined): Promise<void> {
    this.#present();
    this.stored += 1;
    if (credentials === undefined) this.kept.delete(key);
    else this.kept.set(key, credentials);
  }

  #present(): void {
    if (this.isAway) throw new UserError('signInNoWindow');
  }
}
