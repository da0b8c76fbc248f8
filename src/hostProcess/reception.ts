import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';
import { setAt } from '../config/toolSets';
import type { GuestOffer } from '../contract/guests';
import type { GatewayServer } from '../gateway/gatewayServer';
import { mergedId, MergedServer } from '../gateway/mergedServer';
import type { Tokens } from '../gateway/tokens';
import { guestModels, type GuestModels } from '../supervisor/guestModels';
import type { Seat } from '../supervisor/seat';

/** What the reception of a window is made with. */
export interface ReceptionPorts {
  readonly tokens: Tokens;
  /** The window's places at its servers. */
  readonly seats: ReadonlySignal<readonly Seat[]>;
  /** One of them as the gateway sees it, for models that have another set of tools than the window's. */
  serverOf(seat: Seat, models?: GuestModels): GatewayServer;
  /** When the window was used last, in epoch milliseconds. */
  lastUsed(): number;
}

/** What one window has for guests. Its guests leave with it. */
export class Reception implements Disposable {
  readonly #offer = signal<GuestOffer | undefined>(undefined);
  readonly #store = new DisposableStore();
  /** Tokens that the window has issued, by all that is known of them. */
  readonly #taken = new Map<string, Disposable>();
  #folders: readonly string[] = [];

  constructor(private readonly ports: ReceptionPorts) {
    this.#store.add(() => {
      for (const token of this.#taken.values()) token.dispose();
    });
  }

  /** Absent until the window takes guests. */
  get offer(): ReadonlySignal<GuestOffer | undefined> {
    return this.#offer;
  }

  get lastUsed(): number {
    return this.ports.lastUsed();
  }

  /** Takes guests on these terms from now on. */
  async welcome(offer: GuestOffer): Promise<void> {
    // A guest tells where its folder really is.
    const real = await Promise.all(
      offer.folders.map((folder) => realpath(folder).catch(() => folder)),
    );
    if (this.#store.disposed) return;
    this.#folders = [...new Set([...offer.folders, ...real])];
    this.#offer.value = offer;
    this.#takeTokens(offer);
  }

  /** How deep a folder of the window is that has this one in it; 0: none has. */
  nearness(folder: string): number {
    const above = this.#folders.filter((own) => isIn(folder, own));
    return Math.max(0, ...above.map(({ length }) => length));
  }

  /** A token for a guest, which is revoked when the guest leaves. */
  admit(set: string | undefined, stay: DisposableStore): string {
    const servers = this.#serversFor(set);
    const token = this.ports.tokens.issueToGuest(servers.find);
    stay.add(servers);
    stay.add(() => this.ports.tokens.revoke(token));
    return token;
  }

  dispose(): void {
    this.#offer.value = undefined;
    this.#store.dispose();
  }

  #takeTokens({ tokens }: GuestOffer): void {
    const wanted = new Map(tokens.map((token) => [JSON.stringify(token), token]));
    for (const [key, token] of this.#taken) {
      if (wanted.has(key)) continue;
      this.#taken.delete(key);
      token.dispose();
    }
    for (const [key, { hash, set }] of wanted) {
      if (this.#taken.has(key)) continue;
      const servers = this.#serversFor(set);
      const taken = this.ports.tokens.take(hash, servers.find);
      this.#taken.set(key, { dispose: () => (taken.dispose(), servers.dispose()) });
    }
  }

  /** All servers as one, under its id; a set that is not there any more has no tools. */
  #serversFor(set: string | undefined) {
    const left = new AbortController();
    const known = new WeakMap<Seat, GatewayServer>();
    const serverOf = (seat: Seat): GatewayServer => {
      const server = known.get(seat) ?? this.ports.serverOf(seat, this.#modelsOf(seat, set));
      known.set(seat, server);
      return server;
    };
    const servers = computed(() => this.ports.seats.value.map(serverOf));
    const merged = new MergedServer(servers, left.signal, ({ id }) => this.#instructionsOf(id));
    return {
      find: (id: string) => (id === mergedId ? merged : undefined),
      dispose: () => left.abort(),
    };
  }

  /** What is suspicious in them is for no model. */
  #instructionsOf(id: string): string | undefined {
    const seat = this.ports.seats.value.find((seat) => seat.id === id);
    if (seat?.vetting.names.value?.instructions) return undefined;
    return seat?.handshake.value?.instructions;
  }

  #modelsOf(seat: Seat, set: string | undefined): GuestModels | undefined {
    if (set === undefined) return undefined;
    const { id, name } = seat;
    const globs = computed(() => setAt(this.#offer.value?.sets[set] ?? [], { id, name }));
    return guestModels(seat, globs);
  }
}

function isIn(folder: string, whole: string): boolean {
  const way = path.relative(whole, folder);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
