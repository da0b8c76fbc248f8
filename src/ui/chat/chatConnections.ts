import { effect, signal, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../../base/disposable';
import type { Reason } from '../../base/errors';
import type { ServerSnapshot } from '../../ipc/state';
import type { ChatDefinition } from './chatDefinitions';

/** A published definition. VS Code ends the session of another version; the host reports each session's version. */
type PublishedDefinition = Pick<ChatDefinition, 'serverId' | 'label' | 'version'>;

/**
 * VS Code's commands to connect. VS Code ignores a label that it does not know yet, and a start of a running server.
 */
interface ChatEditor {
  start(label: string): void;
  restart(label: string): void;
}

/** Facts that decide which servers chat is connected to. */
interface ConnectionContext {
  readonly definitions: ReadonlySignal<readonly PublishedDefinition[]>;
  /** By server id, with what the host knows of the chat's session. */
  readonly servers: ReadonlySignal<ReadonlyMap<string, ServerSnapshot>>;
  /** Reason why chat can use none of them; `undefined` if it can. */
  readonly closed: ReadonlySignal<Reason | undefined>;
  readonly editor: ChatEditor;
  /** Called when chat has connected to a server. */
  readonly onConnected?: () => void;
}

/**
 * Milliseconds before each start; the last pause repeats. The first pauses are short, because VS Code does not tell
 * when it has read a definition.
 */
const pauses = [100, 150, 250, 400, 650, 1_000, 1_700, 2_700, 4_500, 7_500, 12_000, 20_000, 30_000];
/** Starts after which the tree shows that chat is not connected: about four seconds. */
const startsUntilReported = 6;

/**
 * Keeps VS Code's chat connected to every published definition. VS Code itself starts them with a chat message at
 * best, and a failed one never again. The host's record of chat's sessions shows which connection is missing. A server
 * that a person stopped in VS Code stays stopped; VS Code still offers its tools from a cache.
 */
export class ChatConnections implements Disposable {
  readonly #absent = signal<ReadonlyMap<string, Reason>>(new Map());
  readonly #connections = new Map<string, ChatConnection>();
  readonly #store = new DisposableStore();

  /** By server id, why chat has no connection to a server. */
  readonly absent: ReadonlySignal<ReadonlyMap<string, Reason>> = this.#absent;

  constructor(private readonly context: ConnectionContext) {
    const { definitions, servers, closed } = context;
    this.#store.add(() => {
      for (const connection of this.#connections.values()) connection.dispose();
    });
    this.#store.add(
      effect(() => {
        const isOpen = closed.value === undefined;
        this.#follow(definitions.value, servers.value, isOpen);
      }),
    );
  }

  /** Connects chat to a server also where a person stopped it in VS Code; a gesture. */
  start(serverId: string): void {
    this.#connections.get(serverId)?.begin();
    this.#publish();
  }

  dispose(): void {
    this.#store.dispose();
  }

  #follow(
    definitions: readonly PublishedDefinition[],
    servers: ReadonlyMap<string, ServerSnapshot>,
    isOpen: boolean,
  ): void {
    const published = new Set(definitions.map(({ serverId }) => serverId));
    for (const [id, connection] of this.#connections) {
      if (isOpen && published.has(id)) continue;
      connection.dispose();
      this.#connections.delete(id);
    }
    for (const definition of isOpen ? definitions : []) {
      const { serverId } = definition;
      const known = this.#connections.get(serverId);
      const connection = known ?? new ChatConnection(this.context, () => this.#publish());
      this.#connections.set(serverId, connection);
      connection.follow(definition, servers.get(serverId));
    }
    this.#publish();
  }

  #publish(): void {
    const { servers, closed } = this.context;
    const reason = closed.peek();
    const absent = new Map<string, Reason>();
    for (const id of servers.peek().keys()) {
      const why = reason ?? this.#connections.get(id)?.absent;
      if (why) absent.set(id, why);
    }
    const before = this.#absent.peek();
    const isSame = [...absent].every(([id, { code }]) => before.get(id)?.code === code);
    if (!isSame || before.size !== absent.size) this.#absent.value = absent;
  }
}

/** The connection of chat to one server. */
class ChatConnection implements Disposable {
  #definition: PublishedDefinition | undefined;
  #snapshot: ServerSnapshot | undefined;
  /** Sessions up to this count are about to end. */
  #outdated = 0;
  #phase: 'connecting' | 'connected' | 'stopped' = 'connecting';
  #starts = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly context: Pick<ConnectionContext, 'editor' | 'onConnected'>,
    private readonly changed: () => void,
  ) {}

  /** Reason why chat is not connected; absent while it may still take its time. */
  get absent(): Reason | undefined {
    if (this.#phase === 'stopped') return { code: 'chatStopped' };
    const isLate = this.#phase === 'connecting' && this.#starts > startsUntilReported;
    return isLate ? { code: 'chatNotConnected' } : undefined;
  }

  /** Takes the definition as it is published now, and what the host says of its server. */
  follow(definition: PublishedDefinition, snapshot: ServerSnapshot | undefined): void {
    const isAnother = definition.version !== this.#definition?.version;
    const isFirst = this.#definition === undefined;
    this.#definition = definition;
    this.#snapshot = snapshot;
    // The first one may be taken up from the window's last life.
    if (isAnother && !isFirst) return this.begin();
    this.#judge();
  }

  /** Connects anew, whatever became of the last session. */
  begin(): void {
    this.#outdated = this.#count;
    this.#connect();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  get #count(): number {
    return this.#snapshot?.chat?.count ?? 0;
  }

  #judge(): void {
    const { chat, handshake } = this.#snapshot ?? {};
    // Another host counts from the beginning.
    this.#outdated = Math.min(this.#outdated, this.#count);
    // One by a definition before this one may still open, and VS Code ends it soon.
    const isCurrent =
      this.#count > this.#outdated && chat?.definition === this.#definition?.version;
    if (chat?.kind === 'open' && isCurrent) {
      const greeting = handshake?.instructions ?? handshake?.serverInfo['icons'];
      if (!chat.greeted && greeting !== undefined) return this.#reconnect();
      return this.#connected();
    }
    // A session that ends without a word is not a person's doing.
    if (this.#phase === 'connected' && chat?.kind === 'ended' && isCurrent) {
      this.#phase = 'stopped';
    }
    if (this.#phase === 'connected') this.#connect();
    else if (this.#phase === 'connecting' && !this.#timer) this.#next();
  }

  #connected(): void {
    const isNew = this.#phase !== 'connected';
    this.dispose();
    this.#phase = 'connected';
    if (isNew) this.context.onConnected?.();
  }

  #connect(): void {
    this.dispose();
    this.#phase = 'connecting';
    this.#starts = 0;
    this.#next();
  }

  /** Chat was greeted before the server had said what models should know: it asks for that only once. */
  #reconnect(): void {
    this.begin();
    if (this.#definition) this.context.editor.restart(this.#definition.label);
  }

  #next(): void {
    const pause = pauses[Math.min(this.#starts, pauses.length - 1)];
    this.#timer = setTimeout(() => this.#start(), pause);
  }

  #start(): void {
    const { label } = this.#definition ?? { label: '' };
    this.#starts += 1;
    // VS Code ignores a start while it takes a lost or outdated session for open.
    const isStuck = this.#snapshot?.chat !== undefined && this.#starts > startsUntilReported;
    if (isStuck) this.context.editor.restart(label);
    else this.context.editor.start(label);
    this.#next();
    this.changed();
  }
}
