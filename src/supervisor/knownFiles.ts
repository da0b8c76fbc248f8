import { createHmac } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { isKeyFile, keptKey } from '../base/keptKey';
import { replaceFile } from '../base/replaceFile';
import { catalogSchema, handshakeSchema } from '../contract/state';

const knowledgeSchema = z.object({
  handshake: handshakeSchema.optional(),
  catalog: catalogSchema.optional(),
  /** Milliseconds that the last start took to its handshake. */
  startTook: z.number().nonnegative().optional(),
  /** It has asked for the folders of its clients. */
  asksRoots: z.boolean().optional(),
});

/** What was learned of a server and outlives its process. */
export type ServerKnowledge = Readonly<z.infer<typeof knowledgeSchema>>;

/** How much the folder may hold. */
export interface KnownBounds {
  readonly files: number;
  /** Of one file. */
  readonly bytes: number;
}

const defaultBounds: KnownBounds = { files: 200, bytes: 4 * 1024 * 1024 };

/** What a file may hold; what is read is given as it was written. */
interface FileSchema {
  safeParse(value: unknown): { readonly success: boolean };
}

/**
 * What is known of servers as files of a private folder, one each. Their names are keyed hashes that
 * tell nothing of the servers. What is broken or too large counts as not there and is removed; a disk
 * that refuses costs nothing but memory of the past.
 */
export class KnownFiles<T = ServerKnowledge> {
  #key: Promise<Buffer> | undefined;

  constructor(
    private readonly folder: string,
    private readonly bounds = defaultBounds,
    private readonly schema: FileSchema = knowledgeSchema,
  ) {}

  /** What was written for a key; it then counts as used. */
  async read(key: string): Promise<T | undefined> {
    try {
      const file = await this.#fileOf(key);
      const { size } = await stat(file);
      const knowledge =
        size > this.bounds.bytes ? undefined : this.#parse(await readFile(file, 'utf8'));
      const now = new Date();
      await (knowledge ? utimes(file, now, now) : rm(file, { force: true }));
      return knowledge;
    } catch {
      return undefined;
    }
  }

  /** Puts a text in the place of what was written for a key; without one, or a small enough one, nothing. */
  async write(key: string, text: string | undefined): Promise<void> {
    try {
      const file = await this.#fileOf(key);
      if (text === undefined || Buffer.byteLength(text) > this.bounds.bytes) {
        return await rm(file, { force: true });
      }
      await replaceFile(file, text);
    } catch {
      // The next host starts without it.
    }
  }

  /** Removes what was not used for longest where there is too much. */
  async tidy(): Promise<void> {
    try {
      const names = (await readdir(this.folder)).filter((name) => !isKeyFile(name));
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
    this.#key ??= keptKey(this.folder);
    const name = createHmac('sha256', await this.#key)
      .update(key)
      .digest('hex');
    return path.join(this.folder, `${name}.json`);
  }

  /** As it was written: the order of keys is kept, so that equal lists have equal texts. */
  #parse(text: string): T | undefined {
    try {
      const value: unknown = JSON.parse(text);
      return this.schema.safeParse(value).success ? (value as T) : undefined;
    } catch {
      return undefined;
    }
  }
}
