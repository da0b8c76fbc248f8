import { setTimeout as pause } from 'node:timers/promises';
import type { Disposable } from '../../base/disposable';
import type { TrafficRecord } from '../../ipc/traffic';
import type { HostClient } from '../../client/hostConnection/hostClient';
import { mostRecords, type FromTraffic, type ToTraffic } from './trafficMessages';

/** Milliseconds between two answers about new traffic, so that a storm of messages is drawn once. */
const followInterval = 100;

/** Sends traffic to a page while a person looks at it: that of one server, or without `id` of all. */
export class TrafficFollower implements Disposable {
  #shown: Extract<FromTraffic, { kind: 'search' }> = { kind: 'search', text: '' };
  #isSeen = false;
  #following: AbortController | undefined;

  constructor(
    private readonly host: Pick<HostClient, 'send' | 'mode'>,
    private readonly send: (message: ToTraffic) => void,
    private readonly id?: string,
  ) {}

  /** Begins anew, or ends where nobody looks at it. */
  look(isSeen: boolean): void {
    this.#isSeen = isSeen;
    this.#following?.abort();
    if (!isSeen) return;
    const { kind } = this.host.mode.peek();
    // Without a host nothing was recorded.
    if (kind !== 'shared' && kind !== 'window') {
      return this.send({ kind: 'traffic', records: [], all: true });
    }
    this.#following = new AbortController();
    void this.#follow(this.#following.signal);
  }

  /** Does as the page says. */
  async act(message: FromTraffic): Promise<void> {
    switch (message.kind) {
      case 'search':
        this.#shown = message;
        return this.look(this.#isSeen);
      case 'messages': {
        const { server: id, number, time } = message;
        const wanted = { id, number, time };
        const messages = await this.host.send('trafficMessages', wanted).catch(() => null);
        return this.send({ kind: 'messages', number, time, ...(messages && { messages }) });
      }
    }
  }

  /** Reads what is kept of a call that this window has made, with its id. */
  async recordsOf(callId: string): Promise<readonly TrafficRecord[]> {
    const wanted = { id: this.id, callId, limit: mostRecords };
    const found = await this.host.send('traffic', wanted).catch(() => undefined);
    return found?.records ?? [];
  }

  dispose(): void {
    this.#following?.abort();
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { host } = this;
    const { text: search, turn, server = this.id } = this.#shown;
    // A turn may use several servers.
    const id = turn === undefined ? server : undefined;
    const wanted = { id, search, turn, limit: mostRecords };
    let after: number | undefined;
    try {
      for (;;) {
        const { records, revision } = await host.send('traffic', { ...wanted, after }, signal);
        if (signal.aborted) return;
        this.send({ kind: 'traffic', records, all: after === undefined });
        after = revision;
        await pause(followInterval, undefined, { signal });
      }
    } catch {
      if (signal.aborted) return;
      // The host is gone, whose successor begins anew, or could not answer: the page does not wait for it.
      this.send({ kind: 'traffic', records: [], all: after === undefined });
    }
  }
}
