import { createHash } from 'node:crypto';
import { effect, signal, type ReadonlySignal } from '@preact/signals-core';
import { BoundedMap } from '../../base/bounded';
import { DelayedWriter } from '../../base/delayedWriter';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { forEachYielding } from '../../base/forEachYielding';
import { ownValue } from '../../base/json';
import { readNumbers, writeNumbers } from '../../base/privateFile';
import { Sequencer } from '../../base/sequencer';
import { publicName } from '../../protocol/publicNames';
import { modelTool } from '../../tools/schema/modelTool';
import type { Tool } from '../../ipc/state';
import type { Workspace } from '../workspace';
import type { ServerEntry } from '../configuredServers';
import type { TokenCounter } from './tokenCounter';

/** Tokens by server id and the tool's own name. A server is absent until all its tools are counted. */
export type ToolCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Milliseconds from a change to the count, so that servers that come up together are counted together. */
const defaultRest = 500;

/** The input of one server's count. */
interface Counted {
  readonly name: string;
  readonly tools: readonly Tool[];
  readonly descriptions: Readonly<Record<string, string>>;
}

/** Counts the tokens of all servers' tools in the background. */
export class ToolTokens implements Disposable {
  readonly #store = new DisposableStore();
  readonly #counts = signal<ToolCounts>(new Map());
  readonly #uncounted = signal(false);
  readonly counts: ReadonlySignal<ToolCounts> = this.#counts;
  /** True if this editor cannot count. */
  readonly uncounted: ReadonlySignal<boolean> = this.#uncounted;
  readonly #runs = new Sequencer();
  readonly #ending = new AbortController();
  #done = new Map<string, Counted>();
  #wanted: ReadonlyMap<string, Counted> = new Map();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly workspace: Pick<Workspace, 'entries' | 'host'>,
    private readonly counter: TokenCounter,
    private readonly cache: ToolTokenCache,
    private readonly rest = defaultRest,
  ) {
    this.#store.add(() => clearTimeout(this.#timer));
    this.#store.add(() => this.#ending.abort());
    this.#store.add(effect(() => this.#follow()));
  }

  /** The tokens of a tool if it were described so; `undefined` where this editor cannot count. */
  async measure(
    server: string,
    tool: Tool,
    description: string | undefined,
    aborted: AbortSignal,
  ): Promise<number | undefined> {
    const text = modelText(server, tool, description);
    const [tokens] = (await this.counter.count([text], aborted)) ?? [];
    return tokens;
  }

  dispose(): void {
    this.#store.dispose();
  }

  #follow(): void {
    this.#wanted = new Map(
      Array.from(this.workspace.entries.value.values()).flatMap((entry) => this.#countedOf(entry)),
    );
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#runs.run(() => this.#count(this.#wanted)).catch(ignoreEnd);
    }, this.rest);
  }

  #countedOf({ definition, runBy, inactiveReason, effective }: ServerEntry): [string, Counted][] {
    const { id, name } = definition;
    const tools = this.workspace.host.catalog(id).value?.tools;
    if (!tools || runBy === 'vscode' || inactiveReason) return [];
    return [[id, { name, tools, descriptions: effective.settings.descriptions }]];
  }

  async #count(wanted: ReadonlyMap<string, Counted>): Promise<void> {
    const gone = [...this.#done.keys()].filter((id) => !wanted.has(id));
    if (gone.length > 0) this.#publish(gone.map((id) => [id, undefined]));
    for (const id of gone) this.#done.delete(id);
    for (const [id, server] of wanted) {
      if (isSame(server, this.#done.get(id))) continue;
      const counts = await this.#countServer(server);
      if (!counts) {
        this.#uncounted.value = true;
        return;
      }
      this.#done.set(id, server);
      this.#publish([[id, counts]]);
    }
  }

  async #countServer(server: Counted): Promise<ReadonlyMap<string, number> | undefined> {
    await this.cache.load();
    const aborted = this.#ending.signal;
    const counts = new Map<string, number>();
    const fresh: { readonly name: string; readonly text: string }[] = [];
    const add = (tool: Tool): void => {
      const { name } = tool;
      const text = modelText(server.name, tool, ownValue(server.descriptions, name));
      const known = this.cache.get(text);
      if (known === undefined) fresh.push({ name, text });
      else counts.set(name, known);
    };
    await forEachYielding(server.tools, add, aborted);
    if (fresh.length === 0) return counts;
    const texts = fresh.map(({ text }) => text);
    const counted = await this.counter.count(texts, aborted);
    counted?.forEach((tokens, at) => {
      const { name = '', text = '' } = fresh[at] ?? {};
      counts.set(name, tokens);
      this.cache.set(text, tokens);
    });
    return counted && counts;
  }

  #publish(changes: readonly (readonly [string, ReadonlyMap<string, number> | undefined])[]): void {
    const counts = new Map(this.#counts.peek());
    for (const [id, ofServer] of changes) {
      if (ofServer) counts.set(id, ofServer);
      else counts.delete(id);
    }
    this.#counts.value = counts;
  }
}

/**
 * The text of a tool for a model: its name in chat, its description and its input schema. Providers send it in
 * different forms; the text is common to all.
 */
function modelText(server: string, tool: Tool, described: string | undefined): string {
  const { name, description, inputSchema } = modelTool(tool).tool;
  const label = server.toLowerCase().replaceAll(/[^a-z0-9_.-]+/g, '_');
  return JSON.stringify({
    // The editor uses 13 characters of the server's name.
    name: `mcp_${label.slice(0, 13)}_${publicName(name)}`,
    description: described ?? description,
    inputSchema,
  });
}

function isSame(server: Counted, before: Counted | undefined): boolean {
  return (
    server.name === before?.name &&
    server.tools === before.tools &&
    server.descriptions === before.descriptions
  );
}

function ignoreEnd(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error;
}

/** Texts in the cache: some 500 KB. */
const defaultBound = 20_000;
/** Milliseconds from a count to the write. */
const writeDelay = 2_000;

/**
 * Token counts of this and other windows, by the hash of the text, in a private file. A disk that refuses costs
 * nothing but counting again.
 */
export class ToolTokenCache implements Disposable {
  /** The last used one comes last. */
  #counts: BoundedMap<string, number>;
  readonly #writer = new DelayedWriter(writeDelay, () => this.#write());
  #loading: Promise<void> | undefined;

  constructor(
    private readonly file: string,
    private readonly bound = defaultBound,
  ) {
    this.#counts = new BoundedMap(bound);
  }

  /** Reads the file, once. */
  load(): Promise<void> {
    this.#loading ??= this.#read().then((stored) => {
      const own = this.#counts;
      this.#counts = new BoundedMap(this.bound);
      for (const [key, count] of [...stored, ...own]) this.#counts.set(key, count);
    });
    return this.#loading;
  }

  get(text: string): number | undefined {
    return this.#counts.use(keyOf(text));
  }

  /** Adds a count; the file has it a moment later. */
  set(text: string, count: number): void {
    this.#counts.set(keyOf(text), count);
    this.#writer.schedule();
  }

  /** Writes new counts at once; resolves when that is over, well or not. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  dispose(): void {
    this.#writer.dispose();
  }

  #read(): Promise<Map<string, number>> {
    return readNumbers(this.file, Number.isSafeInteger);
  }

  /** Merges with the counts that other windows have written. */
  async #write(): Promise<void> {
    const stored = await this.#read();
    for (const key of this.#counts.keys()) stored.delete(key);
    await writeNumbers(this.file, [...stored, ...this.#counts].slice(-this.bound));
  }
}

/** A key that begins with letters, because an object would put a key of digits before all others. */
function keyOf(text: string): string {
  return `t${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`;
}
