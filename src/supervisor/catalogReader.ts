import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Disposable } from '../base/disposable';
import { reasonOf } from '../base/errors';
import type { Connection } from '../connection/connection';
import type { Catalog } from '../contract/state';
import type { ServerEvent } from './transition';

/**
 * Keeps what a server offers: reads all its lists after the start and again whenever it says that
 * one changed. Changes that come while a read is under way are joined into one further read, and the
 * old lists stay where a read fails.
 */
export class CatalogReader {
  readonly #catalog = signal<Catalog | undefined>(undefined);
  #reading: Promise<void> | undefined;
  #changedMeanwhile = false;

  constructor(
    /** Milliseconds for one list request without an answer. */
    private readonly timeout: number,
    known: Catalog | undefined,
    private readonly tell: (event: ServerEvent) => void,
  ) {
    this.#catalog.value = known;
  }

  get catalog(): ReadonlySignal<Catalog | undefined> {
    return this.#catalog;
  }

  /** Reads the lists of a new connection; its state becomes running, or degraded with the reason. */
  async attach(connection: Connection, abort: AbortSignal): Promise<void> {
    this.#changedMeanwhile = false;
    this.#reading = this.#read(connection, abort);
    await this.#reading;
  }

  /** Reads again on every change that the server tells. */
  follow(connection: Connection): Disposable {
    const abort = new AbortController();
    const subscription = connection.onListChanged(() => this.#refresh(connection, abort.signal));
    return {
      dispose: () => {
        abort.abort();
        subscription.dispose();
      },
    };
  }

  #refresh(connection: Connection, abort: AbortSignal): void {
    if (this.#reading) this.#changedMeanwhile = true;
    else this.#reading = this.#read(connection, abort);
  }

  async #read(connection: Connection, abort: AbortSignal): Promise<void> {
    try {
      const options = { signal: abort, idleTimeout: this.timeout };
      do {
        this.#changedMeanwhile = false;
        this.#catalog.value = await connection.readCatalog(options);
      } while (this.#changedMeanwhile && !abort.aborted);
      this.tell({ kind: 'ready', at: Date.now() });
    } catch (error) {
      if (abort.aborted) return;
      const what = { code: 'listFailed', cause: reasonOf(error) };
      this.tell({ kind: 'degraded', at: Date.now(), what });
    } finally {
      this.#reading = undefined;
    }
  }
}
