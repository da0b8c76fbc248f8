import { effect, signal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import type { Channel } from '../contract/channel';
import { guestRequests, type VisitAnswer } from '../contract/guests';
import type * as z from 'zod';
import type { Reception } from './reception';

type Wish = z.output<(typeof guestRequests)['visit']['params']>;
/** `nearness`: that of the window's folder; 0: it is the one that was used last. */
type Found = { readonly reception: Reception; readonly nearness: number };

/** Leads guests to the windows of a host. */
export class Guests {
  readonly #receptions = signal<readonly Reception[]>([]);

  /** A window may take guests, until it is disposed of. */
  add(reception: Reception): Disposable {
    this.#receptions.value = [...this.#receptions.peek(), reception];
    return {
      dispose: () => {
        this.#receptions.value = this.#receptions.peek().filter((other) => other !== reception);
      },
    };
  }

  /**
   * Answers who comes as a guest; `url`: of the endpoint, absent where there is none. Where its window leaves or
   * closes its folder, or one comes that has it nearer, the channel is closed, so that the guest looks again.
   */
  serve(channel: Channel, url: () => string | undefined, onGuest: () => void): Disposable {
    const stay = new DisposableStore();
    stay.add(
      channel.handle(guestRequests.visit, async ({ waits, ...wish }, abort) => {
        onGuest();
        const found = this.#find(wish) ?? (waits ? await this.#next(wish, abort) : undefined);
        const at = url();
        if (at === undefined || stay.disposed) return null;
        if (!found) return this.#nothing(wish);
        const { reception, nearness } = found;
        const token = reception.admit({ set: wish.set, isAtHome: nearness > 0 }, stay);
        stay.add(this.#watch(wish, found, () => channel.dispose()));
        const { lastUsed } = reception;
        return { match: matchOf(nearness), lastUsed, url: at, token };
      }),
    );
    return stay;
  }

  /** @throws UserError `unknownToolSet` where there is a window and no such set. */
  #nothing({ set, ...wish }: Wish): null {
    const offer = set === undefined ? undefined : this.#find(wish)?.reception.offer.peek();
    if (!offer || set === undefined) return null;
    throw new UserError('unknownToolSet', { set, valid: Object.keys(offer.sets) });
  }

  /** To be read where signals are. */
  #find(wish: Wish): Found | undefined {
    const [best] = this.#open(wish).toSorted(
      (a, b) => b.nearness - a.nearness || b.reception.lastUsed - a.reception.lastUsed,
    );
    return best;
  }

  /** All that would do; to be read where signals are. */
  #open({ folder, set, onlyFolder = false }: Wish): readonly Found[] {
    return this.#receptions.value
      .filter(({ offer: { value: offer } }) =>
        set === undefined ? offer !== undefined : offer && Object.hasOwn(offer.sets, set),
      )
      .map((reception) => ({ reception, nearness: reception.nearness(folder) }))
      .filter(({ nearness }) => nearness > 0 || !onlyFolder);
  }

  /** The first window that comes and does. Rejects when nobody waits any more. */
  #next(wish: Wish, abort: AbortSignal): Promise<Found> {
    return new Promise((resolve, reject) => {
      const store = new DisposableStore();
      const give = (): void => (store.dispose(), reject(abort.reason as Error));
      abort.addEventListener('abort', give);
      store.add(() => abort.removeEventListener('abort', give));
      store.add(
        effect(() => {
          const found = this.#find(wish);
          if (found) queueMicrotask(() => (store.dispose(), resolve(found)));
        }),
      );
    });
  }

  /** Tells when the guest should look for its window again. */
  #watch(wish: Wish, { reception, nearness }: Found, leave: () => void): Disposable {
    const end = effect(() => {
      const open = this.#open(wish);
      const here = open.find((found) => found.reception === reception);
      const isSame = here && here.nearness > 0 === nearness > 0;
      // One that was used later is no reason to move.
      const isNearest = here && open.every((found) => found.nearness <= here.nearness);
      if (!isSame || !isNearest) queueMicrotask(leave);
    });
    return { dispose: end };
  }
}

function matchOf(nearness: number): NonNullable<VisitAnswer>['match'] {
  return nearness > 0 ? 'folder' : 'lastUsed';
}
