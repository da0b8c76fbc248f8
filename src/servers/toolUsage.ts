import { createHmac, type KeyObject } from 'node:crypto';
import { DelayedWriter } from '../base/delayedWriter';
import { alone } from '../base/fileLock';
import type { ToolUse } from '../ipc/state';
import { readNumbers, writeNumbers } from '../base/privateFile';
import type { SharedConnection } from './openCalls';

/** The identity of a server here: it stays when its entry changes. */
export interface UsedBy {
  readonly name: string;
  readonly file?: string | undefined;
}

/** Milliseconds in which all uses are written at once. */
const writeDelayMs = 60_000;
/** Milliseconds within which another use of a tool is not recorded. */
const resolution = 3_600_000;
/** Servers and tools in the file: some 1 MB. */
const maxEntries = 20_000;

/**
 * Records the last call of each tool, by any client, and since when that is recorded. One file of
 * the data folder has it, under keyed hashes that say nothing of servers and tools. Times are epoch milliseconds.
 */
export class ToolUsage {
  /** The times of this host, by keys before they are hashed. */
  readonly #noted = new Map<string, number>();
  readonly #unwritten = new Set<string>();
  readonly #writer = new DelayedWriter(writeDelayMs, () => this.#write());

  constructor(
    private readonly file: string,
    private readonly key: () => Promise<KeyObject>,
    private readonly now = Date.now,
  ) {}

  /** Records the use of these servers from now on, unless it did before. */
  watch(servers: readonly UsedBy[]): void {
    for (const server of servers) {
      const key = keyOf(server);
      if (!this.#noted.has(key)) this.#note(key);
    }
  }

  /** The same connection, recording the tools that are called over it. */
  noting(server: UsedBy, connection: SharedConnection): SharedConnection {
    return {
      ...connection,
      request: (method, params, options) => {
        const answered = connection.request(method, params, options);
        const { name } = params;
        // Mostly the call has gone by now.
        if (method === 'tools/call' && typeof name === 'string') this.called(server, name);
        return answered;
      },
    };
  }

  called(server: UsedBy, tool: string): void {
    const key = keyOf(server, tool);
    const last = this.#noted.get(key);
    if (last === undefined || this.now() - last >= resolution) this.#note(key);
  }

  /** The last calls of some tools. */
  async of(server: UsedBy, tools: readonly string[]): Promise<ToolUse> {
    const [stored, hash] = await Promise.all([this.#read(), this.#hasher()]);
    const timeOf = (key: string): number | undefined =>
      merged(key, hash && stored.get(hash(key)), this.#noted.get(key));
    const calls = tools.flatMap((tool) => {
      const time = timeOf(keyOf(server, tool));
      return time === undefined ? [] : [[tool, time] as const];
    });
    return { since: timeOf(keyOf(server)) ?? this.now(), calls: Object.fromEntries(calls) };
  }

  /** Writes everything that is not written yet; resolves when that is over, well or not. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  #note(key: string): void {
    this.#noted.set(key, this.now());
    this.#unwritten.add(key);
    this.#writer.schedule();
  }

  /** Rejects where another host writes for too long, so that the next write tries again. */
  async #write(): Promise<void> {
    const hash = await this.#hasher();
    if (!hash) throw new Error('There is no key.');
    if (this.#unwritten.size > 0) await alone(`${this.file}.lock`, () => this.#merge(hash));
  }

  /** Merges our times into the file, because hosts of other builds write it as well. */
  async #merge(hash: (text: string) => string): Promise<void> {
    const stored = await this.#read();
    let isNew = false;
    for (const key of this.#unwritten) {
      const [name, known] = [hash(key), stored.get(hash(key))];
      const time = merged(key, known, this.#noted.get(key));
      if (time === undefined || time === known) continue;
      stored.set(name, time);
      isNew = true;
    }
    this.#unwritten.clear();
    if (!isNew) return;
    const latest = [...stored].toSorted(([, one], [, other]) => one - other).slice(-maxEntries);
    try {
      await writeNumbers(this.file, latest);
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

/** A server's own key stands for the time since when its use is recorded. */
function keyOf({ name, file }: UsedBy, tool?: string): string {
  return JSON.stringify(tool === undefined ? [name, file] : [name, file, tool]);
}

/** The later of two times, but the earlier where recording began. */
function merged(key: string, one: number | undefined, other: number | undefined) {
  if (one === undefined || other === undefined) return one ?? other;
  const isOfServer = (JSON.parse(key) as unknown[]).length === 2;
  return isOfServer ? Math.min(one, other) : Math.max(one, other);
}
