import { signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { Catalog, ServerSnapshot } from '../../ipc/state';

interface Mirrored {
  /** The host's number of what is kept or being fetched; -1 where that host is gone. */
  version: number;
  readonly value: Signal<Catalog | undefined>;
}

/** What servers offer, fetched from the host whenever a snapshot tells another version. */
export class CatalogMirror {
  readonly #catalogs = new Map<string, Mirrored>();

  constructor(
    /** `undefined` where the server or the host is gone. */
    private readonly fetch: (id: string) => Promise<Catalog | undefined>,
  ) {}

  get(id: string): ReadonlySignal<Catalog | undefined> {
    return this.#of(id).value;
  }

  /** Goes after a changed snapshot. */
  follow({ id, catalogVersion: version }: ServerSnapshot): void {
    const mirrored = this.#of(id);
    if (mirrored.version === version) return;
    mirrored.version = version;
    if (version === 0) mirrored.value.value = undefined;
    else void this.#refresh(id, mirrored);
  }

  /** Another host counts its versions anew. What is kept is shown until that one tells its own. */
  forgetVersions(): void {
    for (const mirrored of this.#catalogs.values()) mirrored.version = -1;
  }

  async #refresh(id: string, mirrored: Mirrored): Promise<void> {
    const { version } = mirrored;
    const catalog = await this.fetch(id);
    if (catalog && mirrored.version === version) mirrored.value.value = catalog;
  }

  #of(id: string): Mirrored {
    let mirrored = this.#catalogs.get(id);
    if (!mirrored) {
      mirrored = { version: 0, value: signal<Catalog | undefined>(undefined) };
      this.#catalogs.set(id, mirrored);
    }
    return mirrored;
  }
}
