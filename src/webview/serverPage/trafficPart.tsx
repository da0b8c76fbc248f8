import { t } from '../../ui/serverPage/pageTexts';
import { TrafficList, type RecordedCall } from '../traffic/trafficList';
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
  },
}: {
  readonly call: RecordedCall;
}) {
  // A turn of a chat may have called other servers, too.
  if (id !== server.value?.id) return null;
  return (
    <>
      {server.value.isCallable ? (
        <button type="button" class="secondary" onClick={() => tryAgain(tool, args)}>
          <Icon name="debug-rerun" />
          {t('tryAgain')}
        </button>
      ) : null}
      {result ? (
        <CallButtons subject="tool" call={{ item: tool, arguments: args, result }} />
      ) : null}
    </>
  );
}
