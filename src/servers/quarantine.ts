import { createHmac, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Reason } from '../base/errors';
import { isRunning } from '../base/processIdentity';
import { offenceFile, removeOffence, type Offence } from './offences';

const offenceSchema: z.ZodType<Offence> = z.object({
  kind: z.enum(['still', 'froze', 'crashed']),
  host: z.object({ pid: z.int().positive(), birth: z.string().optional() }),
  method: z.string().optional(),
  bytes: z.number().nonnegative(),
});

/**
 * Notes what of a server's is about to be worked on: a message of so many bytes, 0 for what is known of it, and what
 * it is about.
 */
export type NoteWork = (bytes: number, method?: string) => void;

/** What one server is answerable for. */
export interface Conduct {
  readonly note: NoteWork;
  /** Why it is not started unasked: it took a host down. */
  readonly offence: Reason | undefined;
  /** A person starts it all the same. */
  forgive(): void;
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
    const offence = readOffence(offenceFile(this.folder, key));
    if (!offence || (offence.kind === 'still' && isRunning(offence.host))) return undefined;
    const { kind, method, bytes } = offence;
    const hasFrozen = kind === 'froze';
    const size = bytes > 0 && { kilobytes: Math.max(1, Math.round(bytes / 1_000)) };
    const args = { ...size, ...(method !== undefined && { method }) };
    return { code: hasFrozen ? 'frozeHost' : 'crashedHost', args };
  }

  forgive(key: string): void {
    removeOffence(this.folder, key);
  }
}

function readOffence(file: string): Offence | undefined {
  try {
    return offenceSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
