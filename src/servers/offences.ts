import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ProcessIdentity } from '../base/processIdentity';

/** What a server has done to the host: its bytes are worked on `still`, and for long, or the host ended by them. */
export interface Offence {
  readonly kind: 'still' | 'froze' | 'crashed';
  readonly host: ProcessIdentity;
  /** What its last message was about, where that was known. */
  readonly method?: string | undefined;
  /** Of that message. */
  readonly bytes: number;
}

/** Where that is kept of the server with this key. */
export function offenceFile(folder: string, key: string): string {
  return path.join(folder, `${key}.json`);
}

/**
 * Keeps it in the place of what was before, at once: the process may not live for another turn. Throws what the disk
 * refuses with.
 */
export function writeOffence(folder: string, key: string, offence: Offence): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(offenceFile(folder, key), JSON.stringify(offence), { mode: 0o600 });
}

/** It was only slow, or is forgiven. */
export function removeOffence(folder: string, key: string): void {
  rmSync(offenceFile(folder, key), { force: true });
}
