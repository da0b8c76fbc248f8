import { createHmac, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { Reason } from '../base/errors';
import { isRunning, type ProcessIdentity } from '../base/processIdentity';

/**
 * Notes that bytes of a server are about to be worked on: the size of a message, 0 for the knowledge of the server,
 * and the method of the message.
 */
export type NoteWork = (bytes: number, method?: string) => void;

/** The quarantine of one server. */
export interface ServerQuarantine {
  readonly noteWork: NoteWork;
  /** Why the server does not start without a person. */
  readonly reason: Reason | undefined;
  /** Ends the quarantine, because a person starts the server all the same. */
  lift(): void;
}

/**
 * A host that worked on the messages of a server. `still`: a turn of work is long and has not ended; it counts once
 * its host is gone.
 */
export interface QuarantineRecord {
  readonly kind: 'still' | 'froze' | 'crashed';
  readonly host: ProcessIdentity;
  /** The method of the server's last message, where that was known. */
  readonly method?: string | undefined;
  /** The size of that message. */
  readonly bytes: number;
}

/**
 * The servers that took a host down, as small files of a private folder. Later hosts start none of them without a
 * person. A keyed hash of the launch names a file, so that all hosts and windows agree.
 */
export class Quarantine {
  constructor(
    readonly folder: string,
    /** Hashes launches; the same for all hosts of the folder. */
    private readonly secret: KeyObject,
  ) {}

  /** The key of a launch here; it says nothing of the launch. */
  keyOf(launch: string): string {
    return createHmac('sha256', this.secret).update(launch).digest('hex');
  }

  /** Why a server is in quarantine. */
  reasonOf(key: string): Reason | undefined {
    const record = readRecord(recordFile(this.folder, key));
    if (!record || (record.kind === 'still' && isRunning(record.host))) return undefined;
    const { kind, method, bytes } = record;
    const hasFrozen = kind === 'froze';
    const size = bytes > 0 && { kilobytes: Math.max(1, Math.round(bytes / 1_000)) };
    const args = { ...size, ...(method !== undefined && { method }) };
    return { code: hasFrozen ? 'frozeHost' : 'crashedHost', args };
  }

  lift(key: string): void {
    removeQuarantineRecord(this.folder, key);
  }
}

/** The file of the server with this key. */
export function recordFile(folder: string, key: string): string {
  return path.join(folder, `${key}.json`);
}

/**
 * Replaces the record of a server at once, because the process may not live for another turn. Throws the error of
 * the disk.
 */
export function writeQuarantineRecord(folder: string, key: string, record: QuarantineRecord): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(recordFile(folder, key), JSON.stringify(record), { mode: 0o600 });
}

/** Removes a record, because the server was only slow or a person starts it. */
export function removeQuarantineRecord(folder: string, key: string): void {
  rmSync(recordFile(folder, key), { force: true });
}

function readRecord(file: string): QuarantineRecord | undefined {
  try {
    return recordSchema().parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Made when it is used, so that the bundle of the thread that only writes records has no zod. */
function recordSchema(): z.ZodMiniType<QuarantineRecord> {
  return z.object({
    kind: z.enum(['still', 'froze', 'crashed']),
    host: z.object({ pid: z.int().check(z.positive()), birth: z.optional(z.string()) }),
    method: z.optional(z.string()),
    bytes: z.number().check(z.nonnegative()),
  });
}
