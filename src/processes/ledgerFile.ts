import { isObject } from '../base/json';
import type { ProcessIdentity } from '../base/processIdentity';

/** A process by which it is later known again. */
export interface RecordedProcess extends ProcessIdentity {
  /**
   * When it was recorded as running, in milliseconds since 1970: stands in where the birth is not known,
   * because whoever gets its id later is younger.
   */
  readonly at: number;
}

/** Who started what a ledger names. */
export interface LedgerOwner extends RecordedProcess {
  /** See `pidNamespace`. */
  readonly namespace?: string | undefined;
}

/** A server process that ran when the ledger was last written. */
export interface LedgerEntry extends RecordedProcess {
  readonly mark: string;
  /** See `commandProof`. */
  readonly command: string;
}

/** What one process has started and not yet ended. */
export interface LedgerContents {
  /** Begins every mark it gave: `<id>/<number>`. */
  readonly id: string;
  readonly owner: LedgerOwner;
  readonly entries: readonly LedgerEntry[];
}

/** `.next` is one that was just being written. */
const nameShape = /^(?<pid>[1-9]\d*)-(?<id>[0-9a-f]{16})\.ledger(?:\.next)?$/;

/** The name of a ledger; it tells its owner, so that a broken file can be judged too. */
export function ledgerName(pid: number, id: string): string {
  return `${pid}-${id}.ledger`;
}

export function isLedgerName(name: string): boolean {
  return nameShape.test(name);
}

/** The first line of a ledger. */
export function ownerLine(owner: LedgerOwner): string {
  return line({ owner });
}

/** The line that adds an entry. */
export function entryLine(entry: LedgerEntry): string {
  return line({ started: entry });
}

/** The line that takes an entry away. */
export function endLine(mark: string): string {
  return line({ ended: mark });
}

/**
 * Reads a ledger; `undefined` for a file of another name. A line that is broken, as the last one is
 * when its writer was killed, tells nothing and keeps nothing else from being read.
 */
export function parseLedger(name: string, text: string): LedgerContents | undefined {
  const { pid, id } = nameShape.exec(name)?.groups ?? {};
  if (pid === undefined || id === undefined) return undefined;
  let owner: LedgerOwner | undefined;
  const entries = new Map<string, LedgerEntry>();
  for (const row of text.split('\n').map(parseLine)) {
    if (isOwner(row['owner'])) owner = row['owner'];
    if (isEntry(row['started'])) entries.set(row['started'].mark, row['started']);
    if (typeof row['ended'] === 'string') entries.delete(row['ended']);
  }
  owner ??= { pid: Number(pid), at: Number.NaN };
  return { id, owner, entries: [...entries.values()] };
}

function line(row: object): string {
  return `${JSON.stringify(row)}\n`;
}

function parseLine(text: string): Record<string, unknown> {
  try {
    const row: unknown = JSON.parse(text);
    return isObject(row) ? row : {};
  } catch {
    return {};
  }
}

function isRecorded(value: unknown): value is RecordedProcess {
  if (!isObject(value)) return false;
  const { pid, birth, at } = value;
  const numbers = Number.isInteger(pid) && Number(pid) > 1 && typeof at === 'number';
  return numbers && (birth === undefined || typeof birth === 'string');
}

function isOwner(value: unknown): value is LedgerOwner {
  if (!isObject(value) || !isRecorded(value)) return false;
  const { namespace } = value as Record<string, unknown>;
  return namespace === undefined || typeof namespace === 'string';
}

function isEntry(value: unknown): value is LedgerEntry {
  if (!isObject(value) || !isRecorded(value)) return false;
  const { mark, command } = value as Record<string, unknown>;
  return typeof mark === 'string' && typeof command === 'string';
}
