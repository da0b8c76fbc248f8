import { asText } from '../base/json';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { LogLevel } from '../ipc/requests';
import type { ServerNotification } from '../servers/openCalls';
import { isSevere } from './callingClient';
import type { GatewayServer } from './gatewayServer';
import type { SeenIds } from './seenIds';
import { isAtOrBelow } from '../base/contains';
import type { ReportedRoots, ServerListener } from '../servers/serverClients';

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
