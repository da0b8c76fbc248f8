import { Buffer } from 'node:buffer';
import type { Disposable } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import { lazy } from '../../base/lazy';
import { SingleFlight } from '../../base/singleFlight';
import { isAtOrBelow } from '../../base/contains';
import type { HostClient } from '../../client/hostConnection/hostClient';
import type { ResourceContent } from './resourceContent';
import type { ResourceName } from './resourceName';

// Imported with the first reading, because every window loads this module at activation.
const { resourceContent } = lazy(() => import('./resourceContent'), 'resourceContent');

export interface ReadResource extends ResourceContent {
  /** Epoch milliseconds; grows when the content changes. */
  readonly changedAt: number;
}

/** Milliseconds for which content is cached without change notifications: editors read several times in a row. */
const freshMs = 2_000;

/** A resource that is being read or watched. */
interface CachedResource {
  readonly name: ResourceName;
  readonly reading: SingleFlight<ReadResource>;
  watchers: number;
  /** Counts change notifications; content read before the last one is stale. */
  updates: number;
  latest?: { readonly read: ReadResource; readonly at: number; readonly updates: number };
}

/**
 * Cache of the resources that a window shows. Concurrent readers share one request. Watched content is kept until the
 * server reports a change or starts again.
 */
export class ResourceCache implements Disposable {
  readonly #entries = new Map<string, CachedResource>();
  readonly #changed = new Emitter<ResourceName>();
  readonly #updates: Disposable;

  readonly onChanged: Event<ResourceName> = this.#changed.event;

  constructor(
    private readonly host: Pick<HostClient, 'read' | 'watchResources' | 'onResourceUpdated'>,
    /** True if a server sends change notifications ("Resources", `subscribe`). */
    private readonly notifies: (server: string) => boolean,
  ) {
    this.#updates = host.onResourceUpdated(({ id, uri }) => this.#updated(id, uri));
  }

  /**
   * Reads a resource, from the cache if possible. A gesture reads it anew, and reports a change of what is watched.
   * @throws UserError `resourceEmpty`, `resourceNotFound`, or the reason why the server cannot be reached.
   */
  async read(name: ResourceName, gesture: boolean, signal: AbortSignal): Promise<ReadResource> {
    const entry = this.#entry(name);
    if (!gesture && this.#holds(entry)) return entry.latest.read;
    const drop = (): void => this.#dropUnwatched(entry);
    return entry.reading.join(
      (abort) =>
        this.#fetch(entry, gesture, abort).finally(() => setTimeout(drop, freshMs).unref()),
      signal,
    );
  }

  /** Subscribes to changes until disposed. */
  watch(name: ResourceName): Disposable {
    const entry = this.#entry(name);
    entry.watchers += 1;
    if (entry.watchers === 1) this.#subscribe(name.server);
    let isOver = false;
    return {
      dispose: () => {
        if (isOver) return;
        isOver = true;
        entry.watchers -= 1;
        if (entry.watchers > 0) return;
        // Nobody would report its changes.
        this.#entries.delete(keyOf(name));
        this.#subscribe(name.server);
      },
    };
  }

  /** Invalidates a server's resources after it has started, possibly with another definition. */
  serverStarted(server: string): void {
    const watched = this.#watchedOf(server);
    if (watched.length > 0) this.#subscribe(server);
    for (const { name } of watched) this.#updated(server, name.uri);
  }

  dispose(): void {
    this.#updates.dispose();
    this.#changed.dispose();
    this.#entries.clear();
  }

  #entry(name: ResourceName): CachedResource {
    const key = keyOf(name);
    const known = this.#entries.get(key);
    if (known) return known;
    const entry: CachedResource = { name, reading: new SingleFlight(), watchers: 0, updates: 0 };
    this.#entries.set(key, entry);
    return entry;
  }

  #holds(
    entry: CachedResource,
  ): entry is CachedResource & Required<Pick<CachedResource, 'latest'>> {
    const { latest, watchers, updates, name } = entry;
    if (!latest || latest.updates !== updates) return false;
    return (watchers > 0 && this.notifies(name.server)) || Date.now() - latest.at < freshMs;
  }

  async #fetch(
    entry: CachedResource,
    gesture: boolean,
    signal: AbortSignal,
  ): Promise<ReadResource> {
    const { server, uri } = entry.name;
    const { updates } = entry;
    const result = await this.host.read(
      { server, method: 'resources/read', params: { uri }, gesture },
      signal,
    );
    const content = await resourceContent(result, uri);
    const before = entry.latest?.read;
    const isSame = before !== undefined && Buffer.compare(before.bytes, content.bytes) === 0;
    const changedAt = isSame
      ? before.changedAt
      : Math.max(Date.now(), (before?.changedAt ?? 0) + 1);
    const read = { ...content, changedAt };
    entry.latest = { read, at: Date.now(), updates };
    if (gesture && before && !isSame && entry.watchers > 0) this.#changed.fire(entry.name);
    return read;
  }

  #updated(server: string, uri: string): void {
    for (const entry of this.#watchedOf(server)) {
      if (!isAtOrBelow(uri, entry.name.uri)) continue;
      entry.updates += 1;
      this.#changed.fire(entry.name);
    }
  }

  #watchedOf(server: string): readonly CachedResource[] {
    return [...this.#entries.values()].filter(
      ({ name, watchers }) => watchers > 0 && name.server === server,
    );
  }

  #subscribe(server: string): void {
    const uris = this.#watchedOf(server).map(({ name }) => name.uri);
    // If the host is lost meanwhile, its successor is notified.
    this.host.watchResources(server, uris).catch(() => undefined);
  }

  #dropUnwatched(entry: CachedResource): void {
    const key = keyOf(entry.name);
    if (entry.watchers === 0 && this.#entries.get(key) === entry) this.#entries.delete(key);
  }
}

function keyOf({ server, uri }: ResourceName): string {
  return JSON.stringify([server, uri]);
}
