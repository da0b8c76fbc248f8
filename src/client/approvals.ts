import { isInFolder } from '../base/contains';
import { isObject } from '../base/json';
import type { Definition } from '../config/definition';
import type { SeenDefinition } from '../config/fingerprint';
import type { KeyValueStore } from './stores';

/** `workspace`: trust in the workspace is enough; `ask`: each connection is approved by itself. */
export type TrustMode = 'ask' | 'workspace';

/**
 * Remembers which connections a person consented to. A changed connection has another fingerprint
 * and therefore no approval; one that changes back has it again. What a connection depends on besides is
 * kept with its approval, for `seenWith` to compare.
 */
export class Approvals {
  constructor(
    private readonly store: KeyValueStore,
    private readonly mode: () => TrustMode,
  ) {}

  /** Whether the entry as written was approved, whatever it depends on now. */
  isApproved(definition: Definition): boolean {
    if (this.#isTrusted(definition)) return true;
    const said = this.#said(definition);
    return said === true || isObject(said);
  }

  /** What was approved besides the entry; `undefined` where nothing was, or need be. */
  kept(definition: Definition): unknown {
    const isAsked = !this.#isTrusted(definition) && this.isApproved(definition);
    return isAsked ? this.#said(definition) : undefined;
  }

  /** Approves the entries with the dependencies that were seen, which are none where nobody looked. */
  async approve(definitions: readonly SeenDefinition[]): Promise<void> {
    const { keptOf } = await import('./launch/keptDependencies');
    for (const definition of definitions) {
      await this.#keep(definition, keptOf(definition.dependencies ?? []));
    }
  }

  /** Approves `to` where `from` itself was approved: for a change of words that leaves the launch. */
  async carry(from: Definition, to: Definition): Promise<void> {
    const said = this.#said(from);
    if (said !== undefined) await this.#keep(to, said);
  }

  async forget(definitions: readonly Definition[]): Promise<void> {
    for (const definition of definitions) await this.#keep(definition, undefined);
  }

  /** Trust in the workspace says nothing of what another host's file holds. */
  #isTrusted({ source }: Definition): boolean {
    return this.mode() === 'workspace' && source.external !== true;
  }

  #said(definition: Definition): unknown {
    return this.store.get(approvalKey(definition));
  }

  async #keep(definition: Definition, said: unknown): Promise<void> {
    await this.store.update(approvalKey(definition), said);
  }
}

/**
 * A key for each approval, so that windows which approve at the same time do not overwrite each other.
 * The path is part of it because two workspaces may have folders of one name, and a relative command
 * means another program in each; so is the folder where the file stands elsewhere.
 */
function approvalKey({ source, fingerprint }: Definition): string {
  const { id, file, folder } = source;
  const isElsewhere = folder !== undefined && !isInFolder(file, folder);
  return `approval ${JSON.stringify([id, file, fingerprint, ...(isElsewhere ? [folder] : [])])}`;
}
