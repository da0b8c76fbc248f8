import { useEffect, useState } from 'preact/hooks';
import type { TrafficRecord } from '../../ipc/traffic';
import { escapeDeceptive } from '../../ui/text/untrustedText';
import { tookText } from '../../ui/text/texts';
import { outcomes, t, titleOf } from '../../ui/traffic/trafficTexts';
import { waterfallOf, type Waterfall, type WaterfallRow } from '../../ui/traffic/waterfall';
import { Button } from '../shared/button';
import { Icon } from '../shared/icon';
import './waterfall.css';

/** Milliseconds after which the bar of an open request grows. */
const growth = 250;

interface WaterfallProps {
  readonly records: readonly TrafficRecord[];
  /** The number of the record that is shown whole. */
  readonly shown: number | undefined;
  readonly onOpen: (record: TrafficRecord) => void;
}

/** Requests of several servers as a table, with a bar for each on one time axis. */
export function WaterfallView({ records, shown, onOpen }: WaterfallProps) {
  const hasOpen = records.some(({ outcome }) => outcome === 'open');
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!hasOpen) return;
    const timer = setInterval(() => setNow(Date.now()), growth);
    return () => clearInterval(timer);
  }, [hasOpen]);
  const { rows, span, ticks } = waterfallOf(records, now);
  if (rows.length === 0) return <p class="empty">{t('noTurn')}</p>;
  const servers = new Set(rows.map(({ record }) => record.server.id)).size;
  const sum = { requests: rows.length, servers, time: tookText(span) };
  return (
    <>
      <p class="note">{t('turnSum', sum)}</p>
      <div class="table waterfall">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('server')}</th>
              <th scope="col">{t('request')}</th>
              <th scope="col">
                <span class="words">{t('outcome')}</span>
              </th>
              <th scope="col" class="figure began">
                {t('began')}
              </th>
              <th scope="col" class="figure">
                {t('took')}
              </th>
              <th scope="col" class="course" aria-label={t('course')}>
                <Axis span={span} ticks={ticks} />
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Request
                key={row.record.number}
                row={row}
                span={span}
                ticks={ticks}
                isShown={row.record.number === shown}
                onOpen={() => onOpen(row.record)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** The labels of the axis. */
function Axis({ span, ticks }: Pick<Waterfall, 'span' | 'ticks'>) {
  return (
    <div class="axis" aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick} style={{ left: percent(tick, span) }}>
          {tick === 0 ? '0' : tookText(tick)}
        </span>
      ))}
    </div>
  );
}

function Request({
  row: { record, cause, depth, start, took },
  span,
  ticks,
  isShown,
  onOpen,
}: Pick<Waterfall, 'span' | 'ticks'> & {
  readonly row: WaterfallRow;
  readonly isShown: boolean;
  readonly onOpen: () => void;
}) {
  const { server, from, outcome } = record;
  const { icon, text, fails } = outcomes[outcome];
  const kind = fails ? 'failed' : from === 'server' ? 'asked' : 'called';
  return (
    <tr class={isShown ? 'shown' : ''}>
      <td>{escapeDeceptive(server.name)}</td>
      <th scope="row">
        <span class="request" style={{ paddingLeft: `${depth * 1.2}rem` }}>
          {depth > 0 ? <Icon name="indent" /> : null}
          <Button look="link" aria-current={isShown ? 'true' : undefined} onClick={onOpen}>
            {requestText(record)}
          </Button>
          {cause ? (
            <span class="heard">{t('forRequest', { request: requestText(cause) })}</span>
          ) : null}
        </span>
      </th>
      <td>
        <span class="outcome">
          <Icon name={icon} {...(fails && { color: 'errorForeground' })} />
          <span class="words">{t(text)}</span>
        </span>
      </td>
      <td class="figure began">{tookText(start)}</td>
      <td class="figure">{tookText(took)}</td>
      <td class="course" aria-hidden="true">
        <div class="lane">
          {ticks.map((tick) => (
            <span key={tick} class="tick" style={{ left: percent(tick, span) }} />
          ))}
          <span
            class={`bar-of ${kind}${outcome === 'open' ? ' open' : ''}`}
            style={{ left: percent(start, span), width: percent(took, span) }}
          />
        </div>
      </td>
    </tr>
  );
}

/** The name of a called tool alone, because most requests of a turn are calls. */
function requestText(record: TrafficRecord): string {
  const { method, subject } = record;
  return method === 'tools/call' && subject !== undefined
    ? escapeDeceptive(subject)
    : titleOf(record);
}

function percent(part: number, whole: number): string {
  return `${(part / whole) * 100}%`;
}
