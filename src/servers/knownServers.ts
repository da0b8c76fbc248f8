import { signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import { keyOf, type KnownBy } from './knownBy';
import type { KnownFiles, ServerKnowledge } from './knownFiles';
import { ToolPins } from './toolPins';
import type { ToolUsage } from './toolUsage';

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
  async load(servers: readonly KnownBy[]): Promise<void> {
    const { files } = this;
    this.usage?.watch(servers);
    await this.pins.load(servers);
    const keys = files ? servers.map(keyOf).filter((key) => !this.#entries.has(key)) : [];
    await Promise.all(
      keys.map(async (key) => {
        const knowledge = files && (await readKnown(files, key));
        if (knowledge && !this.#entries.has(key)) this.#entry(key).value = knowledge;
      }),
    );
  }

  /** What is known of a server, now and from now on. */
  of(by: KnownBy): ReadonlySignal<ServerKnowledge> {
    return this.#entry(keyOf(by));
  }

  /** Keeps what was learned; beyond this host only where no text of it `holdsSecret`. `note`: see `Learned`. */
  keep(
    by: KnownBy,
    knowledge: ServerKnowledge,
    holdsSecret: Learned['holdsSecret'],
    note?: Learned['note'],
  ): void {
    const key = keyOf(by);
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
