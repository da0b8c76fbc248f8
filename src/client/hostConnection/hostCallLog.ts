import type { Disposable } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import type { CallRecord, GatewayRefusal } from '../../ipc/calls';
import type { HostLine } from './hostLine';

/** Calls of tools that are over, and who was refused at the gateway, newest first. */
export interface ListedCalls {
  readonly calls: readonly CallRecord[];
  readonly refusals: readonly GatewayRefusal[];
}

/** What the host keeps of the calls of this client's servers, whoever made them. */
export class HostCallLog {
  readonly #changed = new Emitter<void>();
  /** Fired when {@link list} gives something else than before, also where there is another host. */
  readonly onChanged: Event<void> = this.#changed.event;

  constructor(
    private readonly line: () => Promise<HostLine>,
    /** The host, as far as there is one. */
    private readonly current: () => Promise<HostLine> | undefined,
  ) {}

  /** The latest of them; of one server alone there are no refusals. Starts no host. */
  async list(
    wanted: { readonly server?: string | undefined; readonly limit: number },
    signal?: AbortSignal,
  ): Promise<ListedCalls> {
    const line = await this.current();
    return line ? line.send('calls', wanted, signal) : { calls: [], refusals: [] };
  }

  /** Forgets all of them, for good. Rejects where the disk refuses. */
  async forget(): Promise<void> {
    await (await this.line()).send('forgetCalls', {});
  }

  /** Listens to a host. */
  listen(line: HostLine): Disposable {
    this.#changed.fire();
    return line.on('callsChanged', () => this.#changed.fire());
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
