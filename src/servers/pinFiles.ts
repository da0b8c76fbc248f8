import type { KeyObject } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { messageOf, type Reason } from '../base/errors';
import { persistentKey, keyFile, keyIn } from '../base/persistentKey';
import { withFileLock } from '../ipc/fileLock';
import { toolSchema } from '../ipc/state';
import { toldOf } from '../ipc/canonicalHash';
import { merged, type Pins } from '../tools/scan/pins';
import { KnownFiles, type KnownBounds } from './knownFiles';

const keptPinsSchema = z.object({
  pins: z.array(
    z.object({
      key: z.string(),
      hash: z.string(),
      tool: toolSchema.optional(),
      isNew: z.boolean().optional(),
      seenAt: z.number().optional(),
    }),
  ),
});
type KeptPins = z.infer<typeof keptPinsSchema>;

/** They are small, and what is forgotten is believed anew. */
const bounds: KnownBounds = { files: 5_000, bytes: 16 * 1024 * 1024 };
/** Milliseconds that another host may be writing. */
const longestWait = 5_000;

/** Milliseconds for which a lost key counts: what was not used since then is as good as never seen. */
const lossCounts = 180 * 24 * 60 * 60 * 1_000;

/** Whether a text may not be written down. */
export type HoldsSecret = (text: string) => boolean;

/** What is pinned, and what is in the way of knowing or keeping it. */
export interface PinsRead {
  /** Absent: nothing was ever pinned. */
  readonly pins?: Pins | undefined;
  readonly problem?: Reason | undefined;
}

/** Nobody knows what a person has seen, so that all is new to them. */
const nothingSeen: Pins = new Map();

/** Pins on disk, for all hosts of a user: each writes what it knows into what is there. */
export class PinFiles {
  readonly #files: KnownFiles<KeptPins>;
  /** Stands there since the key was lost: whose pins were found by it nobody can tell. */
  readonly #loss: string;
  #ready: Promise<void> | undefined;

  constructor(private readonly folder: string) {
    this.#files = new KnownFiles(folder, bounds, keptPinsSchema);
    this.#loss = path.join(folder, 'lost');
  }

  /** Never rejects: where it cannot be told what was pinned, nothing counts as seen. */
  async read(key: string): Promise<PinsRead> {
    try {
      await this.#open();
      const kept = await this.#files.read(key);
      if (kept === 'none') return await this.#unfound();
      if (kept === 'broken') return { pins: nothingSeen, problem: { code: 'pinsBroken' } };
      return { pins: fromKept(kept.value) };
    } catch (error) {
      return {
        pins: nothingSeen,
        problem: { code: 'pinsUnread', args: { message: messageOf(error) } },
      };
    }
  }

  /**
   * Brings what one host knows together with what was kept, and keeps that, unless it cannot be read. Never rejects.
   */
  async merge(key: string, own: Pins, holdsSecret: HoldsSecret): Promise<PinsRead> {
    try {
      return await this.#locked('lock', async () => {
        const { pins: kept, problem } = await this.read(key);
        if (problem?.code === 'pinsUnread') return { pins: own, problem };
        const pins = kept && !problem ? merged(kept, own) : own;
        await this.#files.write(key, toKept(pins, holdsSecret));
        await this.#files.tidy();
        return { pins };
      });
    } catch (error) {
      return { pins: own, problem: { code: 'pinsUnwritten', args: { message: messageOf(error) } } };
    }
  }

  /** The key of all that is kept here, names and hashes. @throws Error where it can be neither read nor made. */
  async key(): Promise<KeyObject> {
    await this.#open();
    return persistentKey(this.folder);
  }

  /** Resolves when there is a key, which all hosts share. */
  async #open(): Promise<void> {
    this.#ready ??= this.#hasKey().then((has) =>
      has ? undefined : this.#locked('key.lock', () => this.#makeKey()),
    );
    this.#ready.catch(() => (this.#ready = undefined));
    await this.#ready;
  }

  async #hasKey(): Promise<boolean> {
    return (await keyIn(this.folder).catch(whereMissing)) !== undefined;
  }

  /** The loss is noted first: nobody takes the new key for the one that was lost. */
  async #makeKey(): Promise<void> {
    if (await this.#hasKey()) return;
    const names = await readdir(this.folder);
    if (names.some((name) => name.endsWith('.json'))) await writeFile(this.#loss, '');
    await rm(path.join(this.folder, keyFile), { force: true });
    await persistentKey(this.folder);
  }

  /** What it means that nothing is found of a server. */
  async #unfound(): Promise<PinsRead> {
    const { mtimeMs = 0 } = (await stat(this.#loss).catch(whereMissing)) ?? {};
    if (Date.now() - mtimeMs > lossCounts) return {};
    return { pins: nothingSeen, problem: { code: 'pinsLost' } };
  }

  async #locked<T>(name: string, task: () => Promise<T>): Promise<T> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    return withFileLock(path.join(this.folder, name), AbortSignal.timeout(longestWait), task);
  }
}

/** Only what is not there is missing: all else cannot be read. */
function whereMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Without the definitions where these are too much for a file; without anything where also that is: all is new then.
 */
function toKept(pins: Pins, holdsSecret: HoldsSecret): string {
  const kept = Array.from(pins, ([key, { tool, ...pin }]) => {
    const told = tool && toldOf(tool);
    const isKept = told && !holdsSecret(JSON.stringify(told));
    return { key, ...pin, ...(isKept && { tool: told }) };
  });
  const bare = Array.from(pins, ([key, { hash, isNew, seenAt }]) => ({ key, hash, isNew, seenAt }));
  const texts = [kept, bare].map((some) => JSON.stringify({ pins: some }));
  const fitting = texts.find((text) => Buffer.byteLength(text) <= bounds.bytes);
  return fitting ?? JSON.stringify({ pins: [] });
}

function fromKept({ pins }: KeptPins): Pins {
  return new Map(pins.map(({ key, ...pin }) => [key, pin]));
}
