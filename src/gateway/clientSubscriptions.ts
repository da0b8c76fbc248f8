import { asText, isObject } from '../base/json';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { LogLevel } from '../ipc/requests';
import type { ServerNotification } from '../servers/openCalls';
import { isSevere } from './callingClient';
import type { GatewayServer } from './gatewayServer';
import { isAtOrBelow } from '../base/contains';
import type { ReportedRoots, ServerListener } from '../servers/serverClients';
import { metaOf } from '../protocol/meta';
import { type McpObject, emptyCatalog, type Catalog } from '../ipc/state';
import { effect } from '@preact/signals-core';
import type { ListName } from '../connection/connection';

export type Told = ServerNotification;

/** How much log reaches a client that has named no level, however much others have the server tell. */
const usualLevel: LogLevel = 'info';

/**
 * What one client wants of a server that tells by itself: how much of its log, changes of which resources, and
 * that it knows of other folders.
 */
export class ClientSubscriptions implements Disposable {
  readonly #uris = new Set<string>();
  #level: LogLevel | undefined;
  #moved: ReportedRoots | undefined;
  #server: DisposableStore | undefined;
  #listener: ServerListener | undefined;

  constructor(
    private readonly tell: (told: Told) => void,
    /** Of a client that is told of its own tasks and elicitations alone. */
    private readonly seen?: SeenIds,
  ) {}

  get level(): LogLevel | undefined {
    return this.#level;
  }

  /** Goes over to the server that stands for the id now; what is wanted stays. */
  follow(server: GatewayServer): void {
    this.dispose();
    const store = new DisposableStore();
    this.#server = store;
    this.#listener = store.add(server.listen());
    store.add(
      server.onNotification((told) => {
        if (this.wants(told)) this.tell(told);
      }),
    );
    if (this.#level) this.#listener.setLogLevel(this.#level);
    if (this.#uris.size > 0) this.#listener.watchResources(new Set(this.#uris));
    if (this.#moved) this.#listener.reportRoots(this.#moved);
  }

  setLevel(level: LogLevel): void {
    this.#level = level;
    this.#listener?.setLogLevel(level);
  }

  moveTo(moved: ReportedRoots): void {
    this.#moved = moved;
    this.#listener?.reportRoots(moved);
  }

  subscribe(uris: Iterable<string>): void {
    for (const uri of uris) this.#uris.add(uri);
    this.#listener?.watchResources(new Set(this.#uris));
  }

  unsubscribe(uri: string): void {
    if (this.#uris.delete(uri)) this.#listener?.watchResources(new Set(this.#uris));
  }

  /** What the client was told (a result, a question, an error's `data`), which may name what is its own. */
  saw(told: unknown): void {
    for (const early of this.seen?.note(told) ?? []) this.tell(early);
  }

  dispose(): void {
    this.#server?.dispose();
    this.#server = undefined;
    this.#listener = undefined;
  }

  /** Whether the client wants to be told this. */
  wants(told: ServerNotification): boolean {
    const { method, params } = told;
    switch (method) {
      case 'notifications/message':
        return isSevere(params, this.#level ?? usualLevel);
      case 'notifications/resources/updated':
        return this.#watches(asText(params['uri']));
      default:
        return this.seen?.concerns(told) ?? true;
    }
  }

  #watches(uri: string): boolean {
    return [...this.#uris].some((whole) => isAtOrBelow(uri, whole));
  }
}

/** Which field of a notification says whose it is. */
const idFields: ReadonlyMap<string, string> = new Map([
  ['notifications/tasks/status', 'taskId'],
  ['notifications/elicitation/complete', 'elicitationId'],
]);
const relatedTask = 'io.modelcontextprotocol/related-task';
/** Ids that are kept, and notifications that wait for theirs; the oldest goes. */
const mostIds = 1_000;
const mostEarly = 20;

/**
 * The tasks and elicitations that one client has to do with, by what it was told: a server tells of them
 * without saying whom it concerns (2025-11-25, "Tasks" and "Elicitation").
 */
export class SeenIds {
  readonly #ids = new Set<string>();
  /** The last that was told of an id that nobody has named yet: it may overtake the result that does. */
  readonly #early = new Map<string, ServerNotification>();

  /** Takes note of a result, of the params of a question or of the `data` of an error; gives what is told late. */
  note(told: unknown): readonly ServerNotification[] {
    return idsIn(told).flatMap((id) => {
      this.#ids.delete(id);
      this.#ids.add(id);
      shorten(this.#ids, mostIds);
      const early = this.#early.get(id);
      this.#early.delete(id);
      return early ? [early] : [];
    });
  }

  /** Whether a notification concerns the client, or everybody; what may yet turn out to is kept. */
  concerns(told: ServerNotification): boolean {
    const field = idFields.get(told.method);
    if (field === undefined) return true;
    const id = keyOf(field, told.params);
    if (id === undefined || this.#ids.has(id)) return true;
    this.#early.set(id, told);
    shorten(this.#early, mostEarly);
    return false;
  }
}

function idsIn(told: unknown): readonly string[] {
  if (!isObject(told)) return [];
  const { task, tasks, elicitations } = told;
  const parts = [told, task, metaOf(told)[relatedTask], tasks, elicitations].flat();
  return parts
    .filter(isObject)
    .flatMap((part) =>
      Array.from(idFields.values(), (field) => keyOf(field, part)).filter((id) => id !== undefined),
    );
}

function keyOf(field: string, part: McpObject): string | undefined {
  const { [field]: id } = part;
  return typeof id === 'string' ? `${field} ${id}` : undefined;
}

function shorten(kept: Set<string> | Map<string, unknown>, most: number): void {
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size > most) kept.delete(oldest);
}

/** Which catalog entries belong to which list of the protocol. */
const partsOf: Readonly<Record<ListName, readonly (keyof Catalog)[]>> = {
  tools: ['tools'],
  prompts: ['prompts'],
  resources: ['resources', 'resourceTemplates'],
};

export const watchedLists = Object.keys(partsOf) as readonly ListName[];

/** Tells which lists of a server have changed since it was first followed; an unknown one has empty lists. */
export class CatalogWatch implements Disposable {
  #known: Catalog | undefined;
  #stop: (() => void) | undefined;

  constructor(private readonly onChanged: (list: ListName) => void) {}

  /** Goes over to the server that stands for the id now; what was known before stays compared. */
  follow(server: GatewayServer): void {
    this.dispose();
    this.#known ??= server.catalog.peek() ?? emptyCatalog;
    this.#stop = effect(() => this.#compare(server.catalog.value));
  }

  dispose(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #compare(next: Catalog | undefined): void {
    const before = this.#known;
    if (!next || !before || next === before) return;
    this.#known = next;
    for (const list of changedLists(before, next)) this.onChanged(list);
  }
}

/** By the catalog before and the one after: all who watch a server compare the same ones. */
const compared = new WeakMap<Catalog, WeakMap<Catalog, readonly ListName[]>>();

function changedLists(before: Catalog, next: Catalog): readonly ListName[] {
  const after = compared.get(before) ?? new WeakMap<Catalog, readonly ListName[]>();
  compared.set(before, after);
  const changed =
    after.get(next) ??
    watchedLists.filter((list) => partsOf[list].some((part) => !isEqual(before[part], next[part])));
  after.set(next, changed);
  return changed;
}

/** What two lists have in common is mostly the same object. */
function isEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every((item, at) => isSame(item, b[at]));
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
