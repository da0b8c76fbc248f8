import { createHmac } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { once } from '../base/lazy';
import { persistentKey } from '../base/persistentKey';
import { replaceFile } from '../base/privateFile';
import { catalogSchema, handshakeSchema } from '../ipc/state';
import type { Declaration } from '../ipc/contract';

const knowledgeSchema = z.object({
  handshake: z.optional(handshakeSchema),
  catalog: z.optional(catalogSchema),
  /** Milliseconds that the last start took to its handshake. */
  startTook: z.optional(z.number().check(z.nonnegative())),
  /** It has requested the folders of its clients. */
  asksRoots: z.optional(z.boolean()),
});

/** The facts about a server that outlive its process. */
export type ServerKnowledge = Readonly<z.infer<typeof knowledgeSchema>>;

/** Bounds of a folder. */
export interface FolderBounds {
  readonly files: number;
  /** Bytes of one file. */
  readonly bytes: number;
}

const defaultBounds: FolderBounds = { files: 200, bytes: 4 * 1024 * 1024 };

/** Milliseconds for which a file counts as used just now. */
const useResolution = 60 * 60 * 1_000;

/** The schema of a file's content, which is given as it was written. */
interface FileSchema {
  safeParse(value: unknown): { readonly success: boolean };
}

/** The content of a file; `none`: nothing was written, `broken`: it does not fit the schema, or is too long. */
export type StoredValue<T> = { readonly value: T } | 'none' | 'broken';

/**
 * Knowledge of servers as files of a private folder, one for each server. Their names are keyed hashes, because names
 * must not tell which servers a person uses. Rejects if the disk refuses.
 */
export class KnownFiles<T = ServerKnowledge> {
  readonly #key = once(() => persistentKey(this.folder));

  constructor(
    private readonly folder: string,
    private readonly bounds = defaultBounds,
    private readonly schema: FileSchema = knowledgeSchema,
  ) {}

  /** The value of a key, which then counts as used, to within an hour. */
  async read(key: string): Promise<StoredValue<T>> {
    const file = await this.#fileOf(key);
    const found = await stat(file).catch(whereMissing);
    if (!found) return 'none';
    const value =
      found.size > this.bounds.bytes ? undefined : this.#parse(await readFile(file, 'utf8'));
    if (!value) return 'broken';
    // A clock may have been wrong.
    if (Math.abs(Date.now() - found.mtimeMs) > useResolution) {
      const now = new Date();
      // A folder that can only be read keeps its times.
      await utimes(file, now, now).catch(() => undefined);
    }
    return { value };
  }

  /** Replaces the text of a key. An absent or too long one removes it. */
  async write(key: string, text: string | undefined): Promise<void> {
    const file = await this.#fileOf(key);
    const isStored = text !== undefined && Buffer.byteLength(text) <= this.bounds.bytes;
    await (isStored ? replaceFile(file, text) : rm(file, { force: true }));
  }

  /** The version of a file, as far as the disk tells two apart; `undefined` where there is none. */
  async version(key: string): Promise<string | undefined> {
    const file = await this.#fileOf(key);
    const found = await stat(file, { bigint: true }).catch(whereMissing);
    return found && [found.ino, found.mtimeNs, found.size].join(' ');
  }

  /** Removes the files that were not used for longest where there are too many. */
  async tidy(): Promise<void> {
    try {
      const names = (await readdir(this.folder)).filter((name) => name.includes('.json'));
      if (names.length <= this.bounds.files) return;
      const files = await Promise.all(
        names.map(async (name) => {
          const file = path.join(this.folder, name);
          return { file, used: (await stat(file)).mtimeMs };
        }),
      );
      const unused = files.toSorted((a, b) => b.used - a.used).slice(this.bounds.files);
      await Promise.all(unused.map(({ file }) => rm(file, { force: true })));
    } catch {
      // Another host tidies at the same time.
    }
  }

  async #fileOf(key: string): Promise<string> {
    const name = createHmac('sha256', await this.#key())
      .update(key)
      .digest('hex');
    return path.join(this.folder, `${name}.json`);
  }

  /** As it was written: the order of keys stays, so that equal lists have equal texts. */
  #parse(text: string): T | undefined {
    try {
      const value: unknown = JSON.parse(text);
      return this.schema.safeParse(value).success ? (value as T) : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Any other error than a missing file means that it cannot be read. */
export function whereMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Identifies a server before its launch is known: the name, the entry as written, and its file. The file counts,
 * because an equal entry of another file may not have been approved.
 */
export type EntryIdentity = Pick<Declaration, 'name' | 'launchVersion' | 'fingerprint' | 'file'>;

/** The key of an entry's knowledge, which belongs to the entry as written, whatever it is launched with. */
export function knowledgeKey({ name, ...entry }: EntryIdentity): string {
  return JSON.stringify([name, writtenAs(entry), entry.file]);
}

/** An entry that pins belong to, whatever it is called. */
export type PinnedEntry = Omit<EntryIdentity, 'name'>;

/** The key of an entry's pins, which belong to the entry as its knowledge does. */
export function pinKey(entry: PinnedEntry): string {
  return JSON.stringify([writtenAs(entry), entry.file]);
}

function writtenAs({ launchVersion, fingerprint = launchVersion }: PinnedEntry): string {
  return fingerprint;
}
