import { useMemo, useState } from 'preact/hooks';
import { isObject, parsedJson, valueAt } from '../../base/json';
import type { TrafficMessages, TrafficRecord } from '../../ipc/traffic';
import { t } from '../../ui/serverPage/pageTexts';
import { resultChanges, wholeJson } from '../../ui/serverPage/resultView';
import { sizeText } from '../../ui/serverPage/resultTexts';
import { escapeDeceptive, escapeDeceptiveLines } from '../../ui/text/untrustedText';
import { send } from './editor';
import { FactSection } from '../shared/facts';
import { Icon } from '../shared/icon';
import { CallButtons } from './itemParts';
import { Changes } from './resultView';
import { SearchBox } from '../shared/searchBox';
import { clockText, timeText } from '../shared/times';
import {
  comparedRecord,
  type ComparedRecord,
  openRecord,
  searchTraffic,
  server,
  shownMessages,
  traffic,
  trafficSearch,
  tryAgain,
} from './pageState';

/** Records in the list; more make the page slow. */
const mostRows = 300;

const outcomes = {
  notification: { icon: 'bell', text: 'notification', fails: false },
  open: { icon: 'loading', text: 'openRequest', fails: false },
  ok: { icon: 'pass', text: 'okResponse', fails: false },
  isError: { icon: 'warning', text: 'isErrorResponse', fails: true },
  error: { icon: 'error', text: 'errorResponse', fails: true },
  cancelled: { icon: 'circle-slash', text: 'cancelledRequest', fails: true },
  lost: { icon: 'debug-disconnect', text: 'lostRequest', fails: true },
} as const;

const kinds = {
  allKinds: () => true,
  callKinds: ({ method }: TrafficRecord) => method === 'tools/call',
  failedKinds: ({ outcome }: TrafficRecord) => outcomes[outcome].fails,
} as const;
type Kind = keyof typeof kinds;

/** The messages between Roundhouse and the server, newest first, and one of them whole. */
export function TrafficPart() {
  const [kind, setKind] = useState<Kind>('allKinds');
  const search = trafficSearch.value;
  const fitting = traffic.value.filter(kinds[kind]);
  const rows = fitting.slice(-mostRows).toReversed();
  const shown = shownMessages.value?.number;
  const record = traffic.value.find(({ number }) => number === shown);
  const isFiltered = search !== '' || kind !== 'allKinds';
  return (
    <>
      <div class="bar">
        <SearchBox label={t('searchTraffic')} text={search} onSearch={searchTraffic} />
        <select
          aria-label={t('kinds')}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
        >
          {Object.keys(kinds).map((one) => (
            <option key={one} value={one}>
              {t(one as Kind)}
            </option>
          ))}
        </select>
        <button
          type="button"
          class="secondary"
          onClick={() => send({ kind: 'run', command: 'exportTraffic' })}
        >
          <Icon name="save-as" />
          {t('export')}
        </button>
      </div>
      {rows.length === 0 ? (
        <p class="empty">{t(isFiltered ? 'noMatch' : 'noTraffic')}</p>
      ) : (
        <div class="split">
          <nav aria-label={t('traffic')}>
            <ul>
              {rows.map((row) => (
                <RecordRow key={row.number} record={row} isShown={row.number === shown} />
              ))}
            </ul>
            {fitting.length > rows.length ? <p class="empty">{t('olderRecords')}</p> : null}
          </nav>
          <div class="chosen">
            {record ? <Messages record={record} /> : <p class="empty">{t('pickRecord')}</p>}
          </div>
        </div>
      )}
    </>
  );
}

function RecordRow({
  record,
  isShown,
}: {
  readonly record: TrafficRecord;
  readonly isShown: boolean;
}) {
  const { number, time, from, outcome, took } = record;
  const { icon, text, fails } = outcomes[outcome];
  const notes = [
    clockText(time),
    t(from === 'client' ? 'fromClient' : 'fromServer'),
    took === undefined ? t(text) : tookText(took),
    ...(fails && took !== undefined ? [t(text)] : []),
  ];
  return (
    <li>
      <button
        type="button"
        aria-current={isShown ? 'true' : undefined}
        onClick={() => openRecord(number)}
      >
        <Icon name={icon} {...(fails && { color: 'errorForeground' })} />
        <span class="label">{titleOf(record)}</span>
        <span class="note">{notes.join(' · ')}</span>
      </button>
    </li>
  );
}

function Messages({ record }: { readonly record: TrafficRecord }) {
  const { number, method, from, caller, outcome, took, size, responseSize, subject } = record;
  const messages = shownMessages.value?.messages;
  const text = messages?.request.text;
  const args = useMemo(() => (text === undefined ? undefined : argumentsOf(text)), [text]);
  const answer = messages?.response?.text;
  const result = useMemo(() => (answer === undefined ? undefined : resultOf(answer)), [answer]);
  const isCall = method === 'tools/call' && from === 'client' && subject !== undefined;
  const isNotification = outcome === 'notification';
  const sizes = [size, responseSize].filter((one) => one !== undefined);
  const facts = [
    { label: t('outcome'), value: t(outcomes[outcome].text) },
    { label: t('time'), value: timeText(record.time) },
    ...(from === 'client'
      ? [{ label: t('caller'), value: t(`${caller ?? 'roundhouse'}Caller`) }]
      : []),
    ...(took === undefined ? [] : [{ label: t('took'), value: tookText(took) }]),
    { label: t('size'), value: sizes.map(sizeText).join(' → ') },
  ];
  return (
    <section>
      <FactSection title={titleOf(record)} facts={facts} />
      <div class="buttons">
        {isCall && args && server.value?.isCallable ? (
          <button type="button" class="secondary" onClick={() => tryAgain(subject, args)}>
            <Icon name="debug-rerun" />
            {t('tryAgain')}
          </button>
        ) : null}
        {isCall && args && result ? (
          <CallButtons subject="tool" call={{ item: subject, arguments: args, result }} />
        ) : null}
        {messages ? <CompareButton record={{ number, title: titleOf(record), messages }} /> : null}
      </div>
      {messages && comparedRecord.value && comparedRecord.value.number !== number ? (
        <Comparison before={comparedRecord.value} messages={messages} />
      ) : null}
      {messages ? (
        <>
          <Message
            title={t(isNotification ? 'notificationMessage' : 'request')}
            {...messages.request}
          />
          {messages.response ? <Message title={t('response')} {...messages.response} /> : null}
        </>
      ) : null}
    </section>
  );
}

/** Keeps a record to compare others with, or forgets it. */
function CompareButton({ record }: { readonly record: ComparedRecord }) {
  const isKept = comparedRecord.value?.number === record.number;
  return (
    <button
      type="button"
      class="secondary"
      aria-pressed={isKept}
      onClick={() => {
        comparedRecord.value = isKept ? undefined : record;
      }}
    >
      <Icon name={isKept ? 'pinned' : 'pin'} />
      {t('compareOthers')}
    </button>
  );
}

/** How the messages of a record differ from those of the kept one. */
function Comparison({
  before,
  messages,
}: {
  readonly before: ComparedRecord;
  readonly messages: TrafficMessages;
}) {
  const { request, response } = before.messages;
  const differences = useMemo(
    () =>
      [
        { title: t('request'), old: request, current: messages.request },
        { title: t('response'), old: response, current: messages.response },
      ].map(({ title, old, current }) => ({
        title,
        changes: resultChanges(comparable(old?.text), comparable(current?.text)),
      })),
    [before, messages],
  );
  return (
    <section>
      <h3>{t('comparedWith', { record: before.title })}</h3>
      {differences.map(({ title, changes }) => (
        <section key={title}>
          <h4>{title}</h4>
          <Changes changes={changes} />
        </section>
      ))}
    </section>
  );
}

/** What two messages of a kind can have in common: their ids and tokens always differ. */
function comparable(text = ''): unknown {
  const message = parsedJson(text);
  if (!isObject(message)) return text;
  const { params, result, error } = message;
  if (!isObject(params)) return result ?? error ?? {};
  const { _meta: meta, ...others } = params;
  if (!isObject(meta)) return params;
  const { progressToken: _, ...rest } = meta;
  return { ...others, _meta: rest };
}

function Message({
  title,
  text,
  isCut,
}: {
  readonly title: string;
  readonly text: string;
  readonly isCut: boolean;
}) {
  // The page is drawn anew with every message that comes.
  const shown = useMemo(() => escapeDeceptiveLines(indented(text)), [text]);
  return (
    <section>
      <h3>{title}</h3>
      {isCut ? <p class="note">{t('cutMessage')}</p> : null}
      <button type="button" class="secondary" onClick={() => send({ kind: 'copy', text })}>
        <Icon name="copy" />
        {t('copy')}
      </button>
      <pre class="wrapped" tabIndex={0} aria-label={title}>
        {shown}
      </pre>
    </section>
  );
}

function titleOf({ method, subject }: TrafficRecord): string {
  return escapeDeceptive(subject === undefined ? method : `${method} ${subject}`);
}

function indented(text: string): string {
  const value = parsedJson(text);
  return value === undefined ? text : wholeJson(value);
}

/** The arguments of a call; absent where its message was cut. */
function argumentsOf(text: string): Record<string, unknown> | undefined {
  const message = parsedJson(text);
  if (message === undefined) return undefined;
  const args = valueAt(message, ['params', 'arguments']) ?? {};
  return isObject(args) ? args : undefined;
}

/** The result of a call; absent where its message was cut, or is an error. */
function resultOf(text: string): Record<string, unknown> | undefined {
  const result = valueAt(parsedJson(text), ['result']);
  return isObject(result) ? result : undefined;
}

function tookText(milliseconds: number): string {
  const ms = milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds);
  return t('milliseconds', { ms });
}
