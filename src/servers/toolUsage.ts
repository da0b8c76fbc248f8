import { createHmac, type KeyObject } from 'node:crypto';
import type { ToolUse } from '../ipc/toolUse';
import type { SharedConnection } from './openCalls';
import { readNumbers, writeNumbers } from '../base/privateFile';

/** A server as its use is known: also where its entry is another one by now. */
export interface UsedBy {
  readonly name: string;
  readonly file?: string | undefined;
}

/** Milliseconds in which what was used is written at once. */
const restBetweenWrites = 60_000;
/** Milliseconds within which another use of a tool tells nothing new. */
const resolution = 3_600_000;
/** Servers and tools of which the file tells: some 1 MB. */
const mostKept = 20_000;

/**
 * When the tools of servers were called last, by whomever, and since when that is watched; in one file of
 * the data folder, under keyed hashes that tell nothing of servers and tools. Times are epoch milliseconds.
 */
export class ToolUsage {
  /** What this host has noted, by its key before it is hashed. */
  readonly #noted = new Map<string, number>();
  readonly #unwritten = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: string,
    private readonly key: () => Promise<KeyObject>,
    private readonly now = Date.now,
  ) {}

  /** These servers are watched from now on, unless they were before. */
  watch(servers: readonly UsedBy[]): void {
    for (const server of servers) {
      const key = keyOf(server);
      if (!this.#noted.has(key)) this.#note(key);
    }
  }

  /** The same connection, noting the tools that are called over it. */
  noting(server: UsedBy, connection: SharedConnection): SharedConnection {
    return {
      ...connection,
      request: (method, params, options) => {
        const { name } = params;
        if (method === 'tools/call' && typeof name === 'string') this.called(server, name);
        return connection.request(method, params, options);
      },
    };
  }

  /** A tool is called. */
  called(server: UsedBy, tool: string): void {
    const key = keyOf(server, tool);
    const last = this.#noted.get(key);
    if (last === undefined || this.now() - last >= resolution) this.#note(key);
  }

  /** What is known of the use of some tools. */
  async of(server: UsedBy, tools: readonly string[]): Promise<ToolUse> {
    const [kept, hash] = await Promise.all([this.#read(), this.#hasher()]);
    const timeOf = (key: string): number | undefined =>
      merged(key, hash && kept.get(hash(key)), this.#noted.get(key));
    const calls = tools.flatMap((tool) => {
      const time = timeOf(keyOf(server, tool));
      return time === undefined ? [] : [[tool, time] as const];
    });
    return { since: timeOf(keyOf(server)) ?? this.now(), calls: Object.fromEntries(calls) };
  }

  /** Writes what is not written yet; resolves when that is over, well or not. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  #note(key: string): void {
    this.#noted.set(key, this.now());
    this.#unwritten.add(key);
    this.#timer ??= setTimeout(() => void this.flush(), restBetweenWrites).unref();
  }

  /** Hosts of other builds write the same file: what they know is kept. */
  async #write(): Promise<void> {
    const hash = await this.#hasher();
    if (!hash || this.#unwritten.size === 0) return;
    const kept = await this.#read();
    let isNew = false;
    for (const key of this.#unwritten) {
      const [name, known] = [hash(key), kept.get(hash(key))];
      const time = merged(key, known, this.#noted.get(key));
      if (time === undefined || time === known) continue;
      kept.set(name, time);
      isNew = true;
    }
    this.#unwritten.clear();
    if (!isNew) return;
    const latest = [...kept].toSorted(([, one], [, other]) => one - other).slice(-mostKept);
    try {
      await writeNumbers(this.file, latest, 0o700);
    } catch {
      // A disk that refuses costs advice.
    }
  }

  #read(): Promise<Map<string, number>> {
    return readNumbers(this.file, Number.isFinite);
  }

  async #hasher(): Promise<((text: string) => string) | undefined> {
    const key = await this.key().catch(() => undefined);
    return (
      key && ((text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22))
    );
  }
}

/** A server's own key stands for the time since when it is watched. */
function keyOf({ name, file }: UsedBy, tool?: string): string {
  return JSON.stringify(tool === undefined ? [name, file] : [name, file, tool]);
}

/** Of two times the later one, but the earlier where watching began. */
function merged(key: string, one: number | undefined, other: number | undefined) {
  if (one === undefined || other === undefined) return one ?? other;
  const isOfServer = (JSON.parse(key) as unknown[]).length === 2;
  return isOfServer ? Math.min(one, other) : Math.max(one, other);
}
