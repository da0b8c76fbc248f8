import { setTimeout as delay } from 'node:timers/promises';
import { batch, signal, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore } from '../../base/disposable';
import { reasonOf, UserError, type Reason } from '../../base/errors';
import { RestartPolicy, type RestartLimits } from '../../base/restartPolicy';
import type { Channel } from '../../ipc/channel';
import type { HostRpc, RequestResult } from './hostRpc';
import type { ReachedHost } from './reachHost';

/** Where the host runs that a window is attached to. */
export type HostMode =
  /** Nothing has needed a host yet. */
  | { readonly kind: 'unattached' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'shared'; readonly pid: number; readonly build: string }
  /** In this window; `reason` says why, unless the setting asked for it. */
  | { readonly kind: 'window'; readonly reason?: Reason | undefined }
  /** There is none; the next command tries again. */
  | { readonly kind: 'failed'; readonly reason: Reason };

/** The gateway of the host, with the token that opens this window's servers. */
export type GatewayAddress = NonNullable<RequestResult<'attach'>['gateway']>;

/** The client of an attachment, which registers with each host that is reached. */
export interface Attached {
  reach(signal: AbortSignal): Promise<ReachedHost>;
  /** Registers handlers and listeners; the store ends with the connection. */
  listen(rpc: HostRpc, store: DisposableStore): void;
  /** Attaches to the host, and declares what this client wants of it. */
  attach(rpc: HostRpc): Promise<RequestResult<'attach'>>;
  /** Called after the host has received everything. */
  attached(rpc: HostRpc, store: DisposableStore): void;
  /** The host is gone; another one is being reached. */
  lost(): void;
  /** No host can be reached. */
  failed(): void;
}

/** How often and how fast a lost host is replaced. */
const replacementLimits: RestartLimits = {
  firstDelay: 250,
  maxDelay: 10_000,
  maxCrashes: 5,
  window: 180_000,
  stableAfter: 60_000,
};

/**
 * Keeps a client attached to a host. When the host is lost, another is reached. Where that fails the mode says why,
 * and the next command tries again.
 */
export class HostAttachment {
  readonly #mode = signal<HostMode>({ kind: 'unattached' });
  readonly #gateway = signal<GatewayAddress | undefined>(undefined);
  readonly #ending = new AbortController();
  #replacements = new RestartPolicy(replacementLimits);
  /** Absent until something needs a host. */
  #attached: Promise<HostRpc> | undefined;
  #current: { readonly reached: ReachedHost; readonly store: DisposableStore } | undefined;

  constructor(private readonly client: Attached) {}

  get mode(): ReadonlySignal<HostMode> {
    return this.#mode;
  }
  get gateway(): ReadonlySignal<GatewayAddress | undefined> {
    return this.#gateway;
  }

  /** The host, where one is attached or being reached; `undefined` where nothing has needed one yet. */
  get current(): Promise<HostRpc> | undefined {
    return this.#attached;
  }

  /** The host; reaches one where there is none. @throws UserError why there is none. */
  rpc(): Promise<HostRpc> {
    this.#attached ??= this.#attach();
    return this.#attached;
  }

  /** Leaves the host; resolves when one in this window has stopped. */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#leave();
    await this.#attached?.catch(() => undefined);
  }

  /** Attaches, again and again by the policy; `uptime`: milliseconds of the host that was lost. */
  async #attach(uptime?: number): Promise<HostRpc> {
    const { signal } = this.#ending;
    this.#mode.value = { kind: 'connecting' };
    try {
      for (let lost = uptime; ; lost = 0) {
        if (lost !== undefined) await this.#pause(lost, signal);
        const rpc = await this.#reach(signal);
        if (rpc) return rpc;
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

  /**
   * Waits before a lost host is replaced. Rejects with an AbortError when the signal aborts.
   * @throws UserError `hostLostOften` where hosts are lost too often; the count begins anew then.
   */
  async #pause(uptime: number, signal: AbortSignal): Promise<void> {
    this.#replacements = this.#replacements.crashed(Date.now(), uptime);
    const decision = this.#replacements.decide(Math.random());
    if (decision.kind === 'retry') return delay(decision.delay, undefined, { signal });
    this.#replacements = new RestartPolicy(replacementLimits);
    throw new UserError('hostLostOften', { count: decision.crashes });
  }

  /** Reaches a host and attaches to it; `undefined` where it was lost again. */
  async #reach(signal: AbortSignal): Promise<HostRpc | undefined> {
    signal.throwIfAborted();
    const reached = await this.client.reach(signal);
    const { channel } = reached;
    const store = new DisposableStore();
    this.#current = { reached, store };
    store.add(channel);
    let onLost = (): void => store.dispose();
    store.add(channel.onClose(() => onLost()));
    let rpc: HostRpc;
    try {
      rpc = await rpcOver(channel);
      signal.throwIfAborted();
      this.client.listen(rpc, store);
      channel.listen();
      this.#publish(reached, await this.client.attach(rpc));
    } catch (error) {
      await this.#leave();
      if (error instanceof UserError && error.code === 'hostGone') return undefined;
      throw error;
    }
    const since = Date.now();
    onLost = () => this.#lost(Date.now() - since);
    this.client.attached(rpc, store);
    return rpc;
  }

  #publish({ mode, reason }: ReachedHost, { pid, build, gateway }: RequestResult<'attach'>): void {
    batch(() => {
      this.#mode.value =
        mode === 'shared' ? { kind: 'shared', pid, build } : { kind: 'window', reason };
      this.#gateway.value = gateway;
    });
  }

  #lost(uptime: number): void {
    if (this.#ending.signal.aborted) return;
    void this.#leave();
    // The next host mostly has the gateway at the same address, so its clients need not notice.
    this.client.lost();
    this.#attached = this.#attach(uptime);
    this.#attached.catch(ignoreFailure);
  }

  /** Leaves the host at once; resolves when one in this window has stopped. */
  async #leave(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    current?.store.dispose();
    await current?.reached.stop();
  }
}

/** Imports the schemas only where there is a host, because every window evaluates this file when it opens. */
async function rpcOver(channel: Channel): Promise<HostRpc> {
  const { HostRpc } = await import('./hostRpc');
  return new HostRpc(channel);
}

/** Ignores a failure with a reason, which shows as the mode or as the state of its server. */
export function ignoreFailure(error: unknown): asserts error is UserError {
  if (!(error instanceof UserError)) throw error;
}
