import { createHmac, type KeyObject } from 'node:crypto';
import { readFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import type { Reason } from '../base/errors';
import { isRunning, type ProcessIdentity } from '../base/processIdentity';
import path from 'node:path';

/**
 * Notes what of a server's is about to be worked on: a message of so many bytes, 0 for what is known of it, and what
 * it is about.
 */
export type NoteWork = (bytes: number, method?: string) => void;

/** What one server is answerable for. */
export interface ServerQuarantine {
  readonly noteWork: NoteWork;
  /** Why it is not started unasked: it took a host down. */
  readonly reason: Reason | undefined;
  /** A person starts it all the same. */
  lift(): void;
}

/**
 * The servers that took a host down, as small files of a private folder: the hosts that follow start none of
 * them unasked.
 */
export class Quarantine {
  constructor(
    readonly folder: string,
    /** Makes of a launch what stands for it; the same for all hosts of the folder. */
    private readonly secret: KeyObject,
  ) {}

  /** What stands for a launch here; it tells nothing of it. */
  keyOf(launch: string): string {
    return createHmac('sha256', this.secret).update(launch).digest('hex');
  }

  /** What a server is held back for. */
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

function readRecord(file: string): QuarantineRecord | undefined {
  try {
    return recordSchema().parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** What a server has done to the host: its bytes are worked on `still`, and for long, or the host ended by them. */
export interface QuarantineRecord {
  readonly kind: 'still' | 'froze' | 'crashed';
  readonly host: ProcessIdentity;
  /** What its last message was about, where that was known. */
  readonly method?: string | undefined;
  /** Of that message. */
  readonly bytes: number;
}

/** Where that is kept of the server with this key. */
export function recordFile(folder: string, key: string): string {
  return path.join(folder, `${key}.json`);
}

/**
 * Keeps it in the place of what was before, at once: the process may not live for another turn. Throws what the disk
 * refuses with.
 */
export function writeQuarantineRecord(folder: string, key: string, record: QuarantineRecord): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(recordFile(folder, key), JSON.stringify(record), { mode: 0o600 });
}

/** It was only slow, or is forgiven. */
export function removeQuarantineRecord(folder: string, key: string): void {
  rmSync(recordFile(folder, key), { force: true });
}

/** Made when it is used, so that the thread that only writes records does without zod. */
function recordSchema(): z.ZodType<QuarantineRecord> {
  return z.object({
    kind: z.enum(['still', 'froze', 'crashed']),
    host: z.object({ pid: z.int().positive(), birth: z.string().optional() }),
    method: z.string().optional(),
    bytes: z.number().nonnegative(),
  });
}
