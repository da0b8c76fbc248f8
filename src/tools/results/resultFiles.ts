import { randomUUID, createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, rename, rm, writeFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Disposable } from '../../base/disposable';
import { identityOf, pidNamespace, reaches } from '../../base/processIdentity';

/** A file of the host's own; gone when it is removed, also to make room for others. */
export interface ResultFile {
  readonly path: string;
  bytes: number;
  isGone: boolean;
}

/** How much a host keeps. */
export interface ResultBounds {
  readonly files: number;
  readonly bytes: number;
}

const usualBounds: ResultBounds = { files: 200, bytes: 500_000_000 };

/**
 * The results that a host keeps for its clients, in files that only its user can read. The oldest make room for new
 * ones.
 */
export class ResultFiles implements Disposable {
  /** In the order in which they were put. */
  readonly #files = new Set<ResultFile>();
  #bytes = 0;

  constructor(
    private readonly folder: string,
    private readonly bounds = usualBounds,
  ) {}

  /** Keeps a content; `undefined` where it cannot be kept. */
  async put(content: string | Buffer, signal: AbortSignal): Promise<ResultFile | undefined> {
    const bytes = Buffer.byteLength(content);
    if (bytes > this.bounds.bytes) return undefined;
    const file: ResultFile = { path: path.join(this.folder, randomUUID()), bytes, isGone: false };
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
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

  /** Puts the draft of a file in its place, unless that has made room for others; where it cannot, the file stays. */
  async takeDraft(file: ResultFile, bytes: number): Promise<void> {
    if (!file.isGone) await rename(draftOf(file.path), file.path).catch(() => undefined);
    // It may have gone meanwhile, and be there again.
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

  /** At once, since the process may end. */
  dispose(): void {
    for (const file of this.#files) file.isGone = true;
    this.#files.clear();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #makeRoom(): void {
    for (const file of this.#files) {
      if (this.#files.size <= this.bounds.files && this.#bytes <= this.bounds.bytes) return;
      this.remove(file);
    }
  }
}

function removeFile({ path: file }: ResultFile): void {
  for (const one of [file, draftOf(file)]) rm(one, { force: true }).catch(() => undefined);
}

/** Where a better form of a kept result is written, until it takes its place. */
export function draftOf(file: string): string {
  return `${file}.draft`;
}

/** The process, who tells it apart by its birth, and where its id counts. */
const nameShape = /^(?<pid>[1-9]\d*)-(?<birth>[0-9a-f]{16})-(?<place>[0-9a-f]{16})\.results$/;

/** The folder of the results that this process keeps, in the run folder; its name tells whose it is. */
export function resultFolder(runFolder: string): string {
  return path.join(runFolder, nameOf(process.pid));
}

/** Removes what hosts kept that were killed. Never rejects; what cannot be removed now may be by the next host. */
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
  // Ids of another container are not ours to judge.
  if (pid === undefined || place !== hash(pidNamespace())) return false;
  return nameOf(Number(pid)) !== name || !reaches(Number(pid), 0);
}

function nameOf(pid: number): string {
  return `${pid}-${hash(identityOf(pid).birth)}-${hash(pidNamespace())}.results`;
}

function hash(text = ''): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
