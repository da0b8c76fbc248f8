import { createHash, randomUUID } from 'node:crypto';
import { DisposableStore, type Disposable } from '../base/disposable';
import { EndOfTurn } from '../base/endOfTurn';
import { UserError } from '../base/errors';
import type { CallLog, GuardOptions } from '../tools/callGuard';
import type { ApprovalAnswer, ApprovalRequest } from '../ipc/calls';
import type { Channel } from '../ipc/channel';
import { clientRequests, hostEvents } from '../ipc/contract';
import type { AuditLog, OwnLog, WantedCalls } from '../tools/audit/auditLog';
import { Coalescer } from './coalescer';

/** Milliseconds between two messages that calls have changed: a person sees no more, and each costs as much as a call. */
const changesPause = 100;

/** The tool calls of one client's servers: its person approves them, and its audit log records them. */
export class ClientCalls implements GuardOptions, Disposable {
  readonly #store = new DisposableStore();
  #owner: string = randomUUID();
  #log: OwnLog;
  /** Calls that are over and not recorded yet. */
  readonly #over = new EndOfTurn();

  constructor(
    private readonly channel: Channel,
    private readonly audit: AuditLog,
  ) {
    this.#log = audit.of(this.#owner, false);
  }

  readonly log: CallLog = {
    add: (record) => {
      this.#over.add(() => this.#log.add(record()));
      // The host may be about to end.
      if (this.#store.disposed) this.#over.flush();
    },
  };

  readonly #pending = new PendingApprovals((call, signal) =>
    this.channel.send(clientRequests.approveCall, call, signal),
  );

  readonly approve: GuardOptions['approve'] = async (call, signal) => {
    try {
      return await this.#pending.request(call, signal);
    } catch (error) {
      signal.throwIfAborted();
      // A client that does not serve the request has nobody to ask.
      if (error instanceof UserError) return 'nobody';
      throw error;
    }
  };

  /** Notifies the client of changes. A client that comes back gets its earlier calls by its `place`. */
  attached(place: string | undefined): void {
    const { audit, channel } = this;
    this.#over.flush();
    if (place !== undefined) {
      this.#owner = createHash('sha256').update(place).digest('base64url').slice(0, 22);
      this.#log = audit.of(this.#owner, true);
    }
    const changes = this.#store.add(
      new Coalescer(
        () => 'calls',
        () => channel.notify(hostEvents.callsChanged, {}),
        changesPause,
      ),
    );
    this.#store.add(
      audit.onChanged((owner = this.#owner) => {
        if (owner === this.#owner) changes.add(undefined);
      }),
    );
  }

  /** The recorded calls; without a server also the refusals of the gateway. */
  async list(wanted: WantedCalls) {
    this.#over.flush();
    return {
      calls: await this.audit.calls(this.#owner, wanted),
      refusals: wanted.server === undefined ? await this.audit.refusals() : [],
    };
  }

  /** Rejects where the disk refuses. */
  forget(): Promise<void> {
    this.#over.flush();
    return this.audit.forget(this.#owner);
  }

  dispose(): void {
    this.#store.dispose();
    this.#over.flush();
  }
}

/** Approvals of one agent, or of the client's chats, that may be pending. */
const maxPendingOfOne = 8;
/** Pending approvals of all agents together, because an agent may call itself anything. */
const maxPendingOfAgents = 24;
/** Milliseconds that a person has to answer. A later yes would make a call that nobody waits for. */
const approvalTimeout = 600_000;

/** Approvals that a client's person still has to give. They are bounded, so that no agent crowds out the others. */
export class PendingApprovals {
  readonly #pending = new Map<string | undefined, number>();
  #ofAgents = 0;

  constructor(
    private readonly send: (call: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalAnswer>,
    private readonly timeoutMs = approvalTimeout,
  ) {}

  /** The person's answer; `nobody` at once where too many are pending, and when the time is over. */
  async request(call: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer> {
    signal.throwIfAborted();
    const { client } = call;
    const pending = this.#pending.get(client) ?? 0;
    const isAgent = client !== undefined;
    if (pending >= maxPendingOfOne || (isAgent && this.#ofAgents >= maxPendingOfAgents)) {
      return 'nobody';
    }
    this.#count(client, 1);
    const timeout = AbortSignal.timeout(this.timeoutMs);
    try {
      return await this.send(call, AbortSignal.any([signal, timeout]));
    } catch (error) {
      signal.throwIfAborted();
      if (timeout.aborted) return 'nobody';
      throw error;
    } finally {
      this.#count(client, -1);
    }
  }

  #count(client: string | undefined, by: 1 | -1): void {
    const pending = (this.#pending.get(client) ?? 0) + by;
    if (pending > 0) this.#pending.set(client, pending);
    else this.#pending.delete(client);
    if (client !== undefined) this.#ofAgents += by;
  }
}
