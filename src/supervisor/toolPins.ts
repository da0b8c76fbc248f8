import { createHmac, randomBytes } from 'node:crypto';
import { signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import * as z from 'zod';
import { toolSchema, type Tool } from '../contract/state';
import { canonicalHash, toldOf } from '../vetting/canonicalHash';
import { accepted, pinned, type Identity, type Pins } from '../vetting/pins';
import { KnownFiles, type KnownBounds } from './knownFiles';
import { keyOf, type KnownBy } from './knownBy';

const keptPinsSchema = z.object({
  pins: z.array(
    z.object({
      key: z.string(),
      hash: z.string(),
      tool: toolSchema.optional(),
      isNew: z.boolean().optional(),
    }),
  ),
});
type KeptPins = z.infer<typeof keptPinsSchema>;

/** They are small, and what is forgotten is believed anew. */
const bounds: KnownBounds = { files: 5_000, bytes: 16 * 1024 * 1024 };

/** Whether a text may not be written down. */
type HoldsSecret = (text: string) => boolean;

/**
 * The definitions of tools as they were when a person approved of their server, for all who declare the same
 * entry. On disk names and hashes are keyed, and a definition that holds a secret is left out.
 */
export class ToolPins {
  readonly #entries = new Map<string, Signal<Pins | undefined>>();
  readonly #identities = new WeakMap<Tool, Identity>();
  readonly #files: KnownFiles<KeptPins> | undefined;
  #hashKey: Buffer = randomBytes(32);
  #loading: Promise<void> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    folder?: string,
    private readonly key?: () => Promise<Buffer>,
  ) {
    this.#files = folder === undefined ? undefined : new KnownFiles(folder, bounds, keptPinsSchema);
  }

  /** Fetches what is pinned of these servers: {@link of} gives it from then on. */
  async load(servers: readonly KnownBy[]): Promise<void> {
    // What the key is decides what all hashes are.
    this.#loading ??= this.#loadKey();
    await this.#loading;
    await Promise.all(
      servers.map(keyOf).map(async (key) => {
        if (this.#entries.has(key)) return;
        const kept = await this.#files?.read(key);
        if (kept && !this.#entries.has(key)) this.#entry(key).value = fromKept(kept);
      }),
    );
  }

  /** What is pinned of a server, now and from now on; nothing until its first list. */
  of(by: KnownBy): ReadonlySignal<Pins | undefined> {
    return this.#entry(keyOf(by));
  }

  /** What stands for a tool in pins. */
  readonly identify = (tool: Tool): Identity => {
    const known = this.#identities.get(tool) ?? {
      key: this.#keyed(tool.name),
      hash: this.#keyed(canonicalHash(tool)),
    };
    this.#identities.set(tool, known);
    return known;
  };

  /** A list was read: the first is pinned, and of later ones what is new. */
  learn(by: KnownBy, tools: readonly Tool[], holdsSecret: HoldsSecret): void {
    const entry = this.#entry(keyOf(by));
    this.#keep(by, pinned(entry.peek(), tools, this.identify), holdsSecret);
  }

  /** A person has looked at these tools. */
  accept(by: KnownBy, tools: readonly Tool[], holdsSecret: HoldsSecret): void {
    const entry = this.#entry(keyOf(by));
    this.#keep(by, accepted(entry.peek(), tools, this.identify), holdsSecret);
  }

  /** Resolves when what was pinned is written, well or not. */
  flush(): Promise<void> {
    return this.#writing;
  }

  #keep(by: KnownBy, pins: Pins | undefined, holdsSecret: HoldsSecret): void {
    const key = keyOf(by);
    const entry = this.#entry(key);
    const files = this.#files;
    if (pins === entry.peek()) return;
    entry.value = pins;
    if (!pins || !files) return;
    this.#writing = this.#writing.then(async () => {
      // Only the newest is written of what was pinned meanwhile.
      if (entry.peek() !== pins) return;
      await files.write(key, toKept(pins, holdsSecret));
      await files.tidy();
    });
  }

  #entry(key: string): Signal<Pins | undefined> {
    const entry = this.#entries.get(key) ?? signal<Pins | undefined>(undefined);
    this.#entries.set(key, entry);
    return entry;
  }

  async #loadKey(): Promise<void> {
    this.#hashKey = (await this.key?.().catch(() => undefined)) ?? this.#hashKey;
  }

  #keyed(text: string): string {
    return createHmac('sha256', this.#hashKey).update(text).digest('base64url');
  }
}

/** Without the definitions where these are too much for a file. */
function toKept(pins: Pins, holdsSecret: HoldsSecret): string {
  const kept = Array.from(pins, ([key, { hash, tool, isNew }]) => {
    const told = tool && toldOf(tool);
    const isKept = told && !holdsSecret(JSON.stringify(told));
    return { key, hash, isNew, ...(isKept && { tool: told }) };
  });
  const whole = JSON.stringify({ pins: kept });
  if (Buffer.byteLength(whole) <= bounds.bytes) return whole;
  return JSON.stringify({ pins: kept.map(({ key, hash, isNew }) => ({ key, hash, isNew })) });
}

function fromKept({ pins }: KeptPins): Pins {
  return new Map(pins.map(({ key, ...pin }) => [key, pin]));
}
