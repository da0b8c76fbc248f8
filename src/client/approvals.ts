import { isObject } from '../base/json';
import type { Definition } from '../config/definition';
import type { SeenDefinition } from '../config/fingerprint';
import { putAt, sourceKey, valueAt, type Keys } from './sourceKeys';
import type { KeyValueStore } from './stores';

/** `workspace`: trust in the workspace is enough; `ask`: each connection is approved by itself. */
export type TrustMode = 'ask' | 'workspace';

/**
 * Stores which launches a person approved. A changed entry has another fingerprint and therefore no approval; one
 * that changes back has it again. Hashes of the entry's dependencies are stored with its approval, for `compareWithApproval`
 * to compare.
 */
export class Approvals {
  constructor(
    private readonly store: KeyValueStore,
    private readonly mode: () => TrustMode,
  ) {}

  /** True if the entry as written was approved, whatever it depends on now. */
  isApproved(definition: Definition): boolean {
    if (this.#isTrusted(definition)) return true;
    const record = this.#record(definition);
    return record === true || isObject(record);
  }

  /** The dependencies that were approved with the entry; `undefined` without an approval, or where none is needed. */
  record(definition: Definition): unknown {
    const needsRecord = !this.#isTrusted(definition) && this.isApproved(definition);
    return needsRecord ? this.#record(definition) : undefined;
  }

  /** Approves the entries with the dependencies that the person was shown; none if absent. */
  async approve(definitions: readonly SeenDefinition[]): Promise<void> {
    const { approvalRecord } = await import('./launch/dependencies');
    for (const definition of definitions) {
      await this.#save(definition, approvalRecord(definition.dependencies ?? []));
    }
  }

  /** Approves `to` if `from` was approved: for an edit that rewrites an entry without changing its launch. */
  async carry(from: Definition, to: Definition): Promise<void> {
    const record = this.#record(from);
    if (record === undefined) return;
    const { carriedRecord } = await import('./launch/dependencies');
    await this.#save(to, carriedRecord(record, from, to));
  }

  async forget(definitions: readonly Definition[]): Promise<void> {
    for (const definition of definitions) await this.#save(definition, undefined);
  }

  /** Trust in the workspace does not cover another host's file. */
  #isTrusted({ source }: Definition): boolean {
    return this.mode() === 'workspace' && source.external !== true;
  }

  #record(definition: Definition): unknown {
    return valueAt(this.store, approvalKeys(definition));
  }

  #save(definition: Definition, record: unknown): Promise<void> {
    return putAt(this.store, approvalKeys(definition), record);
  }
}

/**
 * Each approval has its own key, so that windows which approve at once do not overwrite each other. The key contains
 * the file's path, because a relative command names another program in another workspace.
 */
function approvalKeys({ source, fingerprint }: Definition): Keys {
  const [kind, file, ...folder] = sourceKey(source);
  const keyOf = (id = ''): string =>
    `approval ${JSON.stringify([id, file, fingerprint, ...folder])}`;
  return [keyOf(kind), keyOf(source.id)];
}
