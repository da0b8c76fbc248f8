import type { ReadonlySignal } from '@preact/signals-core';
import type { Catalog } from '../ipc/state';
import type { ToolRefusal } from './modelCatalog';
import type { ServerHandle } from './serverHandle';

/** What of a server handle's tools models get. */
export interface ExternalModels {
  readonly modelCatalog: ReadonlySignal<Catalog | undefined>;
  /** What of a catalog that was just read they get. */
  forModels(whole: Catalog): Catalog;
  /** Why a tool is kept from them, by its raw name. */
  refusalFor(tool: string): ToolRefusal | undefined;
}

/**
 * What others than the client's own models get, who have a set of their own switched on, as globs over the
 * names of its tools; `undefined`: all.
 */
export function externalModels(
  handle: Pick<ServerHandle, 'models' | 'refusalFor'>,
  set: ReadonlySignal<readonly string[] | undefined>,
): ExternalModels {
  const models = handle.models.withSet(set);
  const isOffered = ({ name }: { readonly name: string }): boolean =>
    handle.refusalFor(name, 'person') === undefined;
  return {
    modelCatalog: models.catalog,
    forModels: (whole) => models.of({ ...whole, tools: whole.tools.filter(isOffered) }),
    refusalFor: (tool) => handle.refusalFor(tool, 'person') ?? models.refusalOf(tool),
  };
}
