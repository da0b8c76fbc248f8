import type * as z from 'zod';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { Channel } from '../ipc/channel';
import { hostEvents, type LogEntry } from '../ipc/requests';
import type { ServerSnapshot } from '../ipc/state';
import { LogOutlet } from './logOutlet';
import { TurnBatch } from './turnBatch';

type CallProgress = z.output<typeof hostEvents.callProgress.params>;
type ResourceUpdate = z.output<typeof hostEvents.resourceUpdated.params>;

/** Everything that a client is told unasked, as fast as it reads. */
export class ClientOutlet implements Disposable {
  readonly #store = new DisposableStore();
  readonly changes: TurnBatch<ServerSnapshot>;
  readonly log: LogOutlet;
  readonly progress: TurnBatch<CallProgress>;
  readonly updates: TurnBatch<ResourceUpdate>;

  constructor(channel: Channel) {
    this.changes = this.#store.add(
      new TurnBatch(
        ({ id }) => id,
        (servers) => channel.tell(hostEvents.changed, { servers }),
      ),
    );
    this.log = this.#store.add(
      new LogOutlet((entries: LogEntry[]) => channel.tell(hostEvents.log, { entries })),
    );
    this.progress = this.#store.add(
      new TurnBatch(
        ({ callId }) => callId,
        (steps) => each(steps, (step) => channel.tell(hostEvents.callProgress, step)),
      ),
    );
    this.updates = this.#store.add(
      new TurnBatch(
        ({ id, uri }) => JSON.stringify([id, uri]),
        (updates) => each(updates, (update) => channel.tell(hostEvents.resourceUpdated, update)),
      ),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }
}

async function each<T>(items: readonly T[], tell: (item: T) => Promise<void>): Promise<void> {
  await Promise.all(items.map(tell));
}
