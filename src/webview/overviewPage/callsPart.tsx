import { useState } from 'preact/hooks';
import { t as callText } from '../../ui/calls/callTexts';
import { callResults, type CallRow } from '../../ui/overviewPage/overviewMessages';
import { t } from '../../ui/overviewPage/overviewTexts';
import { Button } from '../shared/button';
import { Icon } from '../shared/icon';
import { SearchBox } from '../shared/searchBox';
import { shortTimeText, timeText } from '../shared/times';
import { calls, callsOf, send, servers, showCallsOf } from './overviewState';

/** Icons of results, which the words beside them say, too. */
const icons: Readonly<
  Record<CallRow['result'], { readonly name: string; readonly color: string }>
> = {
  done: { name: 'pass', color: 'testing.iconPassed' },
  failed: { name: 'error', color: 'list.errorForeground' },
  refused: { name: 'circle-slash', color: 'list.warningForeground' },
  other: { name: 'circle-outline', color: 'descriptionForeground' },
};

const kinds = ['all', ...callResults.filter((one) => one !== 'other')] as const;
type Kind = (typeof kinds)[number];

/** Finished calls of tools as a table, newest first, and what the gateway refused. */
export function CallsPart() {
  const [filter, setFilter] = useState('');
  const [kind, setKind] = useState<Kind>('all');
  const shown = calls.value;
  const server = callsOf.value;
  const wanted = filter.toLowerCase();
  const rows = shown?.calls.filter(
    (row) => (kind === 'all' || row.result === kind) && textOf(row).includes(wanted),
  );
  return (
    <>
      <div class="bar">
        <SearchBox label={t('filter')} text={filter} onSearch={setFilter} />
        <ServerChoice chosen={server} />
        <select
          aria-label={t('results')}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {t(`${one}Result` as const)}
            </option>
          ))}
        </select>
        <Button icon="save" onClick={() => send({ kind: 'run', command: 'saveCalls', server })}>
          {t('save')}
        </Button>
        <Button
          disabled={shown?.calls.length === 0}
          onClick={() => send({ kind: 'run', command: 'clearCalls' })}
          icon="clear-all"
        >
          {t('clear')}
        </Button>
      </div>
      {shown?.failure === undefined ? null : <p role="alert">{shown.failure}</p>}
      <Table rows={rows} isAny={shown !== undefined && shown.calls.length > 0} />
      <p class="note">{callText('note', shown?.isCut ? { most: shown.calls.length } : {})}</p>
    </>
  );
}

function ServerChoice({ chosen }: { readonly chosen: string | undefined }) {
  const known = new Map(servers.value?.map(({ id, name }) => [id, name]));
  for (const { server } of calls.value?.calls ?? []) if (server) known.set(server.id, server.name);
  if (chosen !== undefined && !known.has(chosen)) known.set(chosen, chosen);
  return (
    <select
      aria-label={t('ofServer')}
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) => showCallsOf(value === '' ? undefined : value)}
    >
      <option value="">{t('allServers')}</option>
      {[...known].map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function Table({
  rows,
  isAny,
}: {
  readonly rows: readonly CallRow[] | undefined;
  readonly isAny: boolean;
}) {
  const [open, setOpen] = useState<string>();
  if (!rows) return <p class="empty">{t('loading')}</p>;
  if (rows.length === 0) {
    const none = callText(callsOf.value === undefined ? 'empty' : 'emptyOf');
    return <p class="empty">{isAny ? t('noMatch') : none}</p>;
  }
  return (
    <div class="table" tabIndex={0} role="region" aria-label={t('calls')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            <th scope="col">{t('server')}</th>
            <th scope="col">{t('tool')}</th>
            <th scope="col">{t('outcome')}</th>
            <th scope="col">{t('caller')}</th>
            <th scope="col" class="figure">
              {t('took')}
            </th>
            <th scope="col" class="figure">
              {t('size')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.key}
              row={row}
              isOpen={open === row.key}
              onOpen={(isOpen) => setOpen(isOpen ? row.key : undefined)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  row,
  isOpen,
  onOpen,
}: {
  readonly row: CallRow;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}) {
  const { time, server, tool, result, caller, approval, took, size, details } = row;
  return (
    <>
      <tr>
        <td>
          <time title={timeText(time)}>{shortTimeText(time)}</time>
        </td>
        <td class="of-server">{server?.name}</td>
        <th scope="row" class="of-tool">
          {details.length === 0 ? (
            tool
          ) : (
            <Button
              look="disclosure"
              aria-expanded={isOpen}
              aria-label={t('details', { tool })}
              onClick={() => onOpen(!isOpen)}
              icon={isOpen ? 'chevron-down' : 'chevron-right'}
            >
              {tool}
            </Button>
          )}
        </th>
        <td class="of-outcome">
          <Icon {...icons[result]} /> {outcomeOf(row)}
        </td>
        <td class="of-caller">
          {caller}
          {approval === undefined ? null : <p>{approval}</p>}
        </td>
        <td class="figure">{took}</td>
        <td class="figure">{size}</td>
      </tr>
      {isOpen ? (
        <tr class="details">
          <td colSpan={7}>
            {details.map((text, at) => (
              <pre key={at} class="wrapped">
                {text}
              </pre>
            ))}
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** How a call ended; of what the gateway refused also how often, with a time as the page shows all others. */
function outcomeOf({ outcome, attempts }: CallRow): string {
  if (!attempts) return outcome;
  const { count, first } = attempts;
  const since = count > 1 && { count, first: timeText(first) };
  return callText('refusal', { kind: outcome, ...since });
}

/** All words of a call, for the filter. */
function textOf(row: CallRow): string {
  const { server, tool, caller, approval, details } = row;
  return [server?.name, tool, outcomeOf(row), caller, approval, ...details]
    .join('\n')
    .toLowerCase();
}
