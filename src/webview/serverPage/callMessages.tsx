import { useEffect, useState } from 'preact/hooks';
import { t } from '../../ui/serverPage/pageTexts';
import { titleOf } from '../../ui/traffic/trafficTexts';
import { Button } from '../shared/button';
import { RecordView } from '../traffic/recordView';
import { copy, send, showInTraffic, traffic, type Run } from './pageState';

/** The messages of a run that is over, read from the traffic when a person opens them. */
export function CallMessages({
  run: { callId, records },
  isOpen,
  onToggle,
}: {
  readonly run: Run;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}) {
  const [at, setAt] = useState(0);
  const record = records?.[at];
  useEffect(() => {
    if (isOpen) send({ kind: 'callRecords', callId });
  }, [isOpen, callId]);
  useEffect(() => {
    if (isOpen && record) traffic.read(record);
  }, [isOpen, record]);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary>{t('callMessages')}</summary>
      {records?.length === 0 ? <p class="empty">{t('noCallMessages')}</p> : null}
      {records && records.length > 1 ? (
        <p class="buttons">
          <select
            aria-label={t('message')}
            value={at}
            onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
          >
            {records.map((one, index) => (
              <option key={one.number} value={index}>
                {t('messageAt', { at: index + 1, message: titleOf(one) })}
              </option>
            ))}
          </select>
        </p>
      ) : null}
      {record ? (
        <RecordView record={record} messages={traffic.messagesOf(record)} onCopy={copy}>
          <div class="buttons">
            <Button icon="go-to-file" onClick={() => showInTraffic(record)}>
              {t('showInTraffic')}
            </Button>
          </div>
        </RecordView>
      ) : null}
    </details>
  );
}
