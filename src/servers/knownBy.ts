import type { Declaration } from '../ipc/requests';

/**
 * What a server is known by before anybody knows how to reach it: its name, its entry as written, and
 * the file of that. An equal entry of another file may not have been approved.
 */
export type KnownBy = Pick<Declaration, 'name' | 'fingerprint' | 'written' | 'file'>;

/** The same text for what is known by the same. */
export function keyOf({ name, fingerprint, file }: KnownBy): string {
  return JSON.stringify([name, fingerprint, file]);
}

/** The same text for entries of which the same is pinned: what they are launched with does not count. */
export function pinKeyOf({ name, fingerprint, written = fingerprint, file }: KnownBy): string {
  return JSON.stringify([name, written, file]);
}
