import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { isObject, parsedJson, valueAt } from '../../base/json';
import type { TrafficMessages, TrafficRecord } from '../../ipc/traffic';
import { resultChanges, wholeJson } from '../../ui/serverPage/resultView';
import { sizeText } from '../../ui/serverPage/resultTexts';
import type { Fact } from '../../ui/text/facts';
import { escapeDeceptive, escapeDeceptiveLines } from '../../ui/text/untrustedText';
import { exchangeText, outcomes, t, titleOf, tookText } from '../../ui/traffic/trafficTexts';
import { Changes } from '../serverPage/resultView';
import { FactSection } from '../shared/facts';
import { Icon } from '../shared/icon';
import { SearchBox } from '../shared/searchBox';
import { clockText, timeText } from '../shared/times';
import type { ComparedRecord, TrafficState } from './trafficState';
import { WaterfallView } from './waterfallView';
import './trafficList.css';

/** Records in the list; more make the page slow. */
const mostRows = 300;

const kinds = {
  allKinds: () => true,
  callKinds: ({ method }: TrafficRecord) => method === 'tools/call',
  failedKinds: ({ outcome }: TrafficRecord) => outcomes[outcome].fails,
} as const;
type Kind = keyof typeof kinds;

/** A call of a tool, as it was recorded. */
export interface RecordedCall {
  readonly server: TrafficRecord['server'];
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  /** Absent where there is none, or only the beginning of it. */
  readonly result: Record<string, unknown> | undefined;
}

interface TrafficListProps {
  readonly state: TrafficState;
  /** True for the traffic of several servers. */
  readonly hasServers?: boolean;
  readonly onCopy: (text: string) => void;
  readonly onExport: () => void;
  /** The buttons for a call whose arguments are known. */
  readonly callButtons?: (call: RecordedCall) => ComponentChildren;
}

/** The messages between Roundhouse and servers, newest first, and one of them whole. */
export function TrafficList(props: TrafficListProps) {
  if (props.state.turn.value !== undefined) return <Turn {...props} />;
  return <AllMessages {...props} />;
}

function AllMessages(props: TrafficListProps) {
  const { state, hasServers = false } = props;
  const [kind, setKind] = useState<Kind>('allKinds');
  const search = state.search.value;
  const fitting = state.records.value.filter(kinds[kind]);
  const rows = fitting.slice(-mostRows).toReversed();
  const shown = state.shown.value?.number;
  const record = state.records.value.find(({ number }) => number === shown);
  const isFiltered = search !== '' || kind !== 'allKinds' || state.server.value !== undefined;
  return (
    <>
      <div class="bar">
        <SearchBox
          label={t('searchTraffic')}
          text={search}
          onSearch={(text) => state.searchFor(text)}
        />
        {hasServers ? <ServerChoice state={state} /> : null}
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
        <button type="button" class="secondary" onClick={props.onExport}>
          <Icon name="save-as" />
          {t('export')}
        </button>
      </div>
      {rows.length === 0 ? (
        <p class="empty">
          {t(state.isKnown.value ? emptyText(isFiltered, hasServers) : 'loading')}
        </p>
      ) : (
        <div class="split">
          <nav aria-label={t('traffic')}>
            <ul>
              {rows.map((row) => (
                <RecordRow
                  key={row.number}
                  record={row}
                  isShown={row.number === shown}
                  hasServer={hasServers}
                  onOpen={() => state.open(row)}
                />
              ))}
            </ul>
            {fitting.length > rows.length ? <p class="empty">{t('olderRecords')}</p> : null}
          </nav>
          <div class="chosen">
            {record ? (
              <Messages {...props} record={record} />
            ) : (
              <p class="empty">{t('pickRecord')}</p>
            )}
          </div>
        </div>
      )}
    </>
  );
}

/** All requests of a turn on one time axis, and one of them whole. */
function Turn(props: TrafficListProps) {
  const { state } = props;
  const records = state.records.value;
  const shown = state.shown.value?.number;
  const record = records.find(({ number }) => number === shown);
  return (
    <>
      <div class="bar">
        <button type="button" class="secondary" onClick={() => state.openTurn(undefined)}>
          <Icon name="arrow-left" />
          {t('closeTurn')}
        </button>
      </div>
      <h2>{t('turnTitle')}</h2>
      <WaterfallView records={records} shown={shown} onOpen={(one) => state.open(one)} />
      {record ? <Messages {...props} hasServers record={record} /> : null}
    </>
  );
}

function emptyText(isFiltered: boolean, hasServers: boolean): Parameters<typeof t>[0] {
  if (isFiltered) return 'noMatch';
  return hasServers ? 'noTrafficOfAll' : 'noTraffic';
}

/** The choice of one server. */
function ServerChoice({ state }: { readonly state: TrafficState }) {
  const names = [...state.servers.value].toSorted(([, a], [, b]) => a.localeCompare(b));
  return (
    <select
      aria-label={t('server')}
      value={state.server.value ?? ''}
      onChange={({ currentTarget }) => state.choose(currentTarget.value || undefined)}
    >
      <option value="">{t('allServers')}</option>
      {names.map(([id, name]) => (
        <option key={id} value={id}>
          {escapeDeceptive(name)}
        </option>
      ))}
    </select>
  );
}

function RecordRow({
  record,
  isShown,
  hasServer,
  onOpen,
}: {
  readonly record: TrafficRecord;
  readonly isShown: boolean;
  readonly hasServer: boolean;
  readonly onOpen: () => void;
}) {
  const { server, time, from, outcome, took } = record;
  const { icon, text, fails } = outcomes[outcome];
  const notes = [
    clockText(time),
    t(from === 'client' ? 'fromClient' : 'fromServer'),
    took === undefined ? t(text) : tookText(took),
    ...(fails && took !== undefined ? [t(text)] : []),
  ];
  return (
    <li>
      <button type="button" aria-current={isShown ? 'true' : undefined} onClick={onOpen}>
        <Icon name={icon} {...(fails && { color: 'errorForeground' })} />
        <span class="label">{titleOf(record)}</span>
        {hasServer ? <span class="server">{escapeDeceptive(server.name)}</span> : null}
        <span class="note">{notes.join(' · ')}</span>
      </button>
    </li>
  );
}

function Messages({
  record,
  state,
  hasServers = false,
  onCopy,
  callButtons,
}: TrafficListProps & { readonly record: TrafficRecord }) {
  const { number, server, method, from, outcome, subject, turn } = record;
  const messages = state.shown.value?.messages;
  const compared = state.compared.value;
  const text = messages?.request.text;
  const args = useMemo(() => (text === undefined ? undefined : argumentsOf(text)), [text]);
  const answer = messages?.response?.text;
  const result = useMemo(() => (answer === undefined ? undefined : resultOf(answer)), [answer]);
  const isCall = method === 'tools/call' && from === 'client' && subject !== undefined;
  const isNotification = outcome === 'notification';
  return (
    <section>
      <FactSection
        title={titleOf(record)}
        facts={factsOf(record, hasServers, causeOf(record, state))}
      />
      <div class="buttons">
        {isCall && args ? callButtons?.({ server, tool: subject, arguments: args, result }) : null}
        {turn === undefined || state.turn.value === turn ? null : (
          <button type="button" class="secondary" onClick={() => state.openTurn(turn)}>
            <Icon name="layers" />
            {t('openTurn')}
          </button>
        )}
        {messages ? (
          <CompareButton state={state} record={{ number, title: titleOf(record), messages }} />
        ) : null}
      </div>
      {messages && compared && compared.number !== number ? (
        <Comparison before={compared} messages={messages} />
      ) : null}
      {messages ? (
        <>
          <Message
            title={t(isNotification ? 'notificationMessage' : 'request')}
            {...messages.request}
            onCopy={onCopy}
          />
          {messages.response ? (
            <Message title={t('response')} {...messages.response} onCopy={onCopy} />
          ) : null}
        </>
      ) : null}
    </section>
  );
}

function causeOf({ cause }: TrafficRecord, state: TrafficState): TrafficRecord | undefined {
  return state.records.value.find(({ number }) => number === cause);
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

/** Keeps a record to compare others with, or forgets it. */
function CompareButton({
  state,
  record,
}: {
  readonly state: TrafficState;
  readonly record: ComparedRecord;
}) {
  const isKept = state.compared.value?.number === record.number;
  return (
    <button
      type="button"
      class="secondary"
      aria-pressed={isKept}
      onClick={() => {
        state.compared.value = isKept ? undefined : record;
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
      <button type="button" class="secondary" onClick={() => onCopy(text)}>
        <Icon name="copy" />
        {t('copy')}
      </button>
      <pre class="wrapped" tabIndex={0} aria-label={title}>
        {shown}
      </pre>
    </section>
  );
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
