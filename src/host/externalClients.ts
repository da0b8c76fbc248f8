import { effect, signal } from '@preact/signals-core';
import type * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import type { Channel } from '../ipc/channel';
import { externalClientRequests, type FoundWindow } from '../ipc/externalClients';
import type { ExternalAccess } from './externalAccess';

type WindowQuery = z.output<(typeof externalClientRequests)['visit']['params']>;
type Found = { readonly access: ExternalAccess; readonly nearness: number };

/**
 * Connects external clients to the windows of a host. A client gets the window that has its folder open nearest, else
 * the one used last. A window used last gives only the servers of the person's own configuration.
 */
export class ExternalClients {
  readonly #accesses = signal<readonly ExternalAccess[]>([]);

  /** Adds a window that may take external clients, until disposed of. */
  add(access: ExternalAccess): Disposable {
    this.#accesses.value = [...this.#accesses.peek(), access];
    return {
      dispose: () => {
        this.#accesses.value = this.#accesses.peek().filter((other) => other !== access);
      },
    };
  }

  /**
   * Serves a channel that may be an external client's. The channel is closed when the window leaves or closes the
   * folder. Then the client looks again. `url`: the endpoint's, absent where there is none.
   */
  serve(channel: Channel, url: () => string | undefined, onExternalClient: () => void): Disposable {
    const stay = new DisposableStore();
    stay.add(
      channel.handle(externalClientRequests.visit, async ({ waits, ...query }, abort) => {
        onExternalClient();
        const found = this.#find(query) ?? (waits ? await this.#next(query, abort) : undefined);
        const at = url();
        if (at === undefined || stay.disposed) return null;
        if (!found) return this.#nothing(query);
        const { access, nearness } = found;
        const token = access.admit({ set: query.set, isAtHome: nearness > 0 }, stay);
        stay.add(this.#watch(query, found, () => channel.dispose()));
        const { lastUsed } = access;
        return { match: matchOf(nearness), nearness, lastUsed, url: at, token };
      }),
    );
    return stay;
  }

  /** @throws UserError `unknownToolSet` where there is a window and no such set. */
  #nothing({ set, ...query }: WindowQuery): null {
    const offer = set === undefined ? undefined : this.#find(query)?.access.offer.peek();
    if (!offer || set === undefined) return null;
    throw new UserError('unknownToolSet', { set, valid: Object.keys(offer.sets) });
  }

  /** The best window for a query. Reads signals. */
  #find(query: WindowQuery): Found | undefined {
    const [best] = this.#open(query).toSorted(
      (a, b) => b.nearness - a.nearness || b.access.lastUsed - a.access.lastUsed,
    );
    return best;
  }

  /** All windows that fit. Reads signals. */
  #open({
    folder,
    set,
    onlyFolder = false,
    least = Number(onlyFolder),
  }: WindowQuery): readonly Found[] {
    return this.#accesses.value
      .filter(({ offer: { value: offer } }) =>
        set === undefined ? offer !== undefined : offer && Object.hasOwn(offer.sets, set),
      )
      .map((access) => ({ access, nearness: access.nearness(folder) }))
      .filter(({ nearness }) => nearness >= least);
  }

  /** The first window that comes and fits. Rejects when the request is cancelled. */
  #next(query: WindowQuery, abort: AbortSignal): Promise<Found> {
    return new Promise((resolve, reject) => {
      const store = new DisposableStore();
      const give = (): void => (store.dispose(), reject(abort.reason as Error));
      abort.addEventListener('abort', give);
      store.add(() => abort.removeEventListener('abort', give));
      store.add(
        effect(() => {
          const found = this.#find(query);
          if (found) queueMicrotask(() => (store.dispose(), resolve(found)));
        }),
      );
    });
  }

  /**
   * Calls back when the window is no longer as near as it was. The external client itself looks for a nearer one, in any
   * host, and moves when it has no call. One of an earlier build, which names no `least`, looks only from windows that
   * do not have its folder open, and is sent away for a nearer one.
   */
  #watch(query: WindowQuery, { access, nearness }: Found, leave: () => void): Disposable {
    const { folder, set } = query;
    const looksItself = query.least !== undefined || nearness === 0;
    const end = effect(() => {
      const open = this.#open({ folder, set, least: nearness });
      const isHere = open.some((found) => found.access === access);
      const isNearest = open.every((found) => found.nearness <= nearness);
      if (!isHere || !(looksItself || isNearest)) queueMicrotask(leave);
    });
    return { dispose: end };
  }
}

function matchOf(nearness: number): FoundWindow['match'] {
  return nearness > 0 ? 'folder' : 'lastUsed';
}
