import { t } from '../../ui/serverPage/pageTexts';
import type { RecordedCall } from '../traffic/recordedCall';
import { TrafficList } from '../traffic/trafficList';
import { send } from './editor';
import { Icon } from '../shared/icon';
import { CallButtons } from './itemParts';
import { server, traffic, tryAgain } from './pageState';

/** The messages between Roundhouse and the server. */
export function TrafficPart() {
  return (
    <TrafficList
      state={traffic}
      onCopy={(text) => send({ kind: 'copy', text })}
      onExport={() => send({ kind: 'run', command: 'exportTraffic' })}
      callButtons={(call) => <RecordedCallButtons call={call} />}
    />
  );
}

function RecordedCallButtons({
  call: {
    server: { id },
    tool,
    arguments: args,
    result,
    isExact,
  },
}: {
  readonly call: RecordedCall;
}) {
  // A turn of a chat may have called other servers, too.
  if (id !== server.value?.id) return null;
  return (
    <>
      {server.value.isCallable ? (
        <button
          type="button"
          class="secondary"
          title={isExact ? undefined : t('tryInexact')}
          onClick={() => tryAgain(tool, args)}
        >
          <Icon name="debug-rerun" />
          {t('tryAgain')}
        </button>
      ) : null}
      {result && isExact ? (
        <CallButtons subject="tool" call={{ item: tool, arguments: args, result }} />
      ) : null}
    </>
  );
}
