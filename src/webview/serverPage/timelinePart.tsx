import { useEffect, useState } from 'preact/hooks';
import { tookText } from '../../ui/text/texts';
import type { Happening, StateHappening } from '../../ui/serverPage/pageMessages';
import { t as pageText } from '../../ui/serverPage/pageTexts';
import {
  shorterPeriods,
  statesOf,
  timelineOf,
  usualPeriod,
  type Timeline,
  type TimelineSpan,
} from '../../ui/serverPage/timeline';
import { t } from '../../ui/serverPage/timelineTexts';
import { Button } from '../shared/button';
import { Icon } from '../shared/icon';
import { shortTimeText } from '../shared/times';
import { happened } from './pageState';
import './timelinePart.css';

/** Rows of the list until a person wants all. */
const fewRows = 12;
/** Milliseconds after which the current state is drawn anew. */
const growth = 1_000;

/** What happened to the server: its states as a strip over time, and the same with their reasons as a list. */
export function TimelinePart() {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), growth);
    return () => clearInterval(timer);
  }, []);
  const known = happened.value;
  return (
    <section class="happened">
      <h2>{t('happened')}</h2>
      {known ? (
        <Happened happenings={known.happenings} now={now + known.behind} />
      ) : (
        <p class="empty">{t('loading')}</p>
      )}
    </section>
  );
}

function Happened({
  happenings,
  now,
}: {
  readonly happenings: readonly Happening[];
  readonly now: number;
}) {
  const [chosen, choose] = useState<string>();
  const [isWhole, setWhole] = useState(false);
  const states = statesOf(happenings);
  const shorter = shorterPeriods(states, now);
  const usual = usualPeriod(states, now);
  const period = chosen === undefined ? usual : shorter.find((one) => String(one) === chosen);
  const spans = new Map(timelineOf(states, now).spans.map((span) => [span.happening, span]));
  const newest = happenings.toReversed();
  const rows = isWhole ? newest : newest.slice(0, fewRows);
  return (
    <>
      {states.length === 0 ? (
        <p class="empty">{t('neverStarted')}</p>
      ) : (
        <Strip timeline={timelineOf(states, now, period)} now={now} />
      )}
      {shorter.length > 0 ? (
        <label class="period">
          {t('period')}{' '}
          <select
            value={period === undefined ? '' : String(period)}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            {shorter.map((one) => (
              <option key={one} value={String(one)}>
                {periodText(one)}
              </option>
            ))}
            <option value="">{t('all')}</option>
          </select>
        </label>
      ) : null}
      <ol class="happenings" aria-label={t('happened')}>
        {rows.map((one, at) => (
          <Row
            key={`${one.at} ${newest.length - at}`}
            one={one}
            span={spanOf(spans, one)}
            now={now}
          />
        ))}
      </ol>
      {newest.length > fewRows ? (
        <Button look="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('showLast') : t('showAll', { count: newest.length })}
        </Button>
      ) : null}
    </>
  );
}

/** The states as colours; all that it says is in the list below. */
function Strip({ timeline, now }: { readonly timeline: Timeline; readonly now: number }) {
  const { from, to, spans, ends, up } = timeline;
  const label = t('strip', {
    from: shortTimeText(from, now),
    to: shortTimeText(to, now),
    percent: Math.round(up * 100),
    failures: ends.filter(({ happening: { end } }) => end === 'failed').length,
    starts: spans.filter(({ happening: { at, state } }) => state === 'starting' && at >= from)
      .length,
  });
  return (
    <div class="strip">
      <div class="lane" role="img" aria-label={label}>
        {spans.map((span) => (
          <span
            key={span.happening.at}
            class={`span ${span.happening.state}`}
            style={{ left: percent(span.left), width: percent(span.width) }}
            title={spanText(span, now)}
          />
        ))}
        {ends.map(({ happening, left }) => (
          <span
            key={happening.at}
            class={`end ${happening.end}`}
            style={{ left: percent(left) }}
            title={t('end', {
              time: shortTimeText(happening.at, now),
              state: happening.title,
              why: happening.why ?? '',
            })}
          />
        ))}
      </div>
      <div class="scale" aria-hidden="true">
        <span>{shortTimeText(from, now)}</span>
        <span>{t('now')}</span>
      </div>
    </div>
  );
}

function Row({
  one,
  span,
  now,
}: {
  readonly one: Happening;
  readonly span: TimelineSpan | undefined;
  readonly now: number;
}) {
  if (one.kind === 'event') {
    return (
      <li class={one.level}>
        <time>{shortTimeText(one.at, now)}</time>
        <span class="level">{pageText(`${one.level}Level`)}</span>
        <span class="text">{one.text}</span>
      </li>
    );
  }
  return (
    <li>
      <time>{shortTimeText(one.at, now)}</time>
      <span class="state">
        <span class={`swatch ${one.state}`} aria-hidden="true" />
        {one.title}
        {one.end === 'failed' ? <Icon name="error" color="errorForeground" /> : null}
      </span>
      <span class="text">
        {span ? <span class="lasted">{lastedText(span)}</span> : null} {one.why}
      </span>
    </li>
  );
}

function spanOf(
  spans: ReadonlyMap<StateHappening, TimelineSpan>,
  one: Happening,
): TimelineSpan | undefined {
  return one.kind === 'state' ? spans.get(one) : undefined;
}

function lastedText({ took, isOver }: TimelineSpan): string {
  return t(isOver ? 'lasted' : 'soFar', { span: tookText(took) });
}

function spanText(span: TimelineSpan, now: number): string {
  const { at, title } = span.happening;
  return t('span', { state: title, lasted: lastedText(span), time: shortTimeText(at, now) });
}

function periodText(period: number): string {
  const minutes = period / 60_000;
  return minutes < 60
    ? t('lastMinutes', { count: minutes })
    : t('lastHours', { count: minutes / 60 });
}

function percent(share: number): string {
  return `${share * 100}%`;
}
