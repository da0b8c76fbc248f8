import { effect, type ReadonlySignal } from '@preact/signals-core';
import type * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../base/disposable';
import { ClientSubscriptions } from '../gateway/clientSubscriptions';
import type { Channel } from '../ipc/channel';
import { hostEvents, type LogEntry } from '../ipc/contract';
import type { ChatSession, ServerSnapshot } from '../ipc/state';
import type { ServerHandle } from '../servers/serverHandle';
import { Coalescer } from './coalescer';

type CallProgress = z.output<typeof hostEvents.callProgress.params>;
type ResourceUpdate = z.output<typeof hostEvents.resourceUpdated.params>;

/** All notifications of a client, coalesced to the speed at which it reads. */
export class Notifier implements Disposable {
  readonly #store = new DisposableStore();
  readonly changes: Coalescer<ServerSnapshot>;
  readonly log: LogNotifier;
  readonly progress: Coalescer<CallProgress>;
  readonly updates: Coalescer<ResourceUpdate>;

  constructor(channel: Channel) {
    const { changed, log, callProgress, resourceUpdated } = hostEvents;
    this.changes = this.#store.add(
      new Coalescer(
        ({ id }) => id,
        (servers) => channel.notify(changed, { servers }),
      ),
    );
    this.log = this.#store.add(new LogNotifier((entries) => channel.notify(log, { entries })));
    this.progress = this.#store.add(
      new Coalescer(
        ({ callId }) => callId,
        (steps) => each(steps, (step) => channel.notify(callProgress, step)),
      ),
    );
    this.updates = this.#store.add(
      new Coalescer(
        ({ id, uri }) => JSON.stringify([id, uri]),
        (updates) => each(updates, (update) => channel.notify(resourceUpdated, update)),
      ),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }
}

async function each<T>(items: readonly T[], notify: (item: T) => Promise<void>): Promise<void> {
  await Promise.all(items.map(notify));
}

/** Forwards the state, the log and resource updates of one server to its client. */
export class ServerNotifier implements Disposable {
  readonly #store = new DisposableStore();
  readonly subscriptions: ClientSubscriptions;

  /** `chat`: the session of the client's chat with the server. */
  constructor(
    handle: ServerHandle,
    chat: ReadonlySignal<ChatSession | undefined> | undefined,
    { changes, log, updates }: Notifier,
  ) {
    const { id } = handle;
    this.subscriptions = this.#store.add(
      new ClientSubscriptions(({ method, params: { uri } }) => {
        if (method === 'notifications/resources/updated' && typeof uri === 'string')
          updates.add({ id, uri });
      }),
    );
    this.subscriptions.follow(handle);
    this.#store.add(effect(() => changes.add({ ...handle.snapshot.value, chat: chat?.value })));
    this.#store.add(handle.onLog((entry) => log.add({ id, ...entry })));
  }

  dispose(): void {
    this.#store.dispose();
  }
}

/** Characters of log lines that wait for a client that reads slowly. */
const maxWaiting = 4_000_000;
/** Characters that the message adds to the text of a line. */
const lineCost = 100;

/**
 * Sends a client its log lines. Lines that wait for a client that does not read are bounded. Lines beyond the bound are
 * dropped, and a note in each server's log counts them.
 */
export class LogNotifier implements Disposable {
  readonly #lines: Coalescer<LogEntry>;
  /** Counts by server. */
  readonly #dropped = new Map<string, number>();
  #waiting = 0;

  constructor(
    /** Resolves once the stream has taken the lines; never rejects. */
    private readonly send: (entries: LogEntry[]) => Promise<void>,
  ) {
    this.#lines = new Coalescer(
      (entry) => entry,
      (entries) => this.#send(entries),
    );
  }

  add(entry: LogEntry): void {
    const cost = costOf(entry);
    if (this.#waiting + cost > maxWaiting) {
      this.#dropped.set(entry.id, (this.#dropped.get(entry.id) ?? 0) + 1);
      return;
    }
    this.#waiting += cost;
    this.#lines.add(entry);
  }

  /** Sends what waits at once, so that lines which a response has do not come again after it. */
  flush(): void {
    this.#lines.flush();
  }

  dispose(): void {
    this.#lines.dispose();
  }

  #send(entries: LogEntry[]): Promise<void> {
    const time = Date.now();
    const notes = Array.from(this.#dropped, ([id, count]): LogEntry => ({
      id,
      time,
      level: 'warning',
      text: '',
      reason: { code: 'logLinesLeftOut', args: { count } },
    }));
    this.#dropped.clear();
    this.#waiting = 0;
    return this.send([...entries, ...notes]);
  }
}

function costOf({ text, reason }: LogEntry): number {
  return text.length + (reason ? JSON.stringify(reason).length : 0) + lineCost;
}
