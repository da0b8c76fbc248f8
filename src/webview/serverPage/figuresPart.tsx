import { useState } from 'preact/hooks';
import { estimateText, rateText } from '../../ui/serverPage/figures';
import { t } from '../../ui/serverPage/figuresTexts';
import type { PageFigures, RequestRow } from '../../ui/serverPage/pageMessages';
import { sizeText } from '../../ui/serverPage/resultTexts';
import { shownLocale } from '../../ui/text/shownLocale';
import { durationText, tookText } from '../../ui/text/texts';
import { FactSection } from '../shared/facts';
import './figuresPart.css';
import { Button } from '../shared/button';
import { Icon } from '../shared/icon';
import { catalog, figures, send, showItem } from './pageState';

/** Digits of a median, which is not more exact. */
const digits = 2;

/** The figures of the last days: all together, by day, and by tool. */
export function FiguresPart() {
  const shown = figures.value;
  if (!shown) return <p class="empty">{t(shown === undefined ? 'loading' : 'none')}</p>;
  const { total, up, restarts, rows, exported } = shown;
  const { calls, bytes, tokens, median, p95 } = total;
  const facts = [
    { label: t('calls'), value: String(calls) },
    ...(calls === 0
      ? []
      : [
          { label: t('errors'), value: failedText(total) },
          { label: t('median'), value: tookText(median, digits) },
          { label: t('p95'), value: tookText(p95, digits) },
          { label: t('returned'), value: sizeText(bytes) },
          { label: t('dayTokens'), value: estimateText(tokens) },
        ]),
    { label: t('restarts'), value: String(restarts) },
    { label: t('up'), value: durationText(up) },
  ];
  const isEmpty = calls === 0 && up === 0 && restarts === 0;
  return (
    <>
      <div class="bar">
        <p class="note">
          {exported?.address ? t('noteExported', { address: exported.address }) : t('note')}
        </p>
        <Button
          disabled={isEmpty}
          onClick={() => send({ kind: 'run', command: 'clearFigures' })}
          icon="clear-all"
        >
          {t('clear')}
        </Button>
      </div>
      {exported?.failure ? (
        <p role="alert">
          {exported.failure.text} {exported.failure.next}
        </p>
      ) : null}
      {rows.length === 0 ? <p class="empty">{t('empty')}</p> : null}
      {isEmpty ? null : (
        <div class="columns">
          <FactSection title={t('all')} facts={facts} />
          {rows.length === 0 ? null : (
            <section>
              <h2>{t('byDay')}</h2>
              <DayPlot label={t('dayCalls')} of="calls" days={shown.days} />
              <DayPlot label={t('dayErrors')} of="errors" days={shown.days} />
              <DayPlot label={t('dayTokens')} of="tokens" days={shown.days} textOf={estimateText} />
            </section>
          )}
        </div>
      )}
      {rows.length === 0 ? null : <RequestTable rows={rows} />}
    </>
  );
}

/** A bar for each day, from zero to the highest. */
function DayPlot({
  label,
  of,
  days,
  textOf = String,
}: {
  readonly label: string;
  readonly of: 'calls' | 'errors' | 'tokens';
  readonly days: PageFigures['days'];
  readonly textOf?: (count: number) => string;
}) {
  const count = textOf(days.reduce((sum, day) => sum + day[of], 0));
  const most = Math.max(...days.map((day) => day[of]));
  const [first, last] = [dayText(days.at(0)?.date), dayText(days.at(-1)?.date)];
  const busiest = days.find((day) => day[of] === most);
  const peak = most > 0 && { day: dayText(busiest?.date), most: textOf(most) };
  return (
    <div class="plot by-day">
      <span>{label}</span>
      <span class="value">{t('sumOfDays', { count })}</span>
      <svg
        class={of}
        viewBox={`0 0 ${days.length} 24`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('plot', { label, first, last, count, ...peak })}
      >
        {days.map((day, at) => {
          // One of very many is still seen.
          const height = day[of] === 0 ? 0 : Math.max(1, (day[of] / most) * 24);
          return (
            <g key={day.date}>
              <title>{t('bar', { day: dayText(day.date), count: textOf(day[of]) })}</title>
              <rect class="day" x={at} y={0} width={1} height={24} />
              <rect x={at + 0.1} y={24 - height} width={0.8} height={height} />
            </g>
          );
        })}
      </svg>
      <span class="value">{first}</span>
      <span class="value">{last}</span>
    </div>
  );
}

const columns = {
  tool: { of: rowTitle, text: rowTitle },
  calls: { of: ({ calls }: RequestRow) => calls, text: ({ calls }: RequestRow) => String(calls) },
  errors: { of: ({ errors, calls }: RequestRow) => errors / calls, text: failedText },
  median: {
    of: ({ median }: RequestRow) => median,
    text: ({ median }: RequestRow) => tookText(median, digits),
  },
  p95: { of: ({ p95 }: RequestRow) => p95, text: ({ p95 }: RequestRow) => tookText(p95, digits) },
  returned: {
    of: ({ bytes }: RequestRow) => bytes,
    text: ({ bytes }: RequestRow) => sizeText(bytes),
  },
  tokens: {
    of: ({ tokens }: RequestRow) => tokens,
    text: ({ tokens }: RequestRow) => estimateText(tokens),
  },
} as const;
type Column = keyof typeof columns;
const columnNames = Object.keys(columns) as Column[];

/** The table of tools; a click on the head of a column sorts by it, another one the other way round. */
function RequestTable({ rows }: { readonly rows: PageFigures['rows'] }) {
  const [by, setBy] = useState<Column>('calls');
  const [isAscending, setAscending] = useState(false);
  const sort = (column: Column): void => {
    setAscending(column === by ? !isAscending : column === 'tool');
    setBy(column);
  };
  const { of } = columns[by];
  const sorted = rows.toSorted((one, other) => compared(of(one), of(other)));
  return (
    <section>
      <h2>{t('byRequest')}</h2>
      <div class="table figures-table" tabIndex={0} role="region" aria-label={t('byRequest')}>
        <table>
          <thead>
            <tr>
              {columnNames.map((column) => (
                <th
                  key={column}
                  scope="col"
                  aria-sort={column === by ? (isAscending ? 'ascending' : 'descending') : undefined}
                >
                  <button type="button" onClick={() => sort(column)}>
                    {t(column)}
                    {column === by ? (
                      <Icon name={isAscending ? 'arrow-small-up' : 'arrow-small-down'} />
                    ) : null}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(isAscending ? sorted : sorted.toReversed()).map((row) => (
              <tr key={`${row.method} ${row.name}`}>
                <th scope="row">
                  <RowTitle row={row} />
                </th>
                {columnNames.slice(1).map((column) => (
                  <td key={column}>{columns[column].text(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The name of a tool leads to it, if it is still there. */
function RowTitle({ row }: { readonly row: RequestRow }) {
  const isThere = catalog.value?.tools.some(({ name }) => name === row.name) === true;
  if (row.method !== 'tools/call' || !isThere) return <>{rowTitle(row)}</>;
  return (
    <Button look="link" onClick={() => showItem('tools', row.name)}>
      {row.name}
    </Button>
  );
}

function rowTitle({ method, name }: RequestRow): string {
  if (method === 'tools/call') return name;
  return t(method === 'prompts/get' ? 'prompts' : 'resources');
}

function failedText({ errors, calls }: Pick<RequestRow, 'errors' | 'calls'>): string {
  const percent = rateText(errors, calls);
  return errors === 0 ? percent : t('failedOf', { count: errors, percent });
}

function compared(one: string | number, other: string | number): number {
  if (typeof one === 'string') return one.localeCompare(String(other));
  return one - Number(other);
}

function dayText(date = ''): string {
  // Without a time it would be read as UTC.
  return new Date(`${date}T00:00`).toLocaleDateString(shownLocale(), {
    month: 'short',
    day: 'numeric',
  });
}
