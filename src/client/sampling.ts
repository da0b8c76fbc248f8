import { isObject } from '../base/json';
import type { Definition } from '../config/definition';
import type { KeyValueStore } from './stores';

/** What a person said about a server and a model; `once` is not kept. */
export type SamplingPermission = 'once' | 'session' | 'always' | 'never';

/** Remembers which servers may use which models; `never` also keeps those that change. */
export class SamplingPermissions {
  /** Fingerprint and model, by server. */
  readonly #session = new Map<string, Set<string>>();

  constructor(private readonly store: KeyValueStore) {}

  /** What counts for a model; a changed entry is another server, of which nobody has said yes. */
  of(definition: Definition, model: string): SamplingPermission | undefined {
    const key = keyOf(definition);
    const { fingerprint, models } = this.#kept(key);
    const kept = models[model];
    if (kept === 'never') return kept;
    if (kept === 'always' && fingerprint === definition.fingerprint) return kept;
    return this.#session.get(key)?.has(inSession(definition, model)) ? 'session' : undefined;
  }

  async decide(
    definition: Definition,
    model: string,
    permission: SamplingPermission,
  ): Promise<void> {
    const key = keyOf(definition);
    if (permission === 'once') return;
    if (permission === 'session') {
      const known = this.#session.get(key) ?? new Set();
      this.#session.set(key, known.add(inSession(definition, model)));
      return;
    }
    const { fingerprint } = definition;
    const kept = this.#kept(key);
    const still = Object.entries(kept.models).filter(
      ([, other]) => other === 'never' || kept.fingerprint === fingerprint,
    );
    const models = Object.fromEntries([...still, [model, permission]]);
    await this.store.update(key, { fingerprint, models });
  }

  /** Forgets what was said about a server; it asks anew. */
  async forget(definition: Definition): Promise<void> {
    const key = keyOf(definition);
    this.#session.delete(key);
    await this.store.update(key, undefined);
  }

  #kept(key: string): {
    readonly fingerprint: unknown;
    readonly models: Readonly<Record<string, unknown>>;
  } {
    const kept = this.store.get(key);
    const { fingerprint, models } = isObject(kept) ? kept : {};
    return { fingerprint, models: isObject(models) ? models : {} };
  }
}

/** The path is part of it, as two workspaces may have folders and servers of one name. */
function keyOf({ id, source }: Definition): string {
  return `sampling ${JSON.stringify([id, source.file])}`;
}

function inSession({ fingerprint }: Definition, model: string): string {
  return JSON.stringify([fingerprint, model]);
}

const hour = 3_600_000;

/** What may still be spent. */
export interface Allowance {
  readonly requests: number;
  readonly tokens: number;
}

/** Counts what the servers of a window took of the person's models within the last hour. */
export class SamplingBudget {
  /** The requests, oldest first. */
  readonly #taken: { readonly at: number; tokens: number }[] = [];

  /** What is left of these limits at a time in epoch milliseconds; never less than nothing. */
  left(limits: Allowance, now: number): Allowance {
    const young = this.#taken.findIndex(({ at }) => at > now - hour);
    this.#taken.splice(0, young === -1 ? this.#taken.length : young);
    const tokens = this.#taken.reduce((left, one) => left - one.tokens, limits.tokens);
    return {
      requests: Math.max(0, limits.requests - this.#taken.length),
      tokens: Math.max(0, tokens),
    };
  }

  /**
   * Takes all tokens that one request may need, so that no other counts on them. To be told how many it
   * needed once that is known, also where it failed.
   */
  take(tokens: number, now: number): (needed: number) => void {
    const taken = { at: now, tokens };
    this.#taken.push(taken);
    return (needed) => {
      taken.tokens = needed;
    };
  }
}
