import { batch, signal, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore } from '../../base/disposable';
import { reasonOf, UserError } from '../../base/errors';
import type { Channel } from '../../ipc/channel';
import type { GatewayAddress, HostMode } from './hostClient';
import type { HostLine } from './hostLine';
import { HostReplacement } from './hostReplacement';
import type { ReachedHost } from './reachHost';

/** Who a host says it is. */
export interface HostGreeting {
  readonly pid: number;
  readonly build: string;
  readonly gateway?: GatewayAddress | undefined;
}

/** Whose attachment it is. */
export interface Attached {
  reach(signal: AbortSignal): Promise<ReachedHost>;
  /** Registers on a line what is heard from it; the store ends with it. */
  listen(line: HostLine, store: DisposableStore): void;
  /** Tells a host that knows nothing yet who this is and what it wants. */
  greet(line: HostLine): Promise<HostGreeting>;
  /** The host knows all that. */
  attached(line: HostLine, store: DisposableStore): void;
  /** The host is gone; another one is being reached. */
  lost(): void;
  /** No host can be had. */
  failed(): void;
}

/**
 * The tie between a client and its host. When a host is lost, another is reached. Where that fails the
 * mode says why, and the next command tries again.
 */
export class HostAttachment {
  readonly #mode = signal<HostMode>({ kind: 'unattached' });
  readonly #gateway = signal<GatewayAddress | undefined>(undefined);
  readonly #ending = new AbortController();
  readonly #replacement = new HostReplacement();
  /** The line as soon as there is one; absent until something needs it. */
  #attached: Promise<HostLine> | undefined;
  #current: { readonly reached: ReachedHost; readonly store: DisposableStore } | undefined;

  constructor(private readonly client: Attached) {}

  get mode(): ReadonlySignal<HostMode> {
    return this.#mode;
  }
  get gateway(): ReadonlySignal<GatewayAddress | undefined> {
    return this.#gateway;
  }

  /** The line, where there is or will be one; else nobody needs a host yet. */
  get current(): Promise<HostLine> | undefined {
    return this.#attached;
  }

  /** The line; reaches a host where there is none. @throws UserError why there is none. */
  line(): Promise<HostLine> {
    this.#attached ??= this.#attach();
    return this.#attached;
  }

  /** Leaves the host; resolves when one in this window has stopped. */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#leave();
    await this.#attached?.catch(() => undefined);
  }

  /** Attaches, again and again by the policy; `uptime`: how long the host that was lost was there. */
  async #attach(uptime?: number): Promise<HostLine> {
    const { signal } = this.#ending;
    this.#mode.value = { kind: 'connecting' };
    try {
      for (let lost = uptime; ; lost = 0) {
        if (lost !== undefined) await this.#replacement.pause(lost, signal);
        const line = await this.#reach(signal);
        if (line) return line;
      }
    } catch (error) {
      // All that fails was awaited, so that the promise which is let go is this one.
      this.#attached = undefined;
      const reason = signal.aborted ? { code: 'hostGone' } : reasonOf(error);
      batch(() => {
        this.#mode.value = { kind: 'failed', reason };
        this.#gateway.value = undefined;
        this.client.failed();
      });
      throw UserError.from(reason, { cause: error });
    }
  }

  /** The line to a host that knows this client's servers; `undefined` where it was lost again. */
  async #reach(signal: AbortSignal): Promise<HostLine | undefined> {
    signal.throwIfAborted();
    const reached = await this.client.reach(signal);
    const { channel } = reached;
    const store = new DisposableStore();
    this.#current = { reached, store };
    store.add(channel);
    let onLost = (): void => store.dispose();
    store.add(channel.onClose(() => onLost()));
    let line: HostLine;
    try {
      line = await lineOver(channel);
      signal.throwIfAborted();
      this.client.listen(line, store);
      channel.listen();
      this.#greeted(reached, await this.client.greet(line));
    } catch (error) {
      await this.#leave();
      if (error instanceof UserError && error.code === 'hostGone') return undefined;
      throw error;
    }
    const since = Date.now();
    onLost = () => this.#lost(Date.now() - since);
    this.client.attached(line, store);
    return line;
  }

  #greeted({ mode, reason }: ReachedHost, { pid, build, gateway }: HostGreeting): void {
    batch(() => {
      this.#mode.value =
        mode === 'shared' ? { kind: 'shared', pid, build } : { kind: 'window', reason };
      this.#gateway.value = gateway;
    });
  }

  #lost(uptime: number): void {
    if (this.#ending.signal.aborted) return;
    void this.#leave();
    // The next host most likely has the gateway at the same address: who uses it need not notice.
    this.client.lost();
    this.#attached = this.#attach(uptime);
    this.#attached.catch(ignoreFailure);
  }

  /** Lets go of the host at once; resolves when one in this window has stopped. */
  async #leave(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    current?.store.dispose();
    await current?.reached.stop();
  }
}

/** Evaluated only where there is a host, as every window loads this file when it opens. */
async function lineOver(channel: Channel): Promise<HostLine> {
  const { HostLine } = await import('./hostLine');
  return new HostLine(channel);
}

/** What fails for a reason shows it elsewhere: as the mode, or as the state of its server. */
export function ignoreFailure(error: unknown): asserts error is UserError {
  if (!(error instanceof UserError)) throw error;
}
