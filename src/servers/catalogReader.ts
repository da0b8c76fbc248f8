import { setTimeout as delay } from 'node:timers/promises';
import { signal, type ReadonlySignal } from '@preact/signals-core';
import { Aborter } from '../base/abort';
import { reasonOf, type Reason } from '../base/errors';
import { forEachYielding } from '../base/forEachYielding';
import { canonicalJson } from '../base/json';
import type { Connection } from '../connection/connection';
import { canonicalHash } from '../ipc/canonicalHash';
import type { BreakingChange, Catalog, CatalogChange, Tool } from '../ipc/state';
import { scan } from '../tools/scan/scan';
import { namedTools } from '../tools/scan/shadowing';
import { breakingChanges } from '../tools/schema/breakingChanges';
import type { ServerEvent } from './transition';

/** Milliseconds from one read to the next: some servers notify of a change whenever they are read. */
const restBetweenReads = 250;
/** The longest rest; it doubles with each read that finds nothing new. */
const longestRest = 10_000;
/** The same while reads fail, which are tried again by then anyway. */
const longestRestOfFailures = 2_000;
/** Milliseconds until lists that failed are read again. */
const retries: readonly number[] = [2_000, 10_000, 60_000];
/** The same after these, each time, while the server is degraded. */
const laterRetries = 300_000;

/**
 * Keeps the catalog of a server. It reads all lists after a start, and again on every notified change. Changes during
 * a read cause one further read. Old lists stay where a read fails, and are read again. What stayed equal, all of it or
 * an item, stays the same object, so that nobody computes it again or tells clients again.
 */
export class CatalogReader {
  readonly #catalog = signal<Catalog | undefined>(undefined);
  readonly #change = signal<CatalogChange | undefined>(undefined);
  #areWhole = false;
  /** Aborted by {@link wake}; one for each read with its rest. */
  #awake = new Aborter();

  constructor(
    /** Milliseconds for one list request without an answer; asked for each read. */
    private readonly timeout: () => number,
    known: Catalog | undefined,
    private readonly apply: (event: ServerEvent) => void,
    /** Called before an item is worked on. */
    private readonly noteWork: () => void = () => undefined,
  ) {
    this.#catalog.value = known;
  }

  get catalog(): ReadonlySignal<Catalog | undefined> {
    return this.#catalog;
  }

  /** True if the catalog was read and no change was notified since. */
  get areWhole(): boolean {
    return this.#areWhole;
  }

  /** The difference between the first lists of a connection and the lists known before it. */
  get change(): ReadonlySignal<CatalogChange | undefined> {
    return this.#change;
  }

  /** Forgets the change, because a person has taken note of it. */
  forgetChange(): void {
    this.#change.value = undefined;
  }

  /** Ends a long rest, because a call has ended, which may have changed the lists. */
  wake(): void {
    this.#awake.abort();
  }

  /**
   * Reads the lists of a new connection, which is then running, or degraded with the reason. Reads them
   * again on every change that it notifies, until `signal` aborts. Resolves after the first read, with the
   * difference to the lists that were known before.
   */
  async attach(connection: Connection, signal: AbortSignal): Promise<CatalogChange | undefined> {
    let reading = true;
    let changed = false;
    let failures = 0;
    let isRead = false;
    let retry: NodeJS.Timeout | undefined;
    const known = this.#catalog.peek();
    this.#areWhole = false;
    const again = (): void => {
      changed = true;
      this.#areWhole = false;
      if (reading) return;
      reading = true;
      void follow();
    };
    const read = async (): Promise<void> => {
      clearTimeout(retry);
      const catalog = await this.#read(connection, signal);
      isRead = catalog !== undefined;
      this.#areWhole = isRead && !changed;
      const isComplete = catalog && !catalog.dropped.some(({ unread }) => unread);
      failures = isComplete ? 0 : failures + 1;
      const pause = retries[failures - 1] ?? (isRead ? undefined : laterRetries);
      if (pause !== undefined && !signal.aborted) retry = setTimeout(again, pause);
    };
    const follow = async (): Promise<void> => {
      let rest = restBetweenReads;
      while (changed && !signal.aborted) {
        changed = false;
        const awake = (this.#awake = new Aborter());
        const before = this.#catalog.peek();
        // A listener may fail; the next change is read all the same.
        await read().catch(() => undefined);
        if (this.#catalog.peek() !== before) rest = restBetweenReads;
        await delay(restBetweenReads, undefined, { signal }).catch(() => undefined);
        const more = rest - restBetweenReads;
        await delay(more, undefined, { signal: awake.signal }).catch(() => undefined);
        rest = Math.min(2 * rest, isRead ? longestRest : longestRestOfFailures);
      }
      reading = false;
    };
    const subscription = connection.onListChanged(again);
    const leave = (): void => {
      subscription.dispose();
      clearTimeout(retry);
      this.wake();
    };
    signal.addEventListener('abort', leave, { once: true });
    await read();
    void follow();
    return signal.aborted ? undefined : this.#compare(known);
  }

  #compare(known: Catalog | undefined): CatalogChange | undefined {
    const catalog = this.#catalog.peek();
    if (!known || !catalog || catalog === known) return undefined;
    const change = catalogChangeOf(known, catalog);
    if (change) this.#change.value = change;
    return change;
  }

  /** The catalog that was read; `undefined` if that failed. */
  async #read(connection: Connection, signal: AbortSignal): Promise<Catalog | undefined> {
    if (signal.aborted) return undefined;
    try {
      const known = this.#catalog.peek();
      const catalog = await connection.readCatalog({ signal, idleTimeout: this.timeout(), known });
      await readAhead(catalog, signal, this.noteWork);
      if (signal.aborted) return undefined;
      this.#catalog.value = catalog;
      this.apply({ kind: 'ready', at: Date.now() });
      return catalog;
    } catch (error) {
      if (signal.aborted) return undefined;
      const what = { code: 'listFailed', cause: reasonOf(error) };
      this.apply({ kind: 'degraded', at: Date.now(), what });
      return undefined;
    }
  }
}

/**
 * Computes in turns the scans and hashes of each item. All server handles need them at once, and find them computed
 * for the same object. `noteWork` is called before each item.
 */
async function readAhead(
  { tools, prompts, resources, resourceTemplates }: Catalog,
  signal: AbortSignal,
  noteWork: () => void,
): Promise<void> {
  const readItem = (item: object): void => {
    noteWork();
    scan(item);
  };
  await forEachYielding([...prompts, ...resources, ...resourceTemplates], readItem, signal);
  const readTool = (tool: Tool): void => {
    readItem(tool);
    namedTools(tool);
    canonicalHash(tool);
  };
  await forEachYielding(tools, readTool, signal);
}

/** Breaking changes that are told of; a server that breaks more has become another. */
const mostBreaking = 200;

/** The tools that differ between two catalogs; `undefined` if there are none. */
export function catalogChangeOf(before: Catalog, after: Catalog): CatalogChange | undefined {
  const [old, now] = [byName(before.tools), byName(after.tools)];
  const added: string[] = [];
  const changed: string[] = [];
  const breaking: BreakingChange[] = [];
  for (const [tool, definition] of now) {
    const known = old.get(tool);
    if (known === undefined) added.push(tool);
    else if (canonicalJson(known) !== canonicalJson(definition)) {
      changed.push(tool);
      breaking.push(...breakingChanges(known, definition).map((change) => ({ tool, ...change })));
    }
  }
  const removed = [...old.keys()].filter((name) => !now.has(name));
  return unlessEmpty({ added, removed, changed, breaking: breaking.slice(0, mostBreaking) });
}

/** The change, or `undefined` where it names no tool. */
export function unlessEmpty(change: CatalogChange): CatalogChange | undefined {
  return Object.values(change).some((names) => names.length > 0) ? change : undefined;
}

/** Names of tools in a log entry: enough to recognise the change. */
const namesInLog = 10;

/** The log entry of a change: how many tools, and the first of their names. */
export function changeReason({ added, removed, changed }: CatalogChange): Reason {
  const names = [...added, ...removed, ...changed].slice(0, namesInLog);
  const args = { added: added.length, removed: removed.length, changed: changed.length, names };
  return { code: 'catalogChanged', args };
}

function byName(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}
