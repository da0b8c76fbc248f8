import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Disposable } from '../base/disposable';
import { reasonOf, type Reason } from '../base/errors';
import { isObject } from '../base/json';
import { renewal } from '../base/privateFile';
import { identityOf, pidNamespace, type ProcessIdentity } from '../base/processIdentity';
import { commandHash, ledgerKey } from './commandHash';
import type { RegisteredProcess, ProcessRegistry } from './processRegistry';

/**
 * A process with the facts to recognize it later. An id alone is not enough, because the system gives it away again;
 * the birth (boot and start time) makes it unique.
 */
export interface RecordedProcess extends ProcessIdentity {
  /**
   * The time of the record in epoch milliseconds. It replaces an unknown birth, because a later process with the same
   * id is younger. Linux tells births at once; other systems do not.
   */
  readonly at: number;
}

/** The process that a ledger belongs to. */
export interface LedgerOwner extends RecordedProcess {
  /** See `pidNamespace`. */
  readonly namespace?: string | undefined;
}

/** A server process that ran when the ledger was last written. */
export interface LedgerEntry extends RecordedProcess {
  readonly mark: string;
  /** A keyed hash, see `commandHash`. */
  readonly command: string;
}

/** The processes that one process has started and not yet ended. */
export interface LedgerContents {
  /** The prefix of its marks: `<id>/<number>`. */
  readonly id: string;
  readonly owner: LedgerOwner;
  readonly entries: readonly LedgerEntry[];
}

/** `.next` is a file that was being written. */
const nameShape = /^(?<pid>[1-9]\d*)-(?<id>[0-9a-f]{16})\.ledger(?:\.next)?$/;

/** The name of a ledger; it names the owner, so that a broken file can be judged. */
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
function endLine(mark: string): string {
  return line({ ended: mark });
}

/**
 * Parses a ledger; `undefined` for a file of another name. A broken line, as the last one of a killed writer, is
 * skipped.
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

function isRecord(value: unknown): value is RecordedProcess {
  if (!isObject(value)) return false;
  const { pid, birth, at } = value;
  const numbers = Number.isInteger(pid) && Number(pid) > 1 && typeof at === 'number';
  return numbers && (birth === undefined || typeof birth === 'string');
}

function isOwner(value: unknown): value is LedgerOwner {
  if (!isObject(value) || !isRecord(value)) return false;
  const { namespace } = value as Record<string, unknown>;
  return namespace === undefined || typeof namespace === 'string';
}

function isEntry(value: unknown): value is LedgerEntry {
  if (!isObject(value) || !isRecord(value)) return false;
  const { mark, command } = value as Record<string, unknown>;
  return typeof mark === 'string' && typeof command === 'string';
}

/** The lines of ended processes at which the file is rewritten. */
const mostDeadLines = 200;

/**
 * A file in the run folder that names every process this one has started and not yet ended. Others end these
 * processes if this one is killed. The file exists only while it has entries, and holds no secrets: commands are
 * keyed hashes. It is written synchronously, because a mark is given only when the file names its owner. A process is
 * recorded in the turn in which it was started.
 */
export class Ledger implements ProcessRegistry {
  /** The prefix of every mark, so that a process which is not recorded yet is recognized by its environment. */
  readonly id = randomBytes(8).toString('hex');
  readonly file: string;
  readonly owner: LedgerOwner;
  readonly #entries = new Map<string, LedgerEntry>();
  #key = '';
  #marks = 0;
  /** The lines about ended processes; `undefined` if there is no file, or a line is torn. */
  #deadLines: number | undefined;
  /** Rewrites the file while there is one. */
  #renewals: NodeJS.Timeout | undefined;
  #failed = false;

  constructor(
    private readonly folder: string,
    private readonly onProblem: (reason: Reason) => void,
  ) {
    this.file = path.join(folder, ledgerName(process.pid, this.id));
    this.owner = { ...identityOf(process.pid), at: Date.now(), namespace: pidNamespace() };
  }

  /** The processes that may still run. */
  get entries(): Iterable<LedgerEntry> {
    return this.#entries.values();
  }

  /** True if the file names them all. */
  get isWhole(): boolean {
    return this.#deadLines !== undefined && existsSync(this.file);
  }

  newMark(): string {
    if (this.#deadLines === undefined) this.#attempt(() => this.#rewrite());
    this.#marks += 1;
    return `${this.id}/${this.#marks}`;
  }

  add({ pid, mark, command, args }: RegisteredProcess): Disposable {
    const proof = commandHash(this.#key, command, args);
    const entry = { ...identityOf(pid), at: Date.now(), mark, command: proof };
    this.#entries.set(mark, entry);
    this.#attempt(() => this.#append(entryLine(entry)));
    return { dispose: () => this.#forget(mark) };
  }

  /** Removes the file; false if a process in it may still run. */
  close(): boolean {
    if (this.#entries.size > 0) return false;
    this.#remove();
    return true;
  }

  #forget(mark: string): void {
    if (!this.#entries.delete(mark)) return;
    if (this.#entries.size === 0) return this.#remove();
    if (this.#deadLines !== undefined) this.#deadLines += 2;
    this.#attempt(() => {
      if ((this.#deadLines ?? 0) > mostDeadLines) this.#rewrite();
      else this.#append(endLine(mark));
    });
  }

  #remove(): void {
    clearInterval(this.#renewals);
    this.#renewals = undefined;
    this.#deadLines = undefined;
    this.#attempt(() => rmSync(this.file, { force: true }));
  }

  /** Appends to the file; rewrites it if it was removed or a line is torn. */
  #append(line: string): void {
    if (this.#deadLines === undefined) return this.#rewrite();
    try {
      append(this.file, line);
    } catch (error) {
      this.#deadLines = undefined;
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      this.#rewrite();
    }
  }

  #rewrite(): void {
    this.#renewals ??= setInterval(() => this.#attempt(() => this.#rewrite()), renewal).unref();
    // Not `recursive`, which never returns where a file system denies that a parent exists.
    if (!existsSync(this.folder)) mkdirSync(this.folder, { mode: 0o700 });
    this.#key = ledgerKey(this.folder, this.#key);
    const lines = [ownerLine(this.owner), ...[...this.#entries.values()].map(entryLine)];
    const next = `${this.file}.next`;
    writeFileSync(next, lines.join(''), { mode: 0o600 });
    renameSync(next, this.file);
    this.#deadLines = 0;
  }

  /** Writes; a failure is reported once, because a full disk must keep no server from starting. */
  #attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (this.#failed) return;
      this.#failed = true;
      const { args } = reasonOf(error);
      this.onProblem({ code: 'ledgerUnwritable', args: { folder: this.folder, ...args } });
    }
  }
}

/** Appends to an existing file, to the end of the text even if the system writes it in parts. */
function append(name: string, text: string): void {
  const file = openSync(name, constants.O_WRONLY | constants.O_APPEND);
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}
