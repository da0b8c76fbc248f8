import { TrafficList } from '../traffic/trafficList';
import { send, traffic } from './overviewState';

/** The messages between Roundhouse and all servers. */
export function TrafficPart() {
  return (
    <TrafficList
      hasServers
      state={traffic}
      onCopy={(text) => send({ kind: 'copy', text })}
      onExport={() => send({ kind: 'exportTraffic' })}
    />
  );
}
