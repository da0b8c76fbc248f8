import type { Disposable } from '../base/disposable';
import type { Grace } from '../servers/grace';

/**
 * The servers that clients wanted when they left, for the grace: a window that is reloaded has them started again,
 * also those that are started only on demand or by a person.
 */
export class InterruptedServers implements Disposable {
  readonly #ofPlaces = new Map<string, { readonly ids: string[]; readonly forget: Disposable }>();

  constructor(private readonly grace: Pick<Grace, 'start'>) {}

  /** Notes the ids that a client wanted when it left. */
  note(place: string, ids: string[]): void {
    this.take(place);
    if (ids.length === 0) return;
    const forget = this.grace.start(() => this.#ofPlaces.delete(place));
    this.#ofPlaces.set(place, { ids, forget });
  }

  /** Gives the ids to a client that comes to this place, and forgets them. */
  take(place: string): string[] {
    const noted = this.#ofPlaces.get(place);
    noted?.forget.dispose();
    this.#ofPlaces.delete(place);
    return noted?.ids ?? [];
  }

  dispose(): void {
    for (const place of this.#ofPlaces.keys()) this.take(place);
  }
}
