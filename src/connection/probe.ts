import { UserError, type Reason } from '../base/errors';
import type { Handshake } from '../ipc/state';
import type { Connection } from './connection';

/** The result of a probe; a reason why the server cannot be reached. */
export type ProbeResult = 'alive' | 'silent' | Reason;

const goneCodes: readonly string[] = ['unreachable', 'connectionClosed'];
/** Statuses of a proxy that cannot reach the server. */
const goneStatuses: readonly unknown[] = [502, 503, 504];

/**
 * Two cheap requests: the usual one, `ping`, which every legacy server has to answer; then the first page of a list
 * that the server declares.
 */
export function probesOf({ era, capabilities }: Handshake): readonly [string, string] {
  const list = capabilities['tools'] ? 'tools/list' : undefined;
  const usual = era === 'legacy' ? 'ping' : (list ?? 'server/discover');
  return [usual, list ?? usual];
}

/** Tests if a server answers; a refusal counts. Never rejects. */
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
