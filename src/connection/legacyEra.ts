import { reasonOf } from '../base/errors';
import { asText, isObject } from '../base/json';
import { Sequencer } from '../base/sequencer';
import type { LogLevel } from '../ipc/requests';
import type { Handshake, McpObject } from '../ipc/state';
import type { Era, EraPort, ResultKind } from './era';
import { logText } from './logText';

/** The era of sessions, negotiated by `initialize` (revisions up to 2025-11-25). */
export class LegacyEra implements Era {
  readonly isAsked = true;
  readonly tellsCancel = true;
  /** Keeps subscriptions in the order in which they were requested. */
  readonly #changes = new Sequencer();
  /** The resources that are subscribed to. */
  readonly #watched = new Set<string>();

  constructor(
    readonly handshake: Handshake,
    private readonly port: EraPort,
  ) {}

  dress(params: McpObject): McpObject {
    return params;
  }

  kindOf(): ResultKind {
    return 'complete';
  }

  hears(): boolean {
    return true;
  }

  listen(): void {
    // It says everything by itself.
  }

  granted(method: string, { uri }: McpObject): void {
    if (method === 'resources/subscribe') this.#watched.add(asText(uri));
    else if (method === 'resources/unsubscribe') this.#watched.delete(asText(uri));
  }

  watchResources(uris: ReadonlySet<string>): Promise<void> {
    return this.#changes.run(async () => {
      const { resources } = this.handshake.capabilities;
      if (!isObject(resources) || !resources['subscribe']) return;
      const before = [...this.#watched];
      for (const uri of uris) {
        if (!this.#watched.has(uri)) await this.#tell('resources/subscribe', { uri });
      }
      for (const uri of before) {
        if (uris.has(uri)) continue;
        await this.#tell('resources/unsubscribe', { uri });
        this.#watched.delete(uri);
      }
    });
  }

  /** The era cannot unset a level; `info` is the default of most servers. */
  async setLogLevel(level: LogLevel = 'info'): Promise<void> {
    if (this.handshake.capabilities['logging']) await this.#tell('logging/setLevel', { level });
  }

  notify(method: string, params?: McpObject): Promise<void> {
    return this.port.notify(method, params);
  }

  dispose(): void {
    // It holds nothing.
  }

  /** Sends a request whose failure is only logged. */
  async #tell(method: string, params: McpObject): Promise<void> {
    try {
      await this.port.request(method, params);
    } catch (error) {
      const why = JSON.stringify(reasonOf(error));
      const text = logText(`${method} ${JSON.stringify(params)}: ${why}`);
      this.port.log({ level: 'warning', text });
    }
  }
}
