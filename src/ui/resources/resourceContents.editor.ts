import { Buffer } from 'node:buffer';
import type { Disposable } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import { lazy } from '../../base/lazy';
import { SingleFlight } from '../../base/singleFlight';
import { isAtOrBelow } from '../../base/contains';
import type { HostClient } from '../../client/hostConnection/hostClient';
import type { ResourceContent } from './resourceContent';
import type { ResourceName } from './resourceAddress';

// Evaluated only where something is read, as every window loads this file when it opens.
const { resourceContent } = lazy(() => import('./resourceContent'), 'resourceContent');

export interface ReadResource extends ResourceContent {
  /** Epoch milliseconds; grows when the content changes. */
  readonly changedAt: number;
}

/** Milliseconds for which content is cached without change notifications: editors read several times in a row. */
const settled = 2_000;

/** A resource that is being read or watched. */
interface Kept {
  readonly name: ResourceName;
  readonly reading: SingleFlight<ReadResource>;
  watchers: number;
  /** Counts change notifications; content read before the last one is stale. */
  updates: number;
  latest?: { readonly read: ReadResource; readonly at: number; readonly updates: number };
}

/** Cache of the resources that a window shows. Watched content is kept until the server reports a change. */
export class ResourceContents implements Disposable {
  readonly #kept = new Map<string, Kept>();
  readonly #changed = new Emitter<ResourceName>();
  readonly #updates: Disposable;

  readonly onChanged: Event<ResourceName> = this.#changed.event;

  constructor(
    private readonly host: Pick<HostClient, 'read' | 'watchResources' | 'onResourceUpdated'>,
    /** True if a server sends change notifications ("Resources", `subscribe`). */
    private readonly tells: (server: string) => boolean,
  ) {
    this.#updates = host.onResourceUpdated(({ id, uri }) => this.#updated(id, uri));
  }

  /**
   * Reads a resource, from the cache if possible.
   * @throws UserError `resourceEmpty`, `resourceNotFound`, or the reason why the server cannot be reached.
   */
  async read(name: ResourceName, gesture: boolean, signal: AbortSignal): Promise<ReadResource> {
    this.#forgetOld();
    const kept = this.#keep(name);
    if (this.#holds(kept)) return kept.latest.read;
    return kept.reading.join((abort) => this.#fetch(kept, gesture, abort), signal);
  }

  /** Subscribes to changes until disposed. */
  watch(name: ResourceName): Disposable {
    const kept = this.#keep(name);
    kept.watchers += 1;
    if (kept.watchers === 1) this.#tellWatched(name.server);
    let isOver = false;
    return {
      dispose: () => {
        if (isOver) return;
        isOver = true;
        kept.watchers -= 1;
        if (kept.watchers > 0) return;
        // Nobody would tell what becomes of it.
        this.#kept.delete(keyOf(name));
        this.#tellWatched(name.server);
      },
    };
  }

  /** Invalidates a server's resources after it has started, possibly with another definition. */
  serverStarted(server: string): void {
    const watched = this.#watchedOf(server);
    if (watched.length > 0) this.#tellWatched(server);
    for (const { name } of watched) this.#updated(server, name.uri);
  }

  dispose(): void {
    this.#updates.dispose();
    this.#changed.dispose();
    this.#kept.clear();
  }

  #keep(name: ResourceName): Kept {
    const key = keyOf(name);
    const known = this.#kept.get(key);
    if (known) return known;
    const kept: Kept = { name, reading: new SingleFlight(), watchers: 0, updates: 0 };
    this.#kept.set(key, kept);
    return kept;
  }

  #holds(kept: Kept): kept is Kept & Required<Pick<Kept, 'latest'>> {
    const { latest, watchers, updates, name } = kept;
    if (!latest || latest.updates !== updates) return false;
    return (watchers > 0 && this.tells(name.server)) || Date.now() - latest.at < settled;
  }

  async #fetch(kept: Kept, gesture: boolean, signal: AbortSignal): Promise<ReadResource> {
    const { server, uri } = kept.name;
    const { updates } = kept;
    const result = await this.host.read(
      { server, method: 'resources/read', params: { uri }, gesture },
      signal,
    );
    const content = await resourceContent(result, uri);
    const before = kept.latest?.read;
    const isSame = before !== undefined && Buffer.compare(before.bytes, content.bytes) === 0;
    const changedAt = isSame
      ? before.changedAt
      : Math.max(Date.now(), (before?.changedAt ?? 0) + 1);
    const read = { ...content, changedAt };
    kept.latest = { read, at: Date.now(), updates };
    return read;
  }

  #updated(server: string, uri: string): void {
    for (const kept of this.#watchedOf(server)) {
      if (!isAtOrBelow(uri, kept.name.uri)) continue;
      kept.updates += 1;
      this.#changed.fire(kept.name);
    }
  }

  #watchedOf(server: string): readonly Kept[] {
    return [...this.#kept.values()].filter(
      ({ name, watchers }) => watchers > 0 && name.server === server,
    );
  }

  #tellWatched(server: string): void {
    const uris = this.#watchedOf(server).map(({ name }) => name.uri);
    // A host that is lost meanwhile has a successor that is told.
    this.host.watchResources(server, uris).catch(() => undefined);
  }

  #forgetOld(): void {
    const now = Date.now();
    for (const [key, { watchers, latest }] of this.#kept) {
      if (watchers === 0 && latest && now - latest.at >= settled) this.#kept.delete(key);
    }
  }
}

function keyOf({ server, uri }: ResourceName): string {
  return JSON.stringify([server, uri]);
}
