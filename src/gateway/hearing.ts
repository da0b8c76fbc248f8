import { DisposableStore, type Disposable } from '../base/disposable';
import type { LogLevel } from '../contract/requests';
import type { McpObject } from '../contract/state';
import type { ServerListener } from '../supervisor/serverUser';
import { isSevere } from './callingClient';
import type { GatewayServer } from './gatewayServer';

/** What a server says by itself, as it came. */
export interface Told {
  readonly method: string;
  readonly params: McpObject;
}

/** What one client wants to hear of a server: how much of its log, and changes of which resources. */
export class Hearing implements Disposable {
  readonly #uris = new Set<string>();
  #level: LogLevel | undefined;
  #server: DisposableStore | undefined;
  #listener: ServerListener | undefined;

  constructor(private readonly tell: (told: Told) => void) {}

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
  }

  setLevel(level: LogLevel): void {
    this.#level = level;
    this.#listener?.setLogLevel(level);
  }

  subscribe(uris: Iterable<string>): void {
    for (const uri of uris) this.#uris.add(uri);
    this.#listener?.watchResources(new Set(this.#uris));
  }

  unsubscribe(uri: string): void {
    if (this.#uris.delete(uri)) this.#listener?.watchResources(new Set(this.#uris));
  }

  dispose(): void {
    this.#server?.dispose();
    this.#server = undefined;
    this.#listener = undefined;
  }

  /** Whether the client wants to be told this. */
  wants({ method, params }: Told): boolean {
    switch (method) {
      case 'notifications/message':
        return this.#level === undefined || isSevere(params, this.#level);
      case 'notifications/resources/updated':
        return this.#watches(String(params['uri']));
      default:
        return true;
    }
  }

  /** What is below a resource belongs to it (2025-11-25, "Resources", subscriptions). */
  #watches(uri: string): boolean {
    if (this.#uris.has(uri)) return true;
    return [...this.#uris].some((root) => uri.startsWith(root.endsWith('/') ? root : `${root}/`));
  }
}
