import { createHash, randomBytes } from 'node:crypto';
import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { isObject } from '../base/json';
import { numbered } from '../base/uniqueNames';
import type { ExternalOffer } from '../ipc/externalClients';
import type { KeyValueStore } from './stores';
import type { LayeredSetting } from './configuredServers';
import type { ToolSelection } from './policy/toolSelection';

export type AgentToken = ExternalOffer['tokens'][number];

const key = 'agentTokens';
const revokedKey = 'revokedAgentTokens';

/** Hashes of revoked tokens that are remembered; the oldest are in no window any more. */
const mostRevoked = 200;

/**
 * The tokens with which agents use a window's servers over HTTP, until a person revokes them. The workspace stores
 * only their hashes: the tokens themselves are with the agents.
 */
export class AgentTokens {
  readonly #all;

  constructor(
    private readonly store: KeyValueStore,
    /** The person's memory, because other windows may have copies of a workspace's. */
    private readonly everywhere: KeyValueStore,
  ) {
    this.#all = signal(arrayIn(store, key).filter(isToken));
  }

  /** The tokens that no window has revoked. Reads signals, but another window's revocation fires none. */
  get all(): readonly AgentToken[] {
    const revoked = arrayIn(this.everywhere, revokedKey);
    return this.#all.value.filter(({ hash }) => !revoked.includes(hash));
  }

  /** Makes a token under a unique name, and stores the record of it. */
  async issue(
    wanted: string,
    set?: string,
  ): Promise<{ readonly token: string; readonly issued: AgentToken }> {
    const isTaken = (name: string): boolean => this.all.some((one) => one.name === name);
    const token = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(token).digest('base64url');
    const issued = { name: numbered(wanted, isTaken), hash, ...(set !== undefined && { set }) };
    await this.#save([...this.all, issued]);
    return { token, issued };
  }

  /** Ends the sessions of these tokens at once, also those with other windows. */
  async revoke(tokens: readonly AgentToken[]): Promise<void> {
    const revoked = arrayIn(this.everywhere, revokedKey);
    const hashes = [...revoked, ...tokens.map(({ hash }) => hash)].slice(-mostRevoked);
    // A memory has its new value before it is written.
    const written = this.everywhere.update(revokedKey, hashes);
    await this.#save(this.all);
    await written;
  }

  async #save(tokens: readonly AgentToken[]): Promise<void> {
    this.#all.value = [...tokens];
    await this.store.update(key, tokens);
  }
}

function arrayIn(store: KeyValueStore, key: string): readonly unknown[] {
  const stored = store.get(key);
  return Array.isArray(stored) ? stored : [];
}

function isToken(value: unknown): value is AgentToken {
  if (!isObject(value)) return false;
  const { name, hash, set = '' } = value;
  return [name, hash, set].every((part) => typeof part === 'string');
}

/** On what terms a window takes external clients. What other windows revoked until now is out. */
export function externalOffer(
  setting: ReadonlySignal<LayeredSetting>,
  toolSets: Pick<ToolSelection, 'all'>,
  tokens: Pick<AgentTokens, 'all'>,
): ReadonlySignal<ExternalOffer> {
  return computed(() => ({
    folders: [...setting.value.folders.keys()],
    sets: Object.fromEntries(Array.from(toolSets.all, ([name, set]) => [name, [...set]])),
    tokens: [...tokens.all],
  }));
}
