import {
  signal,
  type ReadonlySignal,
  type Signal,
  computed,
  effect,
  untracked,
} from '@preact/signals-core';
import {
  type KnownFiles,
  type ServerKnowledge,
  knowledgeKey,
  type EntryIdentity,
} from './knownFiles';
import { ToolPins, type PinsRead } from './toolPins';
import type { ToolUsage } from './toolUsage';
import type { Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import type { Catalog, Handshake, Tool } from '../ipc/state';
import type { AcceptedTool } from '../ipc/toolChanges';
import type { ToolUse } from '../ipc/toolUse';
import { canonicalHash } from '../ipc/canonicalHash';
import type { Identity } from '../tools/scan/pins';
import type { SharedConnection } from './openCalls';
import type { Supervisor } from './supervisor';

interface Learned {
  readonly knowledge: ServerKnowledge;
  readonly holdsSecret: (text: string) => boolean;
  /** Told before it is worked on. */
  readonly note?: (() => void) | undefined;
}

/** Servers of which something is kept in memory. */
const mostKept = 200;
/** Milliseconds in which what is learned is written at once. */
const restBetweenWrites = 1_000;

/**
 * What is known of servers that may not run; with `files` also what earlier hosts have learned. Only
 * servers that a client has declared are looked up.
 */
export class KnownServers {
  /** The one that was used last comes last. */
  readonly #entries = new Map<string, Signal<ServerKnowledge>>();
  readonly #unwritten = new Map<string, Learned>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly files?: KnownFiles,
    /** When their tools were called; absent where nothing is kept. */
    readonly usage?: ToolUsage,
    /** How their tools were when a person approved of them. */
    readonly pins = new ToolPins(),
  ) {}

  /** Fetches what earlier hosts have learned of these servers: {@link of} gives it from then on. */
  async load(servers: readonly EntryIdentity[]): Promise<void> {
    const { files } = this;
    this.usage?.watch(servers);
    await this.pins.load(servers);
    const keys = files ? servers.map(knowledgeKey).filter((key) => !this.#entries.has(key)) : [];
    await Promise.all(
      keys.map(async (key) => {
        const knowledge = files && (await readKnown(files, key));
        if (knowledge && !this.#entries.has(key)) this.#entry(key).value = knowledge;
      }),
    );
  }

  /** What is known of a server, now and from now on. */
  of(by: EntryIdentity): ReadonlySignal<ServerKnowledge> {
    return this.#entry(knowledgeKey(by));
  }

  /** Keeps what was learned; beyond this host only where no text of it `holdsSecret`. `note`: see `Learned`. */
  keep(
    by: EntryIdentity,
    knowledge: ServerKnowledge,
    holdsSecret: Learned['holdsSecret'],
    note?: Learned['note'],
  ): void {
    const key = knowledgeKey(by);
    const entry = this.#entry(key);
    if (isSame(entry.peek(), knowledge)) return;
    entry.value = knowledge;
    if (!this.files) return;
    this.#unwritten.set(key, { knowledge, holdsSecret, note });
    this.#timer ??= setTimeout(() => void this.flush(), restBetweenWrites).unref();
  }

  /** Writes what is not written yet; resolves when that is over, well or not. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await Promise.all([this.#writing, this.usage?.flush(), this.pins.flush()]);
  }

  async #write(): Promise<void> {
    const unwritten = [...this.#unwritten];
    this.#unwritten.clear();
    for (const [key, { knowledge, holdsSecret, note }] of unwritten) {
      note?.();
      const text = JSON.stringify(knowledge);
      const written = this.files?.write(key, holdsSecret(text) ? undefined : text);
      // A disk that refuses costs nothing but memory of the past.
      await written?.catch(() => undefined);
    }
    await this.files?.tidy();
  }

  #entry(key: string): Signal<ServerKnowledge> {
    const entry = this.#entries.get(key) ?? signal<ServerKnowledge>({});
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > mostKept && oldest !== undefined) this.#entries.delete(oldest);
    return entry;
  }
}

/** What is broken counts as not there and is removed. */
async function readKnown(files: KnownFiles, key: string): Promise<ServerKnowledge | undefined> {
  try {
    const kept = await files.read(key);
    if (kept === 'broken') await files.write(key, undefined);
    return typeof kept === 'object' ? kept.value : undefined;
  } catch {
    return undefined;
  }
}

function isSame(a: ServerKnowledge, b: ServerKnowledge): boolean {
  const isReached = a.handshake === b.handshake && a.startTook === b.startTook;
  return isReached && a.catalog === b.catalog && a.asksRoots === b.asksRoots;
}

/** A supervisor, and what its server is known by to the server handle that acquired it. */
interface Source {
  readonly supervisor: Supervisor;
  readonly by: EntryIdentity;
}

/**
 * What a server handle can tell of its server: what the supervisor has learned, and before there is one, what
 * was learned of the same entry earlier. Keeps what the supervisor learns.
 */
export class EntryKnowledge implements Disposable {
  readonly #by = signal<EntryIdentity>({ name: '', fingerprint: '' });
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
  declare({ name, fingerprint, written, file }: EntryIdentity): void {
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
  #taughtBy(): EntryIdentity {
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
