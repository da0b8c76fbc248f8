import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { inexactNumber, parsedJson } from '../../base/json';
import type { TrafficMessages, TrafficRecord } from '../../ipc/traffic';
import { sizeText } from '../../ui/serverPage/resultTexts';
import { wholeJson } from '../../ui/serverPage/resultView';
import type { Fact } from '../../ui/page/pageSchemas';
import { escapeDeceptive, escapeDeceptiveLines } from '../../ui/text/untrustedText';
import { tookText } from '../../ui/text/texts';
import { exchangeText, outcomes, t, titleOf } from '../../ui/traffic/trafficTexts';
import { FactSection } from '../shared/facts';
import { Button } from '../shared/button';
import { timeText } from '../shared/times';

interface RecordViewProps {
  readonly record: TrafficRecord;
  /** `null`: they were dropped; absent: they are still to come. */
  readonly messages: TrafficMessages | null | undefined;
  /** True where records of several servers are shown. */
  readonly hasServer?: boolean;
  /** The request of ours for which the server sent this one. */
  readonly cause?: TrafficRecord | undefined;
  readonly onCopy: (text: string) => void;
  /** Between the facts and the messages. */
  readonly children?: ComponentChildren;
}

/** A record of the traffic: its facts, and its messages as they went over the wire. */
export function RecordView({
  record,
  messages,
  hasServer = false,
  cause,
  onCopy,
  children,
}: RecordViewProps) {
  return (
    <section>
      <FactSection title={titleOf(record)} facts={factsOf(record, hasServer, cause)} />
      {children}
      <MessageTexts record={record} messages={messages} onCopy={onCopy} />
    </section>
  );
}

function MessageTexts({
  record: { outcome },
  messages,
  onCopy,
}: Pick<RecordViewProps, 'record' | 'messages' | 'onCopy'>) {
  if (messages === null) return <p class="empty">{t('droppedMessages')}</p>;
  if (!messages) return null;
  const { request, response } = messages;
  const title = t(outcome === 'notification' ? 'notificationMessage' : 'request');
  return (
    <>
      <Message title={title} {...request} onCopy={onCopy} />
      {response ? <Message title={t('response')} {...response} onCopy={onCopy} /> : null}
    </>
  );
}

function factsOf(
  record: TrafficRecord,
  hasServer: boolean,
  cause: TrafficRecord | undefined,
): readonly Fact[] {
  const { server, time, from, caller, outcome, took, size, responseSize } = record;
  const { era, session, exchange } = record;
  const sizes = [size, responseSize].filter((one) => one !== undefined);
  return [
    ...(hasServer ? [{ label: t('server'), value: escapeDeceptive(server.name) }] : []),
    { label: t('outcome'), value: t(outcomes[outcome].text) },
    { label: t('time'), value: timeText(time) },
    ...(from === 'client'
      ? [{ label: t('caller'), value: t(`${caller ?? 'roundhouse'}Caller`) }]
      : []),
    ...(took === undefined ? [] : [{ label: t('took'), value: tookText(took) }]),
    { label: t('size'), value: sizes.map(sizeText).join(' → ') },
    ...(cause ? [{ label: t('causedBy'), value: titleOf(cause) }] : []),
    ...(era ? [{ label: t('protocol'), value: t(`${era}Era`) }] : []),
    ...(session === undefined ? [] : [{ label: t('session'), value: escapeDeceptive(session) }]),
    ...(exchange ? [{ label: t('http'), value: exchangeText(exchange) }] : []),
  ];
}

function Message({
  title,
  text,
  isCut,
  onCopy,
}: {
  readonly title: string;
  readonly text: string;
  readonly isCut: boolean;
  readonly onCopy: (text: string) => void;
}) {
  // The page is drawn anew with every message that comes.
  const shown = useMemo(() => escapeDeceptiveLines(indented(text)), [text]);
  return (
    <section>
      <h3>{title}</h3>
      {isCut ? <p class="note">{t('cutMessage')}</p> : null}
      <Button icon="copy" onClick={() => onCopy(text)}>
        {t('copy')}
      </Button>
      <pre class="wrapped" tabIndex={0} aria-label={title}>
        {shown}
      </pre>
    </section>
  );
}

function indented(text: string): string {
  const value = parsedJson(text);
  return value === undefined || inexactNumber(text) !== undefined ? text : wholeJson(value);
}
