import { effect, signal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import type { Channel } from '../contract/channel';
import { guestRequests, type VisitAnswer } from '../contract/guests';
import type * as z from 'zod';
import type { Reception } from './reception';

type Wish = z.output<(typeof guestRequests)['visit']['params']>;
type Found = { readonly reception: Reception; readonly match: NonNullable<VisitAnswer>['match'] };

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
   * Answers who comes as a guest; `url`: of the endpoint, absent where there is none. Where its window leaves, or
   * one comes that has its folder open, the channel is closed, so that the guest looks again.
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
        const { reception, match } = found;
        const token = reception.admit(wish.set, stay);
        stay.add(this.#watch(wish, found, () => channel.dispose()));
        return { match, lastUsed: reception.lastUsed, url: at, token };
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
  #find({ folder, set, onlyFolder = false }: Wish): Found | undefined {
    const open = this.#receptions.value.filter(({ offer: { value: offer } }) =>
      set === undefined ? offer !== undefined : offer && Object.hasOwn(offer.sets, set),
    );
    const near = open
      .map((reception) => ({ reception, nearness: reception.nearness(folder) }))
      .filter(({ nearness }) => nearness > 0)
      .toSorted((a, b) => b.nearness - a.nearness || b.reception.lastUsed - a.reception.lastUsed);
    if (near[0]) return { reception: near[0].reception, match: 'folder' };
    const [last] = open.toSorted((a, b) => b.lastUsed - a.lastUsed);
    return last && !onlyFolder ? { reception: last, match: 'lastUsed' } : undefined;
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
  #watch(wish: Wish, { reception, match }: Found, leave: () => void): Disposable {
    const end = effect(() => {
      const now = this.#find(wish);
      const isThere = this.#receptions.value.includes(reception);
      if (!isThere || !now || (match !== 'folder' && now.match === 'folder')) queueMicrotask(leave);
    });
    return { dispose: end };
  }
}
