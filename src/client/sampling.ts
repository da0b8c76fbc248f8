import { isObject } from '../base/json';
import type { Definition } from '../config/definition';
import { putAt, sourceKey, valueAt, type Keys } from './sourceKeys';
import type { KeyValueStore } from './stores';

/** A person's decision about a server and a model; `once` is not stored. */
export type SamplingPermission = 'once' | 'session' | 'always' | 'never';

/** Stores which servers may use which models. `never` also applies to an entry that changed. */
export class SamplingPermissions {
  /** Fingerprint and model, by server. */
  readonly #session = new Map<string, Set<string>>();

  constructor(private readonly store: KeyValueStore) {}

  /** The permission for a model; a changed entry is another server, which nobody permitted. */
  of(definition: Definition, model: string): SamplingPermission | undefined {
    const keys = keysOf(definition);
    const { fingerprint, models } = this.#stored(keys);
    const stored = models[model];
    if (stored === 'never') return stored;
    if (stored === 'always' && fingerprint === definition.fingerprint) return stored;
    return this.#session.get(keys[0])?.has(inSession(definition, model)) ? 'session' : undefined;
  }

  async decide(
    definition: Definition,
    model: string,
    permission: SamplingPermission,
  ): Promise<void> {
    const keys = keysOf(definition);
    const [key] = keys;
    if (permission === 'once') return;
    if (permission === 'session') {
      const known = this.#session.get(key) ?? new Set();
      this.#session.set(key, known.add(inSession(definition, model)));
      return;
    }
    const { fingerprint } = definition;
    const stored = this.#stored(keys);
    const valid = Object.entries(stored.models).filter(
      ([, other]) => other === 'never' || stored.fingerprint === fingerprint,
    );
    const models = Object.fromEntries([...valid, [model, permission]]);
    await putAt(this.store, keys, { fingerprint, models });
  }

  /** Deletes all decisions about a server, which then asks again. */
  async forget(definition: Definition): Promise<void> {
    const keys = keysOf(definition);
    this.#session.delete(keys[0]);
    await putAt(this.store, keys, undefined);
  }

  #stored(keys: Keys): {
    readonly fingerprint: unknown;
    readonly models: Readonly<Record<string, unknown>>;
  } {
    const stored = valueAt(this.store, keys);
    const { fingerprint, models } = isObject(stored) ? stored : {};
    return { fingerprint, models: isObject(models) ? models : {} };
  }
}

/** Contain the path, because two workspaces may have folders and servers of one name. */
function keysOf({ id, name, source }: Definition): Keys {
  return [
    `sampling ${JSON.stringify([name, ...sourceKey(source)])}`,
    `sampling ${JSON.stringify([id, source.file])}`,
  ];
}

function inSession({ fingerprint }: Definition, model: string): string {
  return JSON.stringify([fingerprint, model]);
}

const hour = 3_600_000;

/** Requests and tokens that may still be used. */
interface Allowance {
  readonly requests: number;
  readonly tokens: number;
}

/** Counts the model requests and tokens that a window's servers used within the last hour. */
export class SamplingBudget {
  /** The requests, oldest first. */
  readonly #taken: { readonly at: number; tokens: number }[] = [];

  /** The rest of these limits at `now`, in epoch milliseconds; never negative. */
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
   * Reserves all tokens that one request may need. Call the returned function with the number that it used, also
   * if the request failed.
   */
  take(tokens: number, now: number): (needed: number) => void {
    const taken = { at: now, tokens };
    this.#taken.push(taken);
    return (needed) => {
      taken.tokens = needed;
    };
  }
}
