import {
  computed,
  effect,
  signal,
  untracked,
  type ReadonlySignal,
  type Signal,
} from '@preact/signals-core';
import { BoundedMap } from '../base/bounded';
import { DelayedWriter } from '../base/delayedWriter';
import type { Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import { canonicalHash } from '../ipc/canonicalHash';
import type { Catalog, Handshake, Tool, ToolUse } from '../ipc/state';
import type { Days } from '../ipc/figures';
import type { AcceptedTool } from '../ipc/toolReview';
import type { Identity } from '../tools/scan/pins';
import type { Figures } from './figures';
import {
  knowledgeKey,
  type EntryIdentity,
  type KnownFiles,
  type ServerKnowledge,
} from './knownFiles';
import type { SharedConnection } from './openCalls';
import type { Supervisor } from './supervisor';
import { joinedSecrets, ToolPins, type HoldsSecret, type PinsRead } from './toolPins';
import type { ToolUsage } from './toolUsage';

interface Learned {
  readonly knowledge: ServerKnowledge;
  readonly holdsSecret: HoldsSecret;
  /** Called before it is worked on. */
  readonly noteWork?: (() => void) | undefined;
}

function itemsOf({ catalog }: ServerKnowledge): readonly object[] {
  const { tools = [], prompts = [], resources = [], resourceTemplates = [] } = catalog ?? {};
  return [...tools, ...prompts, ...resources, ...resourceTemplates];
}

/** Servers whose knowledge stays in memory. */
const maxEntries = 200;
/** Milliseconds in which everything that is learned is written at once. */
const writeDelayMs = 1_000;

/**
 * The knowledge of servers that may not run; with `files` also that of earlier hosts. Handles show it before a launch
 * is resolved, and the gateway answers from it without a start. Only servers that a client has declared are looked
 * up.
 */
export class KnownServers {
  readonly #entries = new BoundedMap<string, Signal<ServerKnowledge>>(maxEntries);
  readonly #unwritten = new Map<string, Learned>();
  /** Items with texts that a launch held for a secret. The next launch of their server knows it no more. */
  readonly #withheld = new WeakSet<object>();
  readonly #writer = new DelayedWriter(writeDelayMs, () => this.#write());

  constructor(
    private readonly files?: KnownFiles,
    /** The last calls of their tools; absent where they are not recorded. */
    readonly usage?: ToolUsage,
    /** The definitions of their tools that a person has approved. */
    readonly pins = new ToolPins(),
    /** The figures of their requests and runs; absent where none are kept. */
    readonly figures?: Figures,
  ) {}

  /** Reads the knowledge of earlier hosts about these servers: {@link of} gives it from then on. */
  async load(servers: readonly EntryIdentity[]): Promise<void> {
    const { files } = this;
    this.usage?.watch(servers);
    const keys = files ? servers.map(knowledgeKey).filter((key) => !this.#entries.has(key)) : [];
    await Promise.all([
      this.pins.load(servers),
      ...keys.map(async (key) => {
        const knowledge = files && (await readKnown(files, key));
        if (knowledge && !this.#entries.has(key)) this.#entry(key).value = knowledge;
      }),
    ]);
  }

  /** The knowledge of a server, now and from now on. */
  of(by: EntryIdentity): ReadonlySignal<ServerKnowledge> {
    return this.#entry(knowledgeKey(by));
  }

  /**
   * Stores new knowledge. It goes to a file only if no text in it `holdsSecret`, because a server may echo secrets.
   * `noteWork`: see `Learned`.
   */
  store(
    by: EntryIdentity,
    knowledge: ServerKnowledge,
    holdsSecret: HoldsSecret,
    noteWork?: Learned['noteWork'],
  ): void {
    const key = knowledgeKey(by);
    const entry = this.#entry(key);
    if (isSame(entry.peek(), knowledge)) return;
    entry.value = knowledge;
    if (!this.files) return;
    const secrets = joinedSecrets(holdsSecret, this.#unwritten.get(key)?.holdsSecret);
    this.#unwritten.set(key, { knowledge, holdsSecret: secrets, noteWork });
    this.#writer.schedule();
  }

  /**
   * Takes the pins and the knowledge of an entry over for one without any that is about to take its place, because both
   * are launched alike.
   */
  async carry(from: EntryIdentity, to: EntryIdentity, holdsSecret: HoldsSecret): Promise<void> {
    const { files } = this;
    await this.load([from, to]);
    this.pins.carry(from, to, holdsSecret);
    if (this.of(to).peek().catalog) return;
    await this.#writer.flush();
    // A text without a file may hold a secret of a launch that is gone.
    const isWritten = files && (await readKnown(files, knowledgeKey(from))) !== undefined;
    this.store(to, this.of(from).peek(), (text) => !isWritten || holdsSecret(text));
  }

  /** Writes everything that is not written yet; resolves when that is over, well or not. */
  async flush(): Promise<void> {
    await Promise.all([
      this.#writer.flush(),
      this.usage?.flush(),
      this.pins.flush(),
      this.figures?.flush(),
    ]);
  }

  /** Pins go first: a host that knows a list without its pins would believe whatever comes next. */
  async #write(): Promise<void> {
    await this.pins.flush();
    const unwritten = [...this.#unwritten];
    this.#unwritten.clear();
    for (const [key, { knowledge, holdsSecret, noteWork }] of unwritten) {
      noteWork?.();
      const text = JSON.stringify(knowledge);
      const items = itemsOf(knowledge);
      const isWithheld = holdsSecret(text) || items.some((item) => this.#withheld.has(item));
      for (const item of isWithheld ? items : [])
        if (holdsSecret(JSON.stringify(item))) this.#withheld.add(item);
      const written = this.files?.write(key, isWithheld ? undefined : text);
      // A disk that refuses costs nothing but memory of the past.
      await written?.catch(() => undefined);
    }
    await this.files?.tidy();
  }

  #entry(key: string): Signal<ServerKnowledge> {
    const known = this.#entries.use(key);
    if (known) return known;
    const entry = signal<ServerKnowledge>({});
    this.#entries.set(key, entry);
    return entry;
  }
}

/** A broken file counts as absent and is removed. */
async function readKnown(files: KnownFiles, key: string): Promise<ServerKnowledge | undefined> {
  try {
    const stored = await files.read(key);
    if (stored === 'broken') await files.write(key, undefined);
    return typeof stored === 'object' ? stored.value : undefined;
  } catch {
    return undefined;
  }
}

function isSame(a: ServerKnowledge, b: ServerKnowledge): boolean {
  const isReached = a.handshake === b.handshake && a.startTook === b.startTook;
  return isReached && a.catalog === b.catalog && a.asksRoots === b.asksRoots;
}

/** A supervisor, and the entry whose launch it was when a server handle acquired it. */
interface Source {
  readonly supervisor: Supervisor;
  readonly by: EntryIdentity;
}

/**
 * The knowledge of one entry, for its server handle. It comes from the supervisor; before there is one, from earlier
 * launches of the same entry. Keeps everything that the supervisor learns.
 */
export class EntryKnowledge implements Disposable {
  readonly #source = signal<Source | undefined>(undefined);
  readonly #known = computed(() => this.servers.of(this.entry.value).value);
  readonly #stops: readonly (() => void)[];

  readonly catalog: ReadonlySignal<Catalog | undefined> = computed(
    () => this.supervisor.value?.catalog.value ?? this.#known.value.catalog,
  );
  /** The definitions of its tools that a person has approved. */
  readonly pins: ReadonlySignal<PinsRead> = computed(
    () => this.servers.pins.of(this.#sourceOfLists()).value,
  );
  readonly #pinsProblem = computed(() => this.pins.value.problem);
  readonly handshake: ReadonlySignal<Handshake | undefined> = computed(
    () => this.supervisor.value?.handshake.value ?? this.#known.value.handshake,
  );

  constructor(
    private readonly servers: KnownServers,
    /** The supervisor that the handle has acquired last. */
    private readonly supervisor: ReadonlySignal<Supervisor | undefined>,
    /** The entry now. Knowledge of a running supervisor still belongs to the entry that it was launched for. */
    private readonly entry: ReadonlySignal<EntryIdentity>,
  ) {
    this.#stops = [
      effect(() => this.#learn()),
      effect(() => this.#notePinsProblem()),
      effect(() => this.#countRuns()),
    ];
  }

  /** The knowledge for a supervisor that begins. */
  get known(): ServerKnowledge {
    return this.#known.peek();
  }

  /**
   * Keeps the knowledge of this supervisor for the entry as it is now. An entry that was only written anew, as where a
   * secret moves to an input, is launched as before: a tool that is held back stays so.
   */
  learnFrom(supervisor: Supervisor): void {
    const by = this.entry.peek();
    const before = this.#source.peek();
    if (before?.supervisor === supervisor)
      this.servers.pins.carry(before.by, by, (text) => supervisor.log.holdsSecret(text));
    this.#source.value = { supervisor, by };
  }

  /** The same connection, recording the use of tools and counting requests. */
  recording(connection: SharedConnection): SharedConnection {
    const { usage, figures } = this.servers;
    const entry = this.entry.peek();
    const noting = usage?.noting(entry, connection) ?? connection;
    const log = this.supervisor.peek()?.log;
    return figures?.counting(entry, noting, (text) => log?.masked(text) ?? text) ?? noting;
  }

  /** The figures of its last days; absent where none are kept. */
  async figures(): Promise<Days | undefined> {
    return this.servers.figures?.of(this.entry.peek());
  }

  /** Forgets them. Rejects where the disk refuses. */
  async clearFigures(): Promise<void> {
    await this.servers.figures?.clear(this.entry.peek());
  }

  /** The last calls of its tools; absent where they are not recorded. */
  async toolUse(): Promise<ToolUse | undefined> {
    const tools = this.catalog.peek()?.tools.map(({ name }) => name) ?? [];
    return this.servers.usage?.of(this.entry.peek(), tools);
  }

  /** The identity of a tool in {@link pins}. */
  identify(tool: Tool): Identity {
    return this.servers.pins.identify(tool);
  }

  /**
   * A person has seen these tools.
   * @throws UserError `toolsChangedMeanwhile` where one is another by now; then none is accepted.
   */
  accept(seen: readonly AcceptedTool[]): void {
    const tools = new Map(this.catalog.peek()?.tools.map((tool) => [tool.name, tool]));
    const same = seen.flatMap(({ name, hash }) => {
      const tool = tools.get(name);
      return tool && canonicalHash(tool) === hash ? [tool] : [];
    });
    if (same.length < seen.length) throw new UserError('toolsChangedMeanwhile');
    const log = this.supervisor.peek()?.log;
    this.servers.pins.accept(
      this.#sourceOfLists(),
      same,
      (text) => log?.holdsSecret(text) ?? false,
    );
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
  }

  /** The entry that the lists belong to; lists of an earlier launch keep their own. */
  #sourceOfLists(): EntryIdentity {
    const source = this.#source.value;
    return source && source.supervisor === this.supervisor.value ? source.by : this.entry.value;
  }

  /** Logs with each launch that it is unknown which tools were seen. */
  #notePinsProblem(): void {
    const [supervisor, problem] = [this.supervisor.value, this.#pinsProblem.value];
    if (problem) untracked(() => supervisor?.log.note('warning', problem));
  }

  #countRuns(): (() => void) | undefined {
    const supervisor = this.supervisor.value;
    const { figures } = this.servers;
    if (!supervisor || !figures) return undefined;
    return untracked(() => figures.follow(this.entry.peek(), supervisor));
  }

  #learn(): void {
    const source = this.#source.value;
    if (!source) return;
    const { supervisor, by } = source;
    const learned = supervisor.knowledge.value;
    // One that only comes up knows less than is kept.
    if (!learned.catalog) return;
    const { catalog } = learned;
    const holdsSecret = (text: string): boolean => supervisor.log.holdsSecret(text);
    untracked(() => {
      this.servers.store(by, learned, holdsSecret, () => supervisor.noteWork());
      this.servers.pins.learn(by, catalog.tools, holdsSecret);
    });
  }
}
