import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals-core';
import type { Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import type { Catalog, Handshake, Tool } from '../ipc/state';
import type { AcceptedTool } from '../ipc/toolChanges';
import type { ToolUse } from '../ipc/toolUse';
import { canonicalHash } from '../ipc/canonicalHash';
import type { Identity } from '../tools/scan/pins';
import type { ServerKnowledge } from './knownFiles';
import type { KnownBy } from './knownBy';
import type { KnownServers } from './knownServers';
import type { SharedConnection } from './openCalls';
import type { PinsRead } from './pinFiles';
import type { Supervisor } from './supervisor';

/** A supervisor, and what its server is known by to the server handle that acquired it. */
interface Source {
  readonly supervisor: Supervisor;
  readonly by: KnownBy;
}

/**
 * What a server handle can tell of its server: what the supervisor has learned, and before there is one, what
 * was learned of the same entry earlier. Keeps what the supervisor learns.
 */
export class HandleKnowledge implements Disposable {
  readonly #by = signal<KnownBy>({ name: '', fingerprint: '' });
  readonly #source = signal<Source | undefined>(undefined);
  readonly #known = computed(() => this.servers.of(this.#by.value).value);
  readonly #stop: () => void;

  readonly catalog: ReadonlySignal<Catalog | undefined> = computed(
    () => this.supervisor.value?.catalog.value ?? this.#known.value.catalog,
  );
  /** How its tools were when a person approved of them. */
  readonly pins: ReadonlySignal<PinsRead> = computed(
    () => this.servers.pins.of(this.#taughtBy()).value,
  );
  readonly #pinsProblem = computed(() => this.pins.value.problem);
  readonly handshake: ReadonlySignal<Handshake | undefined> = computed(
    () => this.supervisor.value?.handshake.value ?? this.#known.value.handshake,
  );

  constructor(
    private readonly servers: KnownServers,
    /** The one that the handle has acquired last. */
    private readonly supervisor: ReadonlySignal<Supervisor | undefined>,
  ) {
    const stops = [effect(() => this.#learn()), effect(() => this.#notePins())];
    this.#stop = () => {
      for (const stop of stops) stop();
    };
  }

  /** The entry is this one from now on; what the supervisor learns is still of the one before. */
  declare({ name, fingerprint, written, file }: KnownBy): void {
    this.#by.value = { name, fingerprint, written, file };
  }

  /** What is known of the entry, for a supervisor that begins. */
  get known(): ServerKnowledge {
    return this.#known.peek();
  }

  /** What this supervisor learns is of the entry as it is now. */
  learnFrom(supervisor: Supervisor): void {
    this.#source.value = { supervisor, by: this.#by.peek() };
  }

  /** The same connection, over which it is known what is called. */
  noting(connection: SharedConnection): SharedConnection {
    return this.servers.usage?.noting(this.#by.peek(), connection) ?? connection;
  }

  /** When its tools were called last; absent where that is not kept. */
  async toolUse(): Promise<ToolUse | undefined> {
    const tools = this.catalog.peek()?.tools.map(({ name }) => name) ?? [];
    return this.servers.usage?.of(this.#by.peek(), tools);
  }

  /** What stands for a tool in {@link pins}. */
  readonly identify = (tool: Tool): Identity => this.servers.pins.identify(tool);

  /**
   * A person has seen these tools.
   * @throws UserError `toolsChangedMeanwhile` where one is another by now; then none is accepted.
   */
  readonly accept = (seen: readonly AcceptedTool[]): void => {
    const tools = new Map(this.catalog.peek()?.tools.map((tool) => [tool.name, tool]));
    const same = seen.flatMap(({ name, hash }) => {
      const tool = tools.get(name);
      return tool && canonicalHash(tool) === hash ? [tool] : [];
    });
    if (same.length < seen.length) throw new UserError('toolsChangedMeanwhile');
    const log = this.supervisor.peek()?.log;
    this.servers.pins.accept(this.#taughtBy(), same, (text) => log?.holdsSecret(text) ?? false);
  };

  dispose(): void {
    this.#stop();
  }

  /** What the lists are of: those of a launch before stay its own. */
  #taughtBy(): KnownBy {
    const source = this.#source.value;
    return source && source.supervisor === this.supervisor.value ? source.by : this.#by.value;
  }

  /** That nobody can tell what was seen is noted with each launch. */
  #notePins(): void {
    const [supervisor, problem] = [this.supervisor.value, this.#pinsProblem.value];
    if (problem) untracked(() => supervisor?.log.note('warning', problem));
  }

  #learn(): void {
    const source = this.#source.value;
    if (!source) return;
    const { supervisor, by } = source;
    const learned = supervisor.knowledge.value;
    // One that only comes up knows less than may be kept.
    if (!learned.catalog) return;
    const { catalog } = learned;
    const holdsSecret = (text: string): boolean => supervisor.log.holdsSecret(text);
    untracked(() => {
      this.servers.keep(by, learned, holdsSecret, () => supervisor.noteWork());
      this.servers.pins.learn(by, catalog.tools, holdsSecret);
    });
  }
}
