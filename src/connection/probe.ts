import { UserError, type Reason } from '../base/errors';
import type { Handshake } from '../ipc/state';
import type { Connection } from './connection';

/** What a probe found; a reason says why the server cannot be reached. */
export type ProbeResult = 'alive' | 'silent' | Reason;

const goneCodes: readonly string[] = ['unreachable', 'connectionClosed'];
/** A gateway in front of the server, which it does not reach. */
const goneStatuses: readonly unknown[] = [502, 503, 504];

/**
 * Two cheap requests, the usual one first: `ping`, which every server of the legacy era has to answer,
 * and the first page of a list that the server is known to have.
 */
export function probesOf({ era, capabilities }: Handshake): readonly [string, string] {
  const list = capabilities['tools'] ? 'tools/list' : undefined;
  const usual = era === 'legacy' ? 'ping' : (list ?? 'server/discover');
  return [usual, list ?? usual];
}

/** Asks a server for a sign of life. Every answer is one, also a refusal. Never rejects. */
export async function probe(
  connection: Connection,
  method: string,
  timeout: number,
  signal: AbortSignal,
): Promise<ProbeResult> {
  try {
    await connection.request(method, {}, { signal, idleTimeout: timeout });
    return 'alive';
  } catch (error) {
    if (!(error instanceof UserError)) return 'alive';
    if (error.code === 'timedOut') return 'silent';
    const isGone = goneCodes.includes(error.code) || goneStatuses.includes(error.args['status']);
    return isGone ? error.reason : 'alive';
  }
}
