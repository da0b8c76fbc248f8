import * as z from 'zod/mini';
import type { Disposable } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import {
  callRecordSchema,
  type callRequests,
  type CallRecord,
  type GatewayRefusal,
  type GatewayRefusalKind,
} from '../../ipc/calls';
import { AuditFile } from './auditFile';
import { RefusalLog } from './refusalLog';

/** Calls that are kept in memory, of one owner and of all. */
const mostOfOwner = 1_000;
const mostOfAll = 4_000;

const storedCallSchema = z.object({ owner: z.string(), call: callRecordSchema });
type StoredCall = z.infer<typeof storedCallSchema>;

/** The calls of one owner. */
interface Owned {
  /** The calls in the order in which they ended. */
  calls: CallRecord[];
  readonly run: CallRun;
  /** Repeated refusals since the last write, by their keys. */
  readonly counted: Map<string, CallRecord>;
}

/** Selects calls of an owner. */
export type WantedCalls = z.output<typeof callRequests.calls.params>;

/** The part of the log that is one owner's. */
export interface OwnLog {
  /** Takes a call that is over. */
  add(call: CallRecord): void;
}

/**
 * Records the calls of tools that are over, and the refusals of the gateway. With `files` they are on disk, too, where
 * they outlive the host. Each call belongs to the client whose server was called. No owner with many calls drives out
 * those of another.
 */
export class AuditLog implements Disposable {
  readonly #changes = new Emitter<string | undefined>();
  readonly #file: AuditFile | undefined;
  readonly #refusals: RefusalLog;
  readonly #owners = new Map<string, Owned>();
  #loading: Promise<void> | undefined;

  /** Fired with the owner whose calls have changed, or without one where all have. */
  readonly onChanged: Event<string | undefined> = this.#changes.event;

  constructor(files?: { readonly calls: string; readonly refusals: string }) {
    this.#file = files && new AuditFile(files.calls);
    this.#refusals = new RefusalLog(files?.refusals);
  }

  /** The calls of one owner; `outlives`: the owner is known to later hosts by the same name. */
  of(owner: string, outlives: boolean): OwnLog {
    return {
      add: (call) => {
        const owned = this.#owned(owner);
        const next = owned.run.next(call);
        // Only a repeated refusal replaces an earlier record.
        if (next.count !== undefined) owned.calls = without(owned.calls, next);
        owned.calls.push(next);
        this.#bound(owned);
        if (outlives) this.#write(owner, owned, next);
        this.#changes.fire(owner);
      },
    };
  }

  /** The gateway has refused a request; `detail`: its text, without any part of a token. */
  refusedAtGateway(kind: GatewayRefusalKind, detail: string): void {
    this.#refusals.add(kind, detail);
    this.#changes.fire(undefined);
  }

  /** Has everyone read calls and figures anew: where they are exported to has changed, or why that fails. */
  exportChanged(): void {
    this.#changes.fire(undefined);
  }

  /** An owner's calls, the last ones first. */
  async calls(owner: string, { server, limit }: WantedCalls): Promise<CallRecord[]> {
    await this.#load();
    const { calls = [] } = this.#owners.get(owner) ?? {};
    return calls
      .filter((call) => server === undefined || call.server.id === server)
      .slice(-limit)
      .toReversed();
  }

  /** The refusals of the gateway, newest first. */
  refusals(): Promise<GatewayRefusal[]> {
    return this.#refusals.list();
  }

  /** Forgets an owner's calls, and all refusals. Rejects where the disk refuses. */
  async forget(owner: string): Promise<void> {
    await this.#load();
    this.#owners.delete(owner);
    await this.#refusals.forget();
    await this.#file?.keep((line) => storedCallOf(line)?.owner !== owner);
    this.#changes.fire(undefined);
  }

  /** Writes all calls that are not written yet. Never rejects. */
  async flush(): Promise<void> {
    for (const [owner, owned] of this.#owners) this.#writeCounted(owner, owned);
    await Promise.all([this.#file?.flush(), this.#refusals.flush()]);
  }

  dispose(): void {
    this.#changes.dispose();
  }

  #load(): Promise<void> {
    this.#loading ??= this.#read();
    return this.#loading;
  }

  /** Reads the calls of earlier hosts; those of this host are in memory already. */
  async #read(): Promise<void> {
    const lines = (await this.#file?.read()) ?? [];
    for (const [owner, earlier] of earlierOf(lines)) {
      const owned = this.#owned(owner);
      const own = new Set(owned.calls.map(({ key }) => key));
      owned.calls = [...earlier.filter(({ key }) => !own.has(key)), ...owned.calls];
      this.#bound(owned);
    }
  }

  #owned(owner: string): Owned {
    const owned = this.#owners.get(owner) ?? { calls: [], run: new CallRun(), counted: new Map() };
    this.#owners.set(owner, owned);
    return owned;
  }

  /**
   * Drops the oldest calls of an owner with too many. If all together are too many, the owner with the most loses half.
   */
  #bound(owned: Owned): void {
    while (owned.calls.length > mostOfOwner) owned.calls.shift();
    const all = [...this.#owners];
    const count = all.reduce((sum, [, { calls }]) => sum + calls.length, 0);
    if (count <= mostOfAll) return;
    const [owner, most] = all.reduce((one, other) =>
      other[1].calls.length > one[1].calls.length ? other : one,
    );
    most.calls = most.calls.slice(Math.ceil(most.calls.length / 2));
    if (most.calls.length === 0) this.#owners.delete(owner);
  }

  /** A repeated refusal is written when the next call differs, so that a flood takes no room. */
  #write(owner: string, owned: Owned, call: CallRecord): void {
    if (call.count !== undefined) return void owned.counted.set(call.key, call);
    this.#writeCounted(owner, owned);
    this.#file?.add(JSON.stringify({ owner, call }));
  }

  #writeCounted(owner: string, { counted }: Owned): void {
    for (const call of counted.values()) this.#file?.add(JSON.stringify({ owner, call }));
    counted.clear();
  }
}

function without(calls: readonly CallRecord[], { key }: CallRecord): CallRecord[] {
  return calls.filter((call) => call.key !== key);
}

/** Each owner's calls; of those with the same key the last counts. */
function earlierOf(lines: readonly string[]): ReadonlyMap<string, readonly CallRecord[]> {
  const owners = new Map<string, Map<string, CallRecord>>();
  for (const line of lines.toReversed()) {
    // Calls beyond the bound are not even parsed.
    const [, named = ''] = /^\{"owner":"([^"]*)"/.exec(line) ?? [];
    if ((owners.get(named)?.size ?? 0) >= mostOfOwner) continue;
    const { owner, call } = storedCallOf(line) ?? {};
    if (owner === undefined || !call) continue;
    const calls = owners.get(owner) ?? new Map<string, CallRecord>();
    owners.set(owner, calls);
    if (!calls.has(call.key)) calls.set(call.key, call);
  }
  return new Map(Array.from(owners, ([owner, calls]) => [owner, [...calls.values()].toReversed()]));
}

/** A line of a file; `undefined` where it was cut off. */
function storedCallOf(line: string): StoredCall | undefined {
  try {
    return storedCallSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** Milliseconds between two refusals that count together. */
const sameRun = 600_000;
/** Different refusals of a run; further ones count together with the last. */
const mostDifferent = 20;

/**
 * An owner's refused calls that follow one another. Equal ones count together, so that many take no more room than a
 * few.
 */
class CallRun {
  #refused: readonly CallRecord[] = [];

  /** The record that replaces the earlier one with its key; the call itself if it equals none. */
  next(call: CallRecord): CallRecord {
    if (call.outcome.kind !== 'refused') {
      this.#refused = [];
      return call;
    }
    const [last] = this.#refused.slice(-1);
    if (last && call.time - last.time >= sameRun) this.#refused = [];
    const isFull = this.#refused.length >= mostDifferent;
    const same = this.#refused.find((one) => isSame(one, call)) ?? (isFull ? last : undefined);
    const next = same ? { ...call, key: same.key, count: (same.count ?? 1) + 1 } : call;
    this.#refused = [...this.#refused.filter((one) => one !== same), next];
    return next;
  }
}

function isSame(one: CallRecord, other: CallRecord): boolean {
  return whatOf(one) === whatOf(other);
}

function whatOf({ server, tool, route, client, arguments: given, outcome }: CallRecord): string {
  return JSON.stringify([server.id, tool, route, client, given, outcome]);
}
