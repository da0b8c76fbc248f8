import { createHmac, generateKeySync, type KeyObject } from 'node:crypto';
import { signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import { messageOf, type Reason } from '../base/errors';
import type { Tool } from '../ipc/state';
import { canonicalHash } from '../ipc/canonicalHash';
import { accepted, pinned, type Identity } from '../tools/scan/pins';
import { pinKeyOf, type KnownBy } from './knownBy';
import { PinFiles, type HoldsSecret, type PinsRead } from './pinFiles';

/**
 * The definitions of tools as they were when a person approved of their server, for all who declare the same
 * entry. On disk names and hashes are keyed, and a definition that holds a secret is left out. Where that
 * cannot be read, no tool counts as seen.
 */
export class ToolPins {
  readonly #entries = new Map<string, Signal<PinsRead>>();
  readonly #identities = new WeakMap<Tool, Identity>();
  readonly #loads = new Map<string, Promise<void>>();
  readonly #files: PinFiles | undefined;
  #hashKey: KeyObject = generateKeySync('hmac', { length: 256 });
  /** Why the key of all hashes is not to be had; without it nothing that was kept can be compared. */
  #keyless: Reason | undefined;
  #keyLoad: Promise<void> | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** `folder`: where pins are kept; absent = nowhere. */
  constructor(folder?: string) {
    this.#files = folder === undefined ? undefined : new PinFiles(folder);
  }

  /** Fetches what is pinned of these servers: {@link of} gives it from then on. */
  async load(servers: readonly KnownBy[]): Promise<void> {
    // What the key is decides what all hashes are.
    this.#keyLoad ??= this.#loadKey();
    await this.#keyLoad;
    await Promise.all(
      servers.map(pinKeyOf).map((key) => {
        const loading = this.#loads.get(key) ?? this.#load(key);
        this.#loads.set(key, loading);
        return loading;
      }),
    );
  }

  /** What is pinned of a server, now and from now on; no pins until its first list. */
  of(by: KnownBy): ReadonlySignal<PinsRead> {
    return this.#entry(pinKeyOf(by));
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
    const { pins, problem } = this.of(by).peek();
    this.#keep(by, { pins: pinned(pins, tools, this.identify), problem }, holdsSecret);
  }

  /** A person has looked at these tools. */
  accept(by: KnownBy, tools: readonly Tool[], holdsSecret: HoldsSecret): void {
    const { pins } = this.of(by).peek();
    this.#keep(by, { pins: accepted(pins, tools, this.identify, Date.now()) }, holdsSecret);
  }

  /** Resolves when what was pinned is written, well or not. */
  flush(): Promise<void> {
    return this.#writing;
  }

  #keep(by: KnownBy, now: PinsRead, holdsSecret: HoldsSecret): void {
    const key = pinKeyOf(by);
    const entry = this.#entry(key);
    const { pins, problem } = now;
    if (!pins || pins === entry.peek().pins) return;
    entry.value = now;
    const files = this.#files;
    if (!files || this.#keyless) return;
    this.#writing = this.#writing.then(async () => {
      // Only the newest is written of what was pinned meanwhile.
      if (entry.peek() !== now) return;
      const kept = await files.merge(key, pins, holdsSecret);
      // That they were lost is told until a person has looked, and the same is told once.
      const isTold = kept.problem ? problem?.code === kept.problem.code : isLoss(problem);
      const left = isTold ? problem : kept.problem;
      const isSame = kept.pins === pins && left === problem;
      // What was pinned while it was written is merged next.
      if (!isSame && entry.peek() === now) entry.value = { pins: kept.pins, problem: left };
    });
  }

  async #load(key: string): Promise<void> {
    const kept = this.#keyless ? unseen(this.#keyless) : await this.#files?.read(key);
    if (kept) this.#entry(key).value = kept;
  }

  #entry(key: string): Signal<PinsRead> {
    const entry = this.#entries.get(key) ?? signal<PinsRead>({});
    this.#entries.set(key, entry);
    return entry;
  }

  async #loadKey(): Promise<void> {
    try {
      this.#hashKey = (await this.#files?.key()) ?? this.#hashKey;
    } catch (error) {
      this.#keyless = { code: 'pinsUnread', args: { message: messageOf(error) } };
    }
  }

  #keyed(text: string): string {
    return createHmac('sha256', this.#hashKey).update(text).digest('base64url');
  }
}

function isLoss(problem: Reason | undefined): boolean {
  return problem?.code === 'pinsBroken' || problem?.code === 'pinsLost';
}

function unseen(problem: Reason): PinsRead {
  return { pins: new Map(), problem };
}
