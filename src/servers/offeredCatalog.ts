import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { canonicalJson } from '../base/json';
import type { Catalog, CatalogChange, ServerSnapshot } from '../ipc/state';
import { unlessEmpty } from './catalogChange';
import { isOffered, offeredOf, type ToolFilter } from './toolFilter';

let lastVersion = 0;

/** What one client is offered of a server's catalog: everything but the tools that its options hide. */
export class OfferedCatalog {
  readonly #filter = signal<ToolFilter>(undefined);
  readonly #offered = computed(() => {
    const whole = this.whole.value;
    if (!whole) return undefined;
    lastVersion += 1;
    return { version: lastVersion, catalog: this.of(whole) };
  });
  readonly catalog: ReadonlySignal<Catalog | undefined> = computed(
    () => this.#offered.value?.catalog,
  );
  /** Grows with every change of what is offered; 0 while nothing is known. */
  readonly version: ReadonlySignal<number> = computed(() => this.#offered.value?.version ?? 0);

  constructor(private readonly whole: ReadonlySignal<Catalog | undefined>) {}

  /** What of a catalog of the server is offered. */
  of(whole: Catalog): Catalog {
    return offeredOf(whole, this.#filter.value);
  }

  /** Offers what passes this filter from now on. */
  narrow(filter: ToolFilter): void {
    if (canonicalJson([filter]) !== canonicalJson([this.#filter.peek()])) {
      this.#filter.value = filter;
    }
  }

  /** What snapshots tell of it; to be read where signals are. */
  summary(): Pick<ServerSnapshot, 'catalogVersion' | 'counts'> {
    const { tools, prompts, resources } = this.catalog.value ?? {};
    return {
      catalogVersion: this.version.value,
      counts: {
        tools: tools?.length ?? 0,
        prompts: prompts?.length ?? 0,
        resources: resources?.length ?? 0,
      },
    };
  }

  /** What of a change is about tools that are offered; to be read where signals are. */
  changeOf(change: CatalogChange | undefined): CatalogChange | undefined {
    if (!change) return undefined;
    const filter = this.#filter.value;
    const offered = (names: readonly string[]): string[] =>
      names.filter((name) => isOffered(filter, name));
    return unlessEmpty({
      added: offered(change.added),
      removed: offered(change.removed),
      changed: offered(change.changed),
    });
  }

  /** Whether the options keep a name back, listed or not: a server may answer to more than it lists. */
  hides(tool: string): boolean {
    return !isOffered(this.#filter.peek(), tool);
  }
}
