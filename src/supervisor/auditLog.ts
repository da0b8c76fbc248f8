import * as z from 'zod';
import type { Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import {
  callRecordSchema,
  type CallRecord,
  type DoorRefusal,
  type DoorRefusalKind,
} from '../contract/calls';
import { CallFile } from './callFile';
import { DoorLog } from './doorLog';

/** Calls that are kept in memory, of all owners. */
const mostKept = 1_000;

const keptCallSchema = z.object({ owner: z.string(), call: callRecordSchema });
type KeptCall = z.infer<typeof keptCallSchema>;

/** Which of an owner's calls are told. */
export interface WantedCalls {
  /** The id of a server; absent: of all. */
  readonly server?: string | undefined;
  readonly limit: number;
}

/** Where the calls of one client's servers are kept. */
export interface CallLog {
  /** Takes a call that is over. */
  add(call: CallRecord): void;
}

/**
 * The calls of tools that are over, whoever made them, and who was refused at the gateway's door: in memory, and with
 * a `folder` also in private files that outlive the host. Each call belongs to the client whose server was called.
 */
export class AuditLog implements Disposable {
  readonly #changes = new Emitter<string | undefined>();
  readonly #file: CallFile | undefined;
  readonly #door: DoorLog;
  #calls: KeptCall[] = [];
  #loading: Promise<void> | undefined;

  /** Fired with the owner whose list is another one now, or without one where all are. */
  readonly onChanged: Event<string | undefined> = this.#changes.event;

  constructor(files?: { readonly calls: string; readonly refusals: string }) {
    this.#file = files && new CallFile(files.calls);
    this.#door = new DoorLog(files?.refusals);
  }

  /** The calls of one owner; `outlives`: the owner is known to later hosts by the same name. */
  of(owner: string, outlives: boolean): CallLog {
    return {
      add: (call) => {
        const kept = { owner, call };
        this.#calls.push(kept);
        if (this.#calls.length > 2 * mostKept) this.#calls = this.#calls.slice(-mostKept);
        if (outlives) this.#file?.add(JSON.stringify(kept));
        this.#changes.fire(owner);
      },
    };
  }

  /** Somebody was refused at the gateway's door; `detail`: what they said, and nothing of a token. */
  refusedAtDoor(kind: DoorRefusalKind, detail: string): void {
    this.#door.add(kind, detail);
    this.#changes.fire(undefined);
  }

  /** An owner's calls, those that were over last first. */
  async calls(owner: string, { server, limit }: WantedCalls): Promise<CallRecord[]> {
    await this.#load();
    return this.#calls
      .filter((kept) => kept.owner === owner)
      .map(({ call }) => call)
      .filter((call) => server === undefined || call.server.id === server)
      .slice(-limit)
      .toReversed();
  }

  /** Who was refused at the door, newest first. */
  refusals(): Promise<DoorRefusal[]> {
    return this.#door.list();
  }

  /** Forgets an owner's calls, and all refusals. Rejects where the disk refuses. */
  async forget(owner: string): Promise<void> {
    await this.#load();
    this.#calls = this.#calls.filter((kept) => kept.owner !== owner);
    await this.#door.forget();
    await this.#file?.keep((line) => keptCallOf(line)?.owner !== owner);
    this.#changes.fire(undefined);
  }

  /** Writes what is not written yet; never rejects. */
  async flush(): Promise<void> {
    await Promise.all([this.#file?.flush(), this.#door.flush()]);
  }

  dispose(): void {
    this.#changes.dispose();
  }

  #load(): Promise<void> {
    this.#loading ??= this.#read();
    return this.#loading;
  }

  /** What earlier hosts have kept; of what is written by now this one has its own. */
  async #read(): Promise<void> {
    const lines = (await this.#file?.read()) ?? [];
    const own = new Set(this.#calls.map(({ call }) => call.key));
    const earlier = lines.slice(-mostKept).map(keptCallOf);
    const others = earlier
      .filter((kept) => kept !== undefined)
      .filter(({ call }) => !own.has(call.key));
    this.#calls = [...others, ...this.#calls].slice(-mostKept);
  }
}

/** A line of a file; one that was cut off is none. */
function keptCallOf(line: string): KeptCall | undefined {
  try {
    return keptCallSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
