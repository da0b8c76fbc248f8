import { t } from '../../ui/serverPage/pageTexts';
import type { RecordedCall } from '../traffic/recordedCall';
import { TrafficList } from '../traffic/trafficList';
import { Button } from '../shared/button';
import { CallButtons } from './catalogParts';
import { copy, send, server, traffic, tryAgain } from './pageState';

/** The messages between Roundhouse and the server. */
export function TrafficPart() {
  return (
    <TrafficList
      state={traffic}
      onCopy={copy}
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
        <Button
          title={isExact ? undefined : t('tryInexact')}
          onClick={() => tryAgain(tool, args)}
          icon="debug-rerun"
        >
          {t('tryAgain')}
        </Button>
      ) : null}
      {result && isExact ? (
        <CallButtons subject="tool" call={{ item: tool, arguments: args, result }} />
      ) : null}
    </>
  );
}
