import { createHash, randomBytes } from 'node:crypto';
import { signal, type ReadonlySignal, computed } from '@preact/signals-core';
import { isObject } from '../base/json';
import { numbered } from '../base/uniqueNames';
import type { ExternalOffer } from '../ipc/externalClients';
import type { KeyValueStore } from './stores';
import type { LayeredSetting } from './configuredServers';
import type { ToolSelection } from './policy/toolSelection';

type AgentToken = ExternalOffer['tokens'][number];

const key = 'agentTokens';

/**
 * The tokens with which agents use a window's servers over HTTP, until a person revokes them. The workspace stores
 * only their hashes: the tokens themselves are with the agents.
 */
export class AgentTokens {
  readonly #all;

  constructor(private readonly store: KeyValueStore) {
    const stored = store.get(key);
    this.#all = signal<readonly AgentToken[]>(Array.isArray(stored) ? stored.filter(isToken) : []);
  }

  get all(): ReadonlySignal<readonly AgentToken[]> {
    return this.#all;
  }

  /** A new token under a unique name, and the record of it that is stored. */
  async issue(
    wanted: string,
    set?: string,
  ): Promise<{ readonly token: string; readonly issued: AgentToken }> {
    const isTaken = (name: string): boolean => this.#all.peek().some((one) => one.name === name);
    const token = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(token).digest('base64url');
    const issued = { name: numbered(wanted, isTaken), hash, ...(set !== undefined && { set }) };
    await this.#save([...this.#all.peek(), issued]);
    return { token, issued };
  }

  /** Ends the sessions of these tokens at once. */
  async revoke(tokens: readonly AgentToken[]): Promise<void> {
    const hashes = new Set(tokens.map(({ hash }) => hash));
    await this.#save(this.#all.peek().filter(({ hash }) => !hashes.has(hash)));
  }

  async #save(tokens: readonly AgentToken[]): Promise<void> {
    this.#all.value = tokens;
    await this.store.update(key, tokens);
  }
}

function isToken(value: unknown): value is AgentToken {
  if (!isObject(value)) return false;
  const { name, hash, set = '' } = value;
  return [name, hash, set].every((part) => typeof part === 'string');
}

/** On what terms a window takes external clients. */
export function externalOffer(
  setting: ReadonlySignal<LayeredSetting>,
  toolSets: Pick<ToolSelection, 'all'>,
  tokens: Pick<AgentTokens, 'all'>,
): ReadonlySignal<ExternalOffer> {
  return computed(() => ({
    folders: [...setting.value.folders.keys()],
    sets: Object.fromEntries(Array.from(toolSets.all, ([name, set]) => [name, [...set]])),
    tokens: [...tokens.all.value],
  }));
}
