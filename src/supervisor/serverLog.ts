import type { Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import type { Reason, ReasonArguments } from '../base/errors';
import { redact } from '../base/redact';
import { Ring } from '../base/ring';
import type { ConnectionLog } from '../connection/connection';
import type { LogEntry } from '../contract/requests';

/** A log line before it is known in whose window it is shown. */
export type ServerLogEntry = Omit<LogEntry, 'id'>;

const keptLines = 1_000;

/** A server's log: bounded, with the secrets of its launch masked before anything is kept or told. */
export class ServerLog implements Disposable {
  readonly #ring = new Ring<ServerLogEntry>(keptLines);
  readonly #emitter = new Emitter<ServerLogEntry>();
  readonly onEntry: Event<ServerLogEntry> = this.#emitter.event;

  constructor(private readonly secrets: readonly string[]) {}

  add({ level, text }: ConnectionLog): void {
    this.#keep({ time: Date.now(), level, text: redact(text, this.secrets) });
  }

  /** Notes what became of the server, or why it failed; the reason is clean already. */
  note(level: LogEntry['level'], reason: Reason): void {
    this.#keep({ time: Date.now(), level, text: '', reason });
  }

  /** The reason without secrets, for everything that leaves the supervisor. */
  clean(reason: Reason): Reason {
    const args: Record<string, ReasonArguments[string]> = {};
    for (const [key, value] of Object.entries(reason.args ?? {})) {
      if (typeof value === 'string') args[key] = redact(value, this.secrets);
      else if (typeof value === 'number') args[key] = value;
      else args[key] = value.map((item) => redact(item, this.secrets));
    }
    const cause = reason.cause && this.clean(reason.cause);
    return { code: reason.code, args, ...(cause && { cause }) };
  }

  entries(): ServerLogEntry[] {
    return this.#ring.toArray();
  }

  #keep(entry: ServerLogEntry): void {
    this.#ring.push(entry);
    this.#emitter.fire(entry);
  }

  dispose(): void {
    this.#emitter.dispose();
  }
}
