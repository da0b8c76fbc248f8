import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals-core';
import type { Disposable } from '../base/disposable';
import type { Catalog, Handshake } from '../contract/state';
import type { ServerKnowledge } from './knownFiles';
import type { KnownBy, KnownServers } from './knownServers';
import type { Supervisor } from './supervisor';

/** A supervisor, and what its server is known by to the seat that boarded it. */
interface Source {
  readonly supervisor: Supervisor;
  readonly by: KnownBy;
}

/**
 * What a seat can tell of its server: what the supervisor has learned, and before there is one, what
 * was learned of the same entry earlier. Keeps what the supervisor learns.
 */
export class SeatKnowledge implements Disposable {
  readonly #by = signal<KnownBy>({ name: '', fingerprint: '' });
  readonly #source = signal<Source | undefined>(undefined);
  readonly #known = computed(() => this.servers.of(this.#by.value).value);
  readonly #stop: () => void;

  readonly catalog: ReadonlySignal<Catalog | undefined> = computed(
    () => this.supervisor.value?.catalog.value ?? this.#known.value.catalog,
  );
  readonly handshake: ReadonlySignal<Handshake | undefined> = computed(
    () => this.supervisor.value?.handshake.value ?? this.#known.value.handshake,
  );

  constructor(
    private readonly servers: KnownServers,
    /** The one that the seat has boarded last. */
    private readonly supervisor: ReadonlySignal<Supervisor | undefined>,
  ) {
    this.#stop = effect(() => this.#learn());
  }

  /** The entry is this one from now on; what the supervisor learns is still of the one before. */
  declare({ name, fingerprint, file }: KnownBy): void {
    this.#by.value = { name, fingerprint, file };
  }

  /** What is known of the entry, for a supervisor that begins. */
  get known(): ServerKnowledge {
    return this.#known.peek();
  }

  /** What this supervisor learns is of the entry as it is now. */
  learnFrom(supervisor: Supervisor): void {
    this.#source.value = { supervisor, by: this.#by.peek() };
  }

  dispose(): void {
    this.#stop();
  }

  #learn(): void {
    const source = this.#source.value;
    if (!source) return;
    const { supervisor, by } = source;
    const learned = supervisor.knowledge.value;
    // One that only comes up knows less than may be kept.
    if (!learned.catalog) return;
    untracked(() => this.servers.keep(by, learned, (text) => supervisor.log.holdsSecret(text)));
  }
}
