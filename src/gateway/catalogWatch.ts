import { effect } from '@preact/signals-core';
import type { Disposable } from '../base/disposable';
import type { ListName } from '../connection/connection';
import { emptyCatalog, type Catalog } from '../ipc/state';
import type { GatewayServer } from './gatewayServer';

/** Which catalog entries belong to which list of the protocol. */
const partsOf: Readonly<Record<ListName, readonly (keyof Catalog)[]>> = {
  tools: ['tools'],
  prompts: ['prompts'],
  resources: ['resources', 'resourceTemplates'],
};

export const watchedLists = Object.keys(partsOf) as readonly ListName[];

/** Tells which lists of a server have changed since it was first followed; an unknown one has empty lists. */
export class CatalogWatch implements Disposable {
  #known: Catalog | undefined;
  #stop: (() => void) | undefined;

  constructor(private readonly onChanged: (list: ListName) => void) {}

  /** Goes over to the server that stands for the id now; what was known before stays compared. */
  follow(server: GatewayServer): void {
    this.dispose();
    this.#known ??= server.catalog.peek() ?? emptyCatalog;
    this.#stop = effect(() => this.#compare(server.catalog.value));
  }

  dispose(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #compare(next: Catalog | undefined): void {
    const before = this.#known;
    if (!next || !before || next === before) return;
    this.#known = next;
    for (const list of changedLists(before, next)) this.onChanged(list);
  }
}

/** By the catalog before and the one after: all who watch a server compare the same ones. */
const compared = new WeakMap<Catalog, WeakMap<Catalog, readonly ListName[]>>();

function changedLists(before: Catalog, next: Catalog): readonly ListName[] {
  const after = compared.get(before) ?? new WeakMap<Catalog, readonly ListName[]>();
  compared.set(before, after);
  const changed =
    after.get(next) ??
    watchedLists.filter((list) => partsOf[list].some((part) => !isEqual(before[part], next[part])));
  after.set(next, changed);
  return changed;
}

/** What two lists have in common is mostly the same object. */
function isEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every((item, at) => isSame(item, b[at]));
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
