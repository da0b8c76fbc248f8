import { randomUUID, createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, rename, rm, statfs, writeFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Disposable } from '../../base/disposable';
import { identityOf, pidNamespace, reaches } from '../../base/processIdentity';

/** A file of the host; it may be removed to make room for others. */
export interface ResultFile {
  readonly path: string;
  bytes: number;
  isGone: boolean;
}

export interface ResultBounds {
  readonly files: number;
  readonly bytes: number;
}

const usualBounds: ResultBounds = { files: 200, bytes: 500_000_000 };
/** Part of the room that the files may take, because others need some of it, and it may be memory. */
const mostOfRoom = 0.25;

/** The stored results of a host's clients, in files that only its user can read. New ones replace the oldest. */
export class ResultFiles implements Disposable {
  /** Oldest first. */
  readonly #files = new Set<ResultFile>();
  #bytes = 0;
  #mostBytes: number;

  constructor(
    private readonly folder: string,
    private readonly bounds = usualBounds,
    /** The bytes that are free in a folder. */
    private readonly free = freeIn,
  ) {
    this.#mostBytes = bounds.bytes;
  }

  /** Stores a content; `undefined` if that fails. */
  async put(content: string | Buffer, signal: AbortSignal): Promise<ResultFile | undefined> {
    const bytes = Buffer.byteLength(content);
    const file: ResultFile = { path: path.join(this.folder, randomUUID()), bytes, isGone: false };
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      const room = this.#bytes + (await this.free(this.folder));
      this.#mostBytes = Math.min(this.bounds.bytes, room * mostOfRoom);
      if (bytes > this.#mostBytes) return undefined;
      await writeFile(file.path, content, { flag: 'wx', mode: 0o600, signal });
    } catch {
      removeFile(file);
      signal.throwIfAborted();
      return undefined;
    }
    this.#files.add(file);
    this.#bytes += bytes;
    this.#makeRoom();
    return file;
  }

  /** Replaces a file by its draft, unless it was removed; if that fails, the file stays. */
  async takeDraft(file: ResultFile, bytes: number): Promise<void> {
    if (!file.isGone) await rename(draftOf(file.path), file.path).catch(() => undefined);
    // The rename may have brought a removed file back.
    if (file.isGone) return removeFile(file);
    this.#bytes += bytes - file.bytes;
    file.bytes = bytes;
    this.#makeRoom();
  }

  remove(file: ResultFile): void {
    if (!this.#files.delete(file)) return;
    this.#bytes -= file.bytes;
    file.isGone = true;
    removeFile(file);
  }

  /** Synchronous, because the process may end. What the system does not let go is left to {@link removeLeftResults}. */
  dispose(): void {
    for (const file of this.#files) file.isGone = true;
    this.#files.clear();
    try {
      rmSync(this.folder, { recursive: true, force: true });
    } catch {
      // Windows removes no file that somebody has open.
    }
  }

  #makeRoom(): void {
    for (const file of this.#files) {
      if (this.#files.size <= this.bounds.files && this.#bytes <= this.#mostBytes) return;
      this.remove(file);
    }
  }
}

/** Where the system does not tell, only the usual bounds count. */
async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Infinity, bsize: 1 }));
  return bavail * bsize;
}

function removeFile({ path: file }: ResultFile): void {
  for (const one of [file, draftOf(file)]) rm(one, { force: true }).catch(() => undefined);
}

/** The file of a more readable form until it replaces the result. */
export function draftOf(file: string): string {
  return `${file}.draft`;
}

/** The process id, a hash of its start, and one of the namespace of the id. */
const nameShape = /^(?<pid>[1-9]\d*)-(?<birth>[0-9a-f]{16})-(?<place>[0-9a-f]{16})\.results$/;

/** The folder of this process's results in the run folder; its name identifies the process. */
export function resultFolder(runFolder: string): string {
  return path.join(runFolder, nameOf(process.pid));
}

/** Removes the results of killed hosts. Never rejects; the next host tries again. */
export async function removeLeftResults(runFolder: string): Promise<void> {
  const names = await readdir(runFolder).catch(() => []);
  const left = names.filter(isLeft);
  const removals = left.map((name) =>
    rm(path.join(runFolder, name), { recursive: true, force: true }),
  );
  await Promise.allSettled(removals);
}

function isLeft(name: string): boolean {
  const { pid, place } = nameShape.exec(name)?.groups ?? {};
  // Ids of another container mean other processes.
  if (pid === undefined || place !== hash(pidNamespace())) return false;
  return nameOf(Number(pid)) !== name || !reaches(Number(pid), 0);
}

function nameOf(pid: number): string {
  return `${pid}-${hash(identityOf(pid).birth)}-${hash(pidNamespace())}.results`;
}

function hash(text = ''): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
