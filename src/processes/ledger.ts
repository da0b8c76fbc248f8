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
import { identityOf, pidNamespace } from '../base/processIdentity';
import { commandProof, proofKey } from './commandProof';
import type { KeptProcess, Keeper } from './keeper';
import {
  endLine,
  entryLine,
  ledgerName,
  ownerLine,
  type LedgerEntry,
  type LedgerOwner,
} from './ledgerFile';

/** Lines of processes that have ended, after which the file is written anew. */
const mostDeadLines = 200;

/**
 * A file in the run folder that names every process this one has started and not yet ended, so that
 * others can end them should this one be killed. It is there only while there is something in it, holds
 * no secrets, and is written before anything else can happen: a mark is given only when the file names
 * its owner, and a process is in it in the same turn in which it was started.
 */
export class Ledger implements Keeper {
  /** Begins every mark, so that a process which is not yet in the file is known by its environment. */
  readonly id = randomBytes(8).toString('hex');
  readonly file: string;
  readonly owner: LedgerOwner;
  readonly #entries = new Map<string, LedgerEntry>();
  #key = '';
  #marks = 0;
  /** Lines in the file that say nothing about a running process; `undefined`: no file, or a torn one. */
  #deadLines: number | undefined;
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

  newMark(): string {
    if (this.#deadLines === undefined) this.#attempt(() => this.#rewrite());
    this.#marks += 1;
    return `${this.id}/${this.#marks}`;
  }

  keep({ pid, mark, command, args }: KeptProcess): Disposable {
    const proof = commandProof(this.#key, command, args);
    const entry = { ...identityOf(pid), at: Date.now(), mark, command: proof };
    this.#entries.set(mark, entry);
    this.#attempt(() => this.#append(entryLine(entry)));
    return { dispose: () => this.#forget(mark) };
  }

  /** Removes the file; false when something in it may still run. */
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
    this.#deadLines = undefined;
    this.#attempt(() => rmSync(this.file, { force: true }));
  }

  /** Appends to the file; writes the whole anew where somebody has removed it, or a line is torn. */
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
    // Not `recursive`, which never returns where a file system denies that a parent exists.
    if (!existsSync(this.folder)) mkdirSync(this.folder, { mode: 0o700 });
    this.#key ||= proofKey(this.folder);
    const lines = [ownerLine(this.owner), ...[...this.#entries.values()].map(entryLine)];
    const next = `${this.file}.next`;
    writeFileSync(next, lines.join(''), { mode: 0o600 });
    renameSync(next, this.file);
    this.#deadLines = 0;
  }

  /** A full disk must keep no server from starting; it is told once. */
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

/** Appends to a file that is there; what the system takes in parts is written to its end. */
function append(name: string, text: string): void {
  const file = openSync(name, constants.O_WRONLY | constants.O_APPEND);
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}
