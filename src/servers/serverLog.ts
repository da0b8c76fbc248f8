import type { Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { type Reason, mapReason } from '../base/errors';
import { Redactor } from '../base/redact';
import type { ConnectionLog } from '../connection/connection';
import type { LogEntry } from '../ipc/contract';
import { Ring } from '../base/bounded';

/** A log line, without the server's id of a window. */
export type ServerLogEntry = Omit<LogEntry, 'id'>;

const maxLines = 1_000;
/** Characters of a line, or of a part of a reason. */
const longestText = 2_000;

/** A server's log, bounded. The secrets of its launch are masked before a text is shortened, stored or shown. */
export class ServerLog implements Disposable {
  readonly #redactor: Redactor;
  #ring = new Ring<ServerLogEntry>(maxLines);
  readonly #emitter = new Emitter<ServerLogEntry>();
  readonly onEntry: Event<ServerLogEntry> = this.#emitter.event;

  constructor(secrets: readonly string[]) {
    this.#redactor = new Redactor(secrets, longestText);
  }

  /** Masks these secrets, too, also in earlier entries; `isReplaced` as in `Redactor.add`. */
  hide(secrets: readonly string[], isReplaced = false): void {
    if (!this.#redactor.add(secrets, isReplaced)) return;
    const entries = this.#ring.toArray();
    this.#ring = new Ring(maxLines);
    for (const { reason, ...entry } of entries) {
      const clean = reason && { reason: this.clean(reason) };
      this.#ring.push({ ...entry, text: this.#short(entry.text), ...clean });
    }
  }

  add({ level, text, reason }: ConnectionLog): void {
    const clean = reason && { reason: this.clean(reason) };
    this.#push({ time: Date.now(), level, text: this.#short(text), ...clean });
  }

  /** Adds an event of the server. Its reason is masked, because a server may repeat a secret anywhere, even in its name. */
  note(level: LogEntry['level'], reason: Reason): void {
    this.#push({ time: Date.now(), level, text: '', reason: this.clean(reason) });
  }

  /** The reason without secrets, for everything that leaves the supervisor. */
  clean(reason: Reason): Reason {
    return mapReason(reason, (text) => this.#short(text));
  }

  /** A text without the secrets of the launch. */
  masked(text: string): string {
    return this.#redactor.masked(text);
  }

  /** True if something in a text would be masked. */
  holdsSecret(text: string): boolean {
    return this.#redactor.masked(text) !== text;
  }

  entries(): ServerLogEntry[] {
    return this.#ring.toArray();
  }

  #short(text: string): string {
    return this.#redactor.masked(text).slice(0, longestText);
  }

  #push(entry: ServerLogEntry): void {
    this.#ring.push(entry);
    this.#emitter.fire(entry);
  }

  dispose(): void {
    this.#emitter.dispose();
  }
}
