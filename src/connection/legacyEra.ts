import type { UserError } from '../base/errors';
import { isObject } from '../base/json';
import { Sequencer } from '../base/sequencer';
import type { LogLevel } from '../contract/requests';
import type { Handshake, McpObject } from '../contract/state';
import type { Era, EraPort, ResultKind } from './era';
import { asUserError } from './failures';
import { logText } from './logText';

/** The era of sessions: everything was agreed on in `initialize` (revisions up to 2025-11-25). */
export class LegacyEra implements Era {
  readonly isAsked = true;
  readonly tellsCancel = true;
  /** Subscribing goes on in the order in which it was wished. */
  readonly #changes = new Sequencer();
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

  watchResources(uris: ReadonlySet<string>): Promise<ReadonlyMap<string, UserError>> {
    return this.#changes.run(async () => {
      const refusals = new Map<string, UserError>();
      const { resources } = this.handshake.capabilities;
      if (!isObject(resources) || !resources['subscribe']) return refusals;
      const before = [...this.#watched];
      for (const uri of uris) {
        if (this.#watched.has(uri)) continue;
        const refusal = await this.#tell('resources/subscribe', { uri });
        if (refusal) refusals.set(uri, refusal);
        else this.#watched.add(uri);
      }
      for (const uri of before) {
        if (uris.has(uri)) continue;
        await this.#tell('resources/unsubscribe', { uri });
        this.#watched.delete(uri);
      }
      return refusals;
    });
  }

  /** There is no way to take a level back: `info` is what most servers begin with. */
  async setLogLevel(level: LogLevel = 'info'): Promise<void> {
    if (this.handshake.capabilities['logging']) await this.#tell('logging/setLevel', { level });
  }

  notify(method: string, params?: McpObject): Promise<void> {
    return this.port.notify(method, params);
  }

  dispose(): void {
    // It holds nothing.
  }

  /** Gives why it was refused, after a line that says so. */
  async #tell(method: string, params: McpObject): Promise<UserError | undefined> {
    try {
      await this.port.request(method, params);
      return undefined;
    } catch (error) {
      const refusal = asUserError(error);
      const why = JSON.stringify(refusal.reason);
      const text = logText(`${method} ${JSON.stringify(params)}: ${why}`);
      this.port.log({ level: 'warning', text });
      return refusal;
    }
  }
}
