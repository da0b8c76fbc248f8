import { effect, signal } from '@preact/signals-core';
import { asText, isObject } from '../base/json';
import { BoundedMap, BoundedSet } from '../base/bounded';
import { memo } from '../base/lazy';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { LogLevel } from '../ipc/contract';
import type { ServerNotification } from '../servers/openCalls';
import { isAtOrBelow } from '../base/contains';
import type { Root } from '../ipc/serverRequest';
import type { Requirements } from '../servers/serverClients';
import { defaultLogLevel } from '../protocol/logLevels';
import { metaOf } from '../protocol/meta';
import { type McpObject, emptyCatalog, type Catalog } from '../ipc/state';
import { listNames, type ListName } from '../protocol/lists';
import { isSevere } from './callingClient';
import type { GatewayServer } from './gatewayServer';

/**
 * The subscriptions of one client to a server: its log level, its resources and its roots. They are kept here, because
 * the server gets the union of all clients. Roots count as the client reported them last, until it leaves.
 */
export class ClientSubscriptions implements Disposable {
  readonly #requirements = signal<Requirements>({});
  #server: DisposableStore | undefined;

  constructor(
    private readonly notify: (notification: ServerNotification) => void,
    /** Restricts notifications of tasks and elicitations to the client's own; absent: it gets all. */
    private readonly ids?: SeenIds,
  ) {}

  get level(): LogLevel | undefined {
    return this.#requirements.peek().logLevel;
  }
  get requirements(): Requirements {
    return this.#requirements.peek();
  }

  /** Begins with these, such as those of the same client before. */
  restore(requirements: Requirements): void {
    this.#requirements.value = requirements;
  }

  /** Subscribes to the server that has the id now, in place of the one before. */
  follow(server: Pick<GatewayServer, 'listen' | 'onNotification'>): void {
    this.dispose();
    const store = new DisposableStore();
    this.#server = store;
    store.add(server.listen(this.#requirements));
    store.add(
      server.onNotification((notification) => {
        if (this.accepts(notification)) this.notify(notification);
      }),
    );
  }

  setLevel(logLevel: LogLevel | undefined): void {
    this.#require({ logLevel });
  }

  reportRoots(reportedRoots: readonly Root[]): void {
    this.#require({ reportedRoots });
  }

  /** Watches these resources in place of those before. */
  watch(watched: readonly string[]): void {
    this.#require({ watched });
  }

  subscribe(uris: readonly string[]): void {
    this.watch([...new Set([...this.#watched, ...uris])]);
  }

  unsubscribe(uri: string): void {
    this.watch(this.#watched.filter((other) => other !== uri));
  }

  /** Notes ids in a message that the client receives: a result, params of a request, an error's `data`. */
  noteIds(message: unknown): void {
    for (const early of this.ids?.note(message) ?? []) this.notify(early);
  }

  dispose(): void {
    this.#server?.dispose();
    this.#server = undefined;
  }

  /** True if the client has subscribed to this notification. */
  accepts(notification: ServerNotification): boolean {
    const { method, params } = notification;
    switch (method) {
      case 'notifications/message':
        // However much other clients have the server log.
        return isSevere(params, this.level ?? defaultLogLevel);
      case 'notifications/resources/updated':
        return this.#watches(asText(params['uri']));
      default:
        return this.ids?.concerns(notification) ?? true;
    }
  }

  get #watched(): readonly string[] {
    return this.#requirements.peek().watched ?? [];
  }

  #watches(uri: string): boolean {
    return this.#watched.some((whole) => isAtOrBelow(uri, whole));
  }

  #require(changed: Requirements): void {
    this.#requirements.value = { ...this.#requirements.peek(), ...changed };
  }
}

/** The field of a notification with the id of its task or elicitation. */
const idFields: ReadonlyMap<string, string> = new Map([
  ['notifications/tasks/status', 'taskId'],
  ['notifications/elicitation/complete', 'elicitationId'],
]);
const relatedTask = 'io.modelcontextprotocol/related-task';
/** Ids, and notifications that wait for theirs; the oldest is dropped. */
const maxIds = 1_000;
const maxEarly = 20;

/**
 * The ids of one client's tasks and elicitations, by the messages that it receives. A server sends notifications of them
 * without naming the client (2025-11-25, "Tasks" and "Elicitation").
 */
export class SeenIds {
  readonly #ids = new BoundedSet<string>(maxIds);
  /** The last notification of each unknown id, because it may overtake the result that names the id. */
  readonly #early = new BoundedMap<string, ServerNotification>(maxEarly);

  /** Notes the ids in a message; returns the notifications that have waited for them. */
  note(message: unknown): readonly ServerNotification[] {
    return idsIn(message).flatMap((id) => {
      this.#ids.add(id);
      const early = this.#early.get(id);
      this.#early.delete(id);
      return early ? [early] : [];
    });
  }

  /** True if a notification concerns the client, or everybody. Holds back one of an unknown id. */
  concerns(notification: ServerNotification): boolean {
    const field = idFields.get(notification.method);
    if (field === undefined) return true;
    const id = keyOf(field, notification.params);
    if (id === undefined || this.#ids.has(id)) return true;
    this.#early.set(id, notification);
    return false;
  }
}

function idsIn(message: unknown): readonly string[] {
  if (!isObject(message)) return [];
  const ids: string[] = [];
  const note = (one: unknown): void => {
    if (Array.isArray(one)) return one.forEach(note);
    if (!isObject(one)) return;
    for (const field of idFields.values()) {
      const id = keyOf(field, one);
      if (id !== undefined) ids.push(id);
    }
  };
  const { task, tasks, elicitations } = message;
  note(message);
  [task, metaOf(message)[relatedTask], tasks, elicitations].forEach(note);
  return ids;
}

function keyOf(field: string, { [field]: id }: McpObject): string | undefined {
  return typeof id === 'string' ? `${field} ${id}` : undefined;
}

/** The catalog entries of each list of the protocol. */
const keysOf: Readonly<Record<ListName, readonly (keyof Catalog)[]>> = {
  tools: ['tools'],
  prompts: ['prompts'],
  resources: ['resources', 'resourceTemplates'],
};

/** The catalog that a client of the server may have by now. */
export function knownTo({ catalog, listed = catalog }: GatewayServer): Catalog {
  return listed.peek() ?? emptyCatalog;
}

/** Calls back for each list of a server that has changed since the first server was followed. */
export class CatalogWatch implements Disposable {
  #known: Catalog | undefined;
  #stop: (() => void) | undefined;

  constructor(private readonly onChanged: (list: ListName) => void) {}

  /** Follows the server that has the id now; compares it with the catalog of the one before, at first with `known`. */
  follow(server: GatewayServer, known = knownTo(server)): void {
    this.dispose();
    this.#known ??= known;
    const { catalog, listed = catalog } = server;
    this.#stop = effect(() => this.#compare(listed.value));
  }

  dispose(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #compare(next: Catalog | undefined): void {
    const before = this.#known;
    if (!next || !before || next === before) return;
    this.#known = next;
    for (const list of changedLists(before)(next)) this.onChanged(list);
  }
}

/** The changed lists of two catalogs, compared once for all clients of a server. */
const changedLists = memo((before: Catalog) =>
  memo((next: Catalog) =>
    listNames.filter((list) => keysOf[list].some((key) => !isEqual(before[key], next[key]))),
  ),
);

/** Compares lists whose common items are mostly the same objects. */
function isEqual(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every((item, at) => isSame(item, b[at]));
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
