import { createHash, randomUUID } from 'node:crypto';
import { DisposableStore, type Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import type { GuardOptions } from '../tools/callGuard';
import { approvalRequests, callEvents, callRequests, type CallRecord } from '../ipc/calls';
import type { Channel } from '../ipc/channel';
import type { AuditLog, CallLog } from '../tools/approval/auditLog';
import { HeldCalls } from './heldCalls';
import { TurnBatch } from './turnBatch';

/** The calls of one client's servers: who is asked about them, where they are kept, and who is told. */
export class SessionCalls implements GuardOptions, Disposable {
  readonly #store = new DisposableStore();
  #owner: string = randomUUID();
  #log: CallLog;

  constructor(
    private readonly channel: Channel,
    private readonly audit: AuditLog,
  ) {
    this.#log = audit.of(this.#owner, false);
  }

  readonly log: CallLog = { add: (call: CallRecord) => this.#log.add(call) };

  readonly #held = new HeldCalls((call, signal) =>
    this.channel.send(approvalRequests.approveCall, call, signal),
  );

  readonly approve: GuardOptions['approve'] = async (call, signal) => {
    try {
      return await this.#held.ask(call, signal);
    } catch (error) {
      signal.throwIfAborted();
      // A client that asks nobody is no person who says no.
      if (error instanceof UserError) return 'nobody';
      throw error;
    }
  };

  /** The client is there; `place`: by which its calls are its own again when it comes back. */
  serve(place: string | undefined): void {
    const { audit, channel } = this;
    if (place !== undefined) {
      this.#owner = createHash('sha256').update(place).digest('base64url').slice(0, 22);
      this.#log = audit.of(this.#owner, true);
    }
    const changes = this.#store.add(
      new TurnBatch(
        () => 'calls',
        () => channel.tell(callEvents.callsChanged, {}),
      ),
    );
    this.#store.add(
      audit.onChanged((owner = this.#owner) => {
        if (owner === this.#owner) changes.add(undefined);
      }),
    );
    this.#store.add(
      channel.handle(callRequests.calls, async (wanted) => ({
        calls: await audit.calls(this.#owner, wanted),
        refusals: wanted.server === undefined ? await audit.refusals() : [],
      })),
    );
    this.#store.add(
      channel.handle(callRequests.forgetCalls, async () => {
        await audit.forget(this.#owner);
        return null;
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }
}
