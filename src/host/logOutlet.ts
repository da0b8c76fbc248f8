import type { Disposable } from '../base/disposable';
import type { LogEntry } from '../ipc/requests';
import { TurnBatch } from './turnBatch';

/** Characters of log lines that wait for a client that reads slowly. */
const maxWaiting = 4_000_000;
/** Counted for each line beside its text: what the message adds to it. */
const lineCost = 100;

/**
 * A client's log lines on their way to it. What waits for a client that does not read is bounded: the
 * lines that come when it is full are left out, and a note of each server's log says how many.
 */
export class LogOutlet implements Disposable {
  readonly #batch: TurnBatch<LogEntry>;
  /** By server. */
  readonly #leftOut = new Map<string, number>();
  #waiting = 0;

  constructor(
    /** Resolves once the lines are taken; never rejects. */
    private readonly tell: (entries: LogEntry[]) => Promise<void>,
  ) {
    this.#batch = new TurnBatch(
      (entry) => entry,
      (entries) => this.#tell(entries),
    );
  }

  add(entry: LogEntry): void {
    const cost = costOf(entry);
    if (this.#waiting + cost > maxWaiting) {
      this.#leftOut.set(entry.id, (this.#leftOut.get(entry.id) ?? 0) + 1);
      return;
    }
    this.#waiting += cost;
    this.#batch.add(entry);
  }

  dispose(): void {
    this.#batch.dispose();
  }

  #tell(entries: LogEntry[]): Promise<void> {
    const time = Date.now();
    const notes = Array.from(this.#leftOut, ([id, count]): LogEntry => ({
      id,
      time,
      level: 'warning',
      text: '',
      reason: { code: 'logLinesLeftOut', args: { count } },
    }));
    this.#leftOut.clear();
    this.#waiting = 0;
    return this.tell([...entries, ...notes]);
  }
}

function costOf({ text, reason }: LogEntry): number {
  return text.length + (reason ? JSON.stringify(reason).length : 0) + lineCost;
}
