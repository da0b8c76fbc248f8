import { holds } from '../base/holds';
import type { Workspace } from './workspace';

/** An entry as it was written to its file. */
interface WrittenEntry {
  /** The id of the server. */
  readonly id: string;
  /** Of its definition, as the written text says it. */
  readonly fingerprint: string;
}

/**
 * Waits until the entry that was written is the one that is known, for at most `timeoutMs` milliseconds.
 * `changed`: another one has its id by then; `missing`: none has.
 */
export async function untilRead(
  { entries }: Pick<Workspace, 'entries'>,
  { id, fingerprint }: WrittenEntry,
  timeoutMs: number,
): Promise<'read' | 'changed' | 'missing'> {
  const isRead = (): boolean => entries.value.get(id)?.definition.fingerprint === fingerprint;
  await holds(isRead, AbortSignal.timeout(timeoutMs));
  const known = entries.peek().get(id)?.definition;
  if (known === undefined) return 'missing';
  return known.fingerprint === fingerprint ? 'read' : 'changed';
}
