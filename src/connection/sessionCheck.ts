import { UserError } from '../base/errors';
import { Deadline } from './deadline';
import type { Peer } from './peer';
import type { Transport } from './transport';

/** Limit for the ping of a session check, in milliseconds. */
const answerTime = 5_000;

/** Finds out whether a server has forgotten the session of a legacy connection. */
export class SessionCheck<T> {
  #running: Promise<void> | undefined;

  constructor(
    private readonly peer: Peer<T>,
    private readonly transport: Transport,
    /** Told when the session is lost, and what was on its way was refused. */
    private readonly onLost: () => void,
  ) {}

  /** The check that is under way: what is sent meanwhile may be refused like what made us ask. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** 404 is what the specification wants for an unknown session, 400 what many servers answer. */
  isDue(error: unknown): boolean {
    if (!(error instanceof UserError) || this.transport.sessionId === undefined) return false;
    const { status } = error.args;
    return status === 404 || status === 400;
  }

  /** Resolves when it is clear. A ping is right in every session: who refuses it has forgotten ours. */
  run(): Promise<void> {
    this.#running ??= this.#ping().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #ping(): Promise<void> {
    const deadline = new Deadline({ totalTimeout: answerTime });
    try {
      await this.peer.request('ping', {}, { signal: deadline.signal, tellsCancel: false });
    } catch (error) {
      if (!this.isDue(error)) return;
      await this.transport.forsake?.();
      this.onLost();
    } finally {
      deadline.dispose();
    }
  }
}
