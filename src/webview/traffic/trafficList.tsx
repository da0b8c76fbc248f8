import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { isObject, parsedJson } from '../../base/json';
import type { TrafficMessages, TrafficRecord } from '../../ipc/traffic';
import { resultChanges } from '../../ui/serverPage/resultView';
import { tookText } from '../../ui/text/texts';
import { escapeDeceptive } from '../../ui/text/untrustedText';
import { outcomes, t, titleOf } from '../../ui/traffic/trafficTexts';
import { Button } from '../shared/button';
import { Changes } from '../shared/changes';
import { Icon } from '../shared/icon';
import { RowList } from '../shared/rowList';
import { SearchBox } from '../shared/searchBox';
import { clockText } from '../shared/times';
import { recordedCallOf, type RecordedCall } from './recordedCall';
import { RecordView } from './recordView';
import { keyOf, type TrafficState } from './trafficState';
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
  const record = state.shown.value;
  const pinned = state.pinned.value;
  const isFiltered = search !== '' || kind !== 'allKinds' || state.server.value !== undefined;
  const empty = t(state.isKnown.value ? emptyText(isFiltered, hasServers) : 'loading');
  const chosen = record && keyOf(record);
  const rowOf = (row: TrafficRecord): Omit<RecordRowProps, 'tabIndex'> => ({
    record: row,
    isShown: row === record,
    isPinned: state.isPinned(row),
    hasServer: hasServers,
    onOpen: () => state.open(row),
  });
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
        <Button icon="save-as" onClick={props.onExport}>
          {t('export')}
        </Button>
      </div>
      {rows.length + pinned.length === 0 ? (
        <p class="empty">{empty}</p>
      ) : (
        <div class="split">
          <div>
            {pinned.length > 0 ? (
              <nav class="pinned" aria-label={t('pinned')}>
                <h3>{t('pinned')}</h3>
                <RowList rows={pinned} keyOf={keyOf} chosen={chosen}>
                  {(row, tabIndex) => (
                    <RecordRow
                      {...rowOf(row)}
                      tabIndex={tabIndex}
                      onUnpin={() => state.unpin(row)}
                    />
                  )}
                </RowList>
              </nav>
            ) : null}
            <nav aria-label={t('traffic')}>
              <RowList rows={rows} keyOf={keyOf} chosen={chosen}>
                {(row, tabIndex) => <RecordRow {...rowOf(row)} tabIndex={tabIndex} />}
              </RowList>
              {rows.length === 0 ? <p class="empty">{empty}</p> : null}
              {fitting.length > rows.length ? <p class="empty">{t('olderRecords')}</p> : null}
            </nav>
          </div>
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
  const record = records.find((one) => one === state.shown.value);
  return (
    <>
      <div class="bar">
        <Button icon="arrow-left" onClick={() => state.openTurn(undefined)}>
          {t('closeTurn')}
        </Button>
      </div>
      <h2>{t('turnTitle')}</h2>
      <WaterfallView records={records} shown={record?.number} onOpen={(one) => state.open(one)} />
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

interface RecordRowProps {
  readonly record: TrafficRecord;
  readonly isShown: boolean;
  readonly isPinned: boolean;
  readonly hasServer: boolean;
  readonly tabIndex: 0 | -1;
  readonly onOpen: () => void;
  /** Present in the list of pinned records. */
  readonly onUnpin?: () => void;
}

function RecordRow(props: RecordRowProps) {
  const { record, isShown, isPinned, hasServer, tabIndex, onOpen, onUnpin } = props;
  const { server, time, from, outcome, took } = record;
  const { icon, text, fails } = outcomes[outcome];
  const notes = [
    clockText(time),
    t(from === 'client' ? 'fromClient' : 'fromServer'),
    took === undefined ? t(text) : tookText(took),
    ...(fails && took !== undefined ? [t(text)] : []),
  ];
  return (
    <>
      <button
        type="button"
        class="row"
        aria-current={isShown ? 'true' : undefined}
        tabIndex={tabIndex}
        onClick={onOpen}
      >
        <Icon name={icon} {...(fails && { color: 'errorForeground' })} />
        <span class="label">{titleOf(record)}</span>
        {hasServer ? <span class="server">{escapeDeceptive(server.name)}</span> : null}
        {isPinned && !onUnpin ? <Icon name="pinned" /> : null}
        <span class="note">{notes.join(' · ')}</span>
      </button>
      {onUnpin ? (
        <button
          type="button"
          class="unpin"
          tabIndex={tabIndex}
          title={t('unpin', { record: titleOf(record) })}
          aria-label={t('unpin', { record: titleOf(record) })}
          onClick={onUnpin}
        >
          <Icon name="pinned" />
        </button>
      ) : null}
    </>
  );
}

function Messages({
  record,
  state,
  hasServers = false,
  onCopy,
  callButtons,
}: TrafficListProps & { readonly record: TrafficRecord }) {
  const { turn } = record;
  const messages = state.messagesOf(record);
  const compared = state.compared.value;
  const before = compared && state.messagesOf(compared);
  const call = useMemo(
    () => (messages ? recordedCallOf(record, messages) : undefined),
    [record, messages],
  );
  return (
    <RecordView
      record={record}
      messages={messages}
      hasServer={hasServers}
      cause={state.records.value.find(({ number }) => number === record.cause)}
      onCopy={onCopy}
    >
      <div class="buttons">
        {call ? callButtons?.(call) : null}
        {turn === undefined || state.turn.value === turn ? null : (
          <Button icon="layers" onClick={() => state.openTurn(turn)}>
            {t('openTurn')}
          </Button>
        )}
        <PinButton state={state} record={record} />
        <ComparedChoice state={state} record={record} />
      </div>
      {messages && before && compared !== record ? (
        <Comparison title={titleAt(compared)} before={before} messages={messages} />
      ) : null}
    </RecordView>
  );
}

/** Pins a record, or unpins it. */
function PinButton({
  state,
  record,
}: {
  readonly state: TrafficState;
  readonly record: TrafficRecord;
}) {
  const isPinned = state.isPinned(record);
  const canPin = isPinned || state.canPin;
  return (
    <Button
      aria-pressed={isPinned}
      disabled={!canPin}
      title={canPin ? undefined : t('cannotPin')}
      onClick={() => (isPinned ? state.unpin(record) : state.pin(record))}
      icon={isPinned ? 'pinned' : 'pin'}
    >
      {t('pin')}
    </Button>
  );
}

/** The choice of the pinned record with which a record is compared; nothing where no other one is pinned. */
function ComparedChoice({
  state,
  record,
}: {
  readonly state: TrafficState;
  readonly record: TrafficRecord;
}) {
  const others = state.pinned.value.filter((one) => one !== record && state.messagesOf(one));
  if (others.length === 0) return null;
  const compared = state.compared.value;
  return (
    <select
      aria-label={t('compareWith')}
      value={compared ? others.indexOf(compared) : -1}
      onChange={({ currentTarget }) => state.compareWith(others[Number(currentTarget.value)])}
    >
      <option value={-1}>{t('compareWithNone')}</option>
      {others.map((one, at) => (
        <option key={one.number} value={at}>
          {titleAt(one)}
        </option>
      ))}
    </select>
  );
}

/** The title of a record with its time, because several are often alike. */
function titleAt(record: TrafficRecord): string {
  return `${titleOf(record)} · ${clockText(record.time)}`;
}

/** How the messages of a record differ from those of the pinned one. */
function Comparison({
  title,
  before,
  messages,
}: {
  readonly title: string;
  readonly before: TrafficMessages;
  readonly messages: TrafficMessages;
}) {
  const differences = useMemo(
    () =>
      [
        { part: t('request'), old: before.request, current: messages.request },
        { part: t('response'), old: before.response, current: messages.response },
      ].map(({ part, old, current }) => ({
        part,
        changes: resultChanges(comparable(old?.text), comparable(current?.text)),
      })),
    [before, messages],
  );
  return (
    <section>
      <h3>{t('comparedWith', { record: title })}</h3>
      {differences.map(({ part, changes }) => (
        <section key={part}>
          <h4>{part}</h4>
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
