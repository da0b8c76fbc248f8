import type { LogEntry } from '../../ipc/requests';
import type { ServerSnapshot } from '../../ipc/state';
import { reasonOfState } from '../tree/serverText';

/** Lines shown. */
const most = 10;

/** Last output of a server: of its failure, otherwise of its log. */
export function lastLines(snapshot: ServerSnapshot, log: readonly LogEntry[]): readonly string[] {
  const reason = reasonOfState(snapshot.state);
  const output = (reason?.cause ?? reason)?.args?.['output'];
  if (typeof output === 'object' && output.length > 0) return output.slice(-most);
  return log.flatMap(({ text }) => (text === '' ? [] : [text])).slice(-most);
}
