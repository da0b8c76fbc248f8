import { createHmac, generateKeySync, type KeyObject } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import * as z from 'zod/mini';
import { DelayedWriter } from '../base/delayedWriter';
import { messageOf, type Reason } from '../base/errors';
import { alone } from '../base/fileLock';
import { type Tool, toolSchema } from '../ipc/state';
import { canonicalHash, readableTool } from '../ipc/canonicalHash';
import { accepted, pinned, type Identity, merged, type Pins } from '../tools/scan/pins';
import { persistentKey, keyFile, keyIn } from '../base/persistentKey';
import { once, memo } from '../base/lazy';
import {
  pinKey,
  type PinnedEntry,
  KnownFiles,
  type FolderBounds,
  whereMissing,
} from './knownFiles';

const storedPinsSchema = z.object({
  pins: z.array(
    z.object({
      key: z.string(),
      hash: z.string(),
      tool: z.optional(toolSchema),
      isNew: z.optional(z.boolean()),
      seenAt: z.optional(z.number()),
    }),
  ),
});
type StoredPins = z.infer<typeof storedPinsSchema>;

/** Pins are small, and a tool whose pin is forgotten is believed anew. */
const bounds: FolderBounds = { files: 5_000, bytes: 16 * 1024 * 1024 };

/** Milliseconds until a change is written, because windows wait for the list and not for its pins. */
const writeDelayMs = 200;

/** Milliseconds for which a lost key counts. A server that was not used since is as good as never seen. */
const lossCountsMs = 180 * 24 * 60 * 60 * 1_000;

/** True if a text may not be written down. */
export type HoldsSecret = (text: string) => boolean;

/** Joins the secrets of all who changed a text before it is written. */
export function joinedSecrets(one: HoldsSecret, other: HoldsSecret | undefined): HoldsSecret {
  return other ? (text) => other(text) || one(text) : one;
}

/** The pins of a server, and the problem in reading or writing them. */
export interface PinsRead {
  /** Absent: nothing was ever pinned. */
  readonly pins?: Pins | undefined;
  readonly problem?: Reason | undefined;
}

/** Stands for pins that cannot be read: all tools are new. Absent pins mean that nothing was ever pinned. */
const nothingSeen: Pins = new Map();

/**
 * Pins on disk, for all hosts of a user. Hosts of two builds may run, so each merges its pins into the file under a
 * lock.
 */
export class PinFiles {
  readonly #files: KnownFiles<StoredPins>;
  /** The pins that were read or written last, by key, with the version of their file. */
  readonly #latest = new Map<string, { readonly pins: Pins; readonly version: string }>();
  /** A file that notes the loss of the key, by which the pins of a server are found. */
  readonly #loss: string;
  /** Resolves when there is a key, which all hosts share. */
  readonly #open = once(async () => {
    if (await this.#hasKey()) return;
    await alone(path.join(this.folder, 'key.lock'), () => this.#makeKey());
  });

  constructor(private readonly folder: string) {
    this.#files = new KnownFiles(folder, bounds, storedPinsSchema);
    this.#loss = path.join(folder, 'lost');
  }

  /** Never rejects: where the pins cannot be read, nothing counts as seen. */
  async read(key: string): Promise<PinsRead> {
    try {
      await this.#open();
      const version = await this.#files.version(key);
      const stored = await this.#files.read(key);
      if (stored === 'none') return await this.#unfound();
      if (stored === 'broken') return unseen({ code: 'pinsBroken' });
      const pins = fromStored(stored.value);
      if (version !== undefined) this.#latest.set(key, { pins, version });
      return { pins };
    } catch (error) {
      return unseen(unread(error));
    }
  }

  /** The pins that another host has written since they were read or written here. Never rejects. */
  async newer(key: string): Promise<Pins | undefined> {
    const before = this.#latest.get(key)?.pins;
    const { pins, problem } = await this.#newest(key);
    return problem || pins === before ? undefined : pins;
  }

  /** Merges the pins of one host into those on disk, unless these cannot be read. Never rejects. */
  async merge(key: string, own: Pins, holdsSecret: HoldsSecret): Promise<PinsRead> {
    try {
      return await alone(path.join(this.folder, 'lock'), async () => {
        const { pins: stored, problem } = await this.#newest(key);
        if (isUnread({ problem })) return { pins: own, problem };
        const pins = stored && !problem ? merged(stored, own) : own;
        const { text, isWhole } = toStored(pins, holdsSecret);
        await this.#files.write(key, text);
        await this.#noteWritten(key, isWhole ? pins : undefined);
        await this.#files.tidy();
        return { pins };
      });
    } catch (error) {
      return { pins: own, problem: { code: 'pinsUnwritten', args: { message: messageOf(error) } } };
    }
  }

  /** The pins of a file, which is read only if somebody else has written it since. */
  async #newest(key: string): Promise<PinsRead> {
    const latest = this.#latest.get(key);
    const isNewest = latest && latest.version === (await this.#files.version(key).catch(() => ''));
    return isNewest ? { pins: latest.pins } : this.read(key);
  }

  /** Notes the pins that a file has; `undefined`: it is to be read the next time. */
  async #noteWritten(key: string, pins: Pins | undefined): Promise<void> {
    const version = pins && (await this.#files.version(key).catch(() => undefined));
    if (pins && version !== undefined) this.#latest.set(key, { pins, version });
    else this.#latest.delete(key);
  }

  /** The key of all names and hashes here. @throws Error where it can be neither read nor made. */
  async key(): Promise<KeyObject> {
    await this.#open();
    return persistentKey(this.folder);
  }

  async #hasKey(): Promise<boolean> {
    return (await keyIn(this.folder).catch(whereMissing)) !== undefined;
  }

  /** Notes the loss before there is a new key, so that nobody takes it for the lost one. */
  async #makeKey(): Promise<void> {
    if (await this.#hasKey()) return;
    const names = await readdir(this.folder);
    if (names.some((name) => name.endsWith('.json'))) await writeFile(this.#loss, '');
    await rm(path.join(this.folder, keyFile), { force: true });
    await persistentKey(this.folder);
  }

  /**
   * The pins of a server without a file. After a loss of the key nothing counts as seen, because names depend on it.
   */
  async #unfound(): Promise<PinsRead> {
    const { mtimeMs = 0 } = (await stat(this.#loss).catch(whereMissing)) ?? {};
    if (Date.now() - mtimeMs > lossCountsMs) return {};
    return unseen({ code: 'pinsLost' });
  }
}

/**
 * The text of a file, without definitions if it is too long with them. An empty one makes all tools new. `isWhole`: it
 * has everything.
 */
function toStored(
  pins: Pins,
  holdsSecret: HoldsSecret,
): { readonly text: string; readonly isWhole: boolean } {
  let isWhole = true;
  const stored = Array.from(pins, ([key, { tool, ...pin }]) => {
    const shown = tool && readableTool(tool);
    const isWithheld = shown !== undefined && holdsSecret(JSON.stringify(shown));
    isWhole &&= !isWithheld;
    return { key, ...pin, ...(shown && !isWithheld && { tool: shown }) };
  });
  const text = fitting(stored);
  if (text !== undefined) return { text, isWhole };
  const bare = stored.map(({ key, hash, isNew, seenAt }) => ({ key, hash, isNew, seenAt }));
  return { text: fitting(bare) ?? JSON.stringify({ pins: [] }), isWhole: false };
}

/** The text of a file with these pins; `undefined` if it is too long. */
function fitting(pins: StoredPins['pins']): string | undefined {
  const text = JSON.stringify({ pins });
  return Buffer.byteLength(text) <= bounds.bytes ? text : undefined;
}

function fromStored({ pins }: StoredPins): Pins {
  return new Map(pins.map(({ key, ...pin }) => [key, pin]));
}

/**
 * The definitions of tools as they were when a person approved of their server. They belong to the name, file and text
 * of an entry, and not to its launch. All clients that declare the entry share them. On disk names and hashes are
 * keyed, and a definition that holds a secret is left out. Where pins cannot be read, no tool counts as seen, because
 * without pins every tool would be believed.
 */
export class ToolPins {
  readonly #entries = new Map<string, Signal<PinsRead>>();
  readonly #loads = new Map<string, Promise<void>>();
  readonly #files: PinFiles | undefined;
  #hashKey: KeyObject = generateKeySync('hmac', { length: 256 });
  /** Why there is no key of hashes; without it no stored pin can be compared. */
  #keyProblem: Reason | undefined;
  /** The keys of pins that have changed, each with what may not be written. */
  readonly #unwritten = new Map<string, HoldsSecret>();
  readonly #writer = new DelayedWriter(writeDelayMs, () => this.#write());
  #identities = this.#memoIdentities();
  /** Takes the key from the disk. Pins that were learned without it have other hashes, and get those of the key. */
  readonly #openKey = once(async () => {
    const files = this.#files;
    if (!files) return;
    const hashKey = await files.key();
    const keys = [...this.#entries.keys()];
    const stored = new Map(
      await Promise.all(keys.map(async (key) => [key, await files.read(key)] as const)),
    );
    batch(() => {
      const problem = this.#keyProblem;
      this.#hashKey = hashKey;
      this.#identities = this.#memoIdentities();
      this.#keyProblem = undefined;
      for (const [key, entry] of this.#entries) {
        const { pins } = entry.peek();
        entry.value = withOwn(stored.get(key) ?? unseen(problem), pins && this.#rehashed(pins));
      }
    });
  });

  /** `folder`: the folder of the pins; without it they stay in memory. */
  constructor(folder?: string) {
    this.#files = folder === undefined ? undefined : new PinFiles(folder);
  }

  /**
   * Reads the pins of these servers, which {@link of} gives from then on; again those that could not be read, or that
   * another host has written since.
   */
  async load(servers: readonly PinnedEntry[]): Promise<void> {
    // All hashes depend on the key.
    await this.#openKey().catch((error: unknown) => {
      this.#keyProblem = unread(error);
    });
    await Promise.all(
      servers.map(pinKey).map((key) => {
        const before = isUnread(this.#entry(key).peek()) ? undefined : this.#loads.get(key);
        const loading = before?.then(() => this.#refresh(key)) ?? this.#load(key);
        this.#loads.set(key, loading);
        return loading;
      }),
    );
  }

  /** The pins of a server, now and from now on; absent until its first list. */
  of(by: PinnedEntry): ReadonlySignal<PinsRead> {
    return this.#entry(pinKey(by));
  }

  /** The identity of a tool in pins. */
  identify(tool: Tool): Identity {
    return this.#identities(tool);
  }

  /** Pins the tools of the first list, and the new ones of later lists. */
  learn(by: PinnedEntry, tools: readonly Tool[], holdsSecret: HoldsSecret): void {
    const { pins, problem } = this.of(by).peek();
    this.#update(by, { pins: pinned(pins, tools, this.#identities), problem }, holdsSecret);
  }

  /** Takes the pins of an entry over for one that was never pinned, because both are launched alike. */
  carry(from: PinnedEntry, to: PinnedEntry, holdsSecret: HoldsSecret): void {
    const { pins } = this.of(from).peek();
    if (!this.of(to).peek().pins) this.#update(to, { pins }, holdsSecret);
  }

  /** A person has looked at these tools. */
  accept(by: PinnedEntry, tools: readonly Tool[], holdsSecret: HoldsSecret): void {
    const { pins } = this.of(by).peek();
    this.#update(by, { pins: accepted(pins, tools, this.#identities, Date.now()) }, holdsSecret);
  }

  /** Resolves when all pins are written, well or not. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  #update(by: PinnedEntry, now: PinsRead, holdsSecret: HoldsSecret): void {
    const key = pinKey(by);
    const entry = this.#entry(key);
    const { pins: before } = entry.peek();
    if (!now.pins || now.pins === before) return;
    entry.value = now;
    if (!this.#files || this.#keyProblem) return;
    this.#noteUnwritten(key, holdsSecret);
    this.#writer.schedule();
    // Without any pins the next host would believe every tool.
    if (!before) void this.#writer.flush();
  }

  /** Keeps the secrets of all who changed the pins. */
  #noteUnwritten(key: string, holdsSecret: HoldsSecret): void {
    this.#unwritten.set(key, joinedSecrets(holdsSecret, this.#unwritten.get(key)));
  }

  /** Rejects where the disk refuses, so that the next write tries again. */
  async #write(): Promise<void> {
    const refused = new Map<string, HoldsSecret>();
    for (const [key, holdsSecret] of this.#unwritten) {
      this.#unwritten.delete(key);
      const problem = await this.#merge(key, holdsSecret);
      if (problem) refused.set(key, holdsSecret);
    }
    for (const [key, holdsSecret] of refused) this.#noteUnwritten(key, holdsSecret);
    if (refused.size > 0) throw new Error('the disk refuses pins');
  }

  /** Merges the pins of an entry into its file. Gives the problem that this had. */
  async #merge(key: string, holdsSecret: HoldsSecret): Promise<Reason | undefined> {
    const entry = this.#entry(key);
    const now = entry.peek();
    const { pins, problem } = now;
    const stored = pins && (await this.#files?.merge(key, pins, holdsSecret));
    if (!stored) return undefined;
    // A loss is reported until a person has looked, and the same problem is reported once.
    const stays = stored.problem ? problem?.code === stored.problem.code : isLoss(problem);
    const left = stays ? problem : stored.problem;
    const isSame = stored.pins === pins && left === problem;
    // Pins from the time of the write are merged next.
    if (!isSame && entry.peek() === now) entry.value = { pins: stored.pins, problem: left };
    return stored.problem;
  }

  async #load(key: string): Promise<void> {
    const stored = this.#keyProblem ? unseen(this.#keyProblem) : await this.#files?.read(key);
    const entry = this.#entry(key);
    const now = entry.peek();
    if (!stored || (isUnread(stored) && isUnread(now))) return;
    // Own ones were learned, and perhaps accepted, while the file could not be read.
    entry.value = withOwn(stored, now.pins);
  }

  /** The same pins under the key of today. */
  #rehashed(pins: Pins): Pins {
    const known = Array.from(pins.values(), (pin) => {
      if (!pin.tool) return [];
      const { key, hash } = this.identify(pin.tool);
      return [[key, { ...pin, hash }]] as const;
    });
    return new Map(known.flat());
  }

  /** Merges what another host has written since, as after a person has looked there. */
  async #refresh(key: string): Promise<void> {
    const newer = this.#keyProblem ? undefined : await this.#files?.newer(key);
    if (!newer) return;
    const entry = this.#entry(key);
    const { pins: own, problem } = entry.peek();
    const pins = own ? merged(newer, own) : newer;
    if (pins !== own) entry.value = { pins, problem };
  }

  #entry(key: string): Signal<PinsRead> {
    const entry = this.#entries.get(key) ?? signal<PinsRead>({});
    this.#entries.set(key, entry);
    return entry;
  }

  #memoIdentities(): (tool: Tool) => Identity {
    return memo((tool) => ({
      key: this.#keyed(tool.name),
      hash: this.#keyed(canonicalHash(tool)),
    }));
  }

  #keyed(text: string): string {
    return createHmac('sha256', this.#hashKey).update(text).digest('base64url');
  }
}

function isLoss(problem: Reason | undefined): boolean {
  return problem?.code === 'pinsBroken' || problem?.code === 'pinsLost';
}

function isUnread({ problem }: PinsRead): boolean {
  return problem?.code === 'pinsUnread';
}

/** Pins that were read, with own ones from before. Where nothing was ever pinned, these are of the first list. */
function withOwn(stored: PinsRead, own: Pins | undefined): PinsRead {
  if (!own || own.size === 0) return stored;
  if (stored.pins) return { ...stored, pins: merged(stored.pins, own) };
  return {
    ...stored,
    pins: new Map(Array.from(own, ([key, pin]) => [key, { ...pin, isNew: false }])),
  };
}

function unread(error: unknown): Reason {
  return { code: 'pinsUnread', args: { message: messageOf(error) } };
}

function unseen(problem: Reason | undefined): PinsRead {
  return { pins: nothingSeen, problem };
}
