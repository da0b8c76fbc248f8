import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Decoration that systems and shims add to a command, each in its own way. */
const decoration = /\.(?:exe|com|cmd|bat)\b|["'\\^\s]/gi;

/**
 * A keyed hash to recognize a command line by, without revealing it: the length and the hash of its arguments. The
 * program itself counts only if there are no arguments, because it has many names (of a shim, a link, an
 * interpreter).
 */
export function commandHash(key: string, command: string, args: readonly string[]): string {
  const text = bare(args.length > 0 ? args.join('') : path.win32.basename(command));
  return `${text.length}:${hash(key, text)}`;
}

/** True if a command line, as the system shows it, ends with the hashed arguments. */
export function matchesCommand(key: string, proof: string, commandLine: string): boolean {
  const [length, expected] = proof.split(':');
  const shown = bare(commandLine);
  const start = shown.length - Number(length);
  return start >= 0 && start < shown.length && hash(key, shown.slice(start)) === expected;
}

/**
 * The key of a run folder, created on first use, and renewed by each. `known` is the key of earlier, which comes back
 * where it was removed.
 * @throws the system's error if it can be neither read nor written.
 */
export function ledgerKey(folder: string, known = ''): string {
  const file = path.join(folder, 'ledger.key');
  if (!existsSync(file)) makeKey(file, known || randomBytes(32).toString('hex'));
  const now = new Date();
  utimesSync(file, now, now);
  return readFileSync(file, 'utf8');
}

function makeKey(file: string, key: string): void {
  const own = `${file}.${randomUUID()}`;
  try {
    writeFileSync(own, key, { mode: 0o600, flag: 'wx' });
    // A link is made whole or not at all, and never in the place of another's key.
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

function bare(text: string): string {
  return text.replaceAll(decoration, '');
}

function hash(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
