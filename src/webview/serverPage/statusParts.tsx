import { useEffect, useRef, useState } from 'preact/hooks';
import type { CheckRow, LogLine } from '../../ui/serverPage/pageMessages';
import { t } from '../../ui/serverPage/pageTexts';
import { FactSection } from '../shared/facts';
import { Button } from '../shared/button';
import { Icon } from '../shared/icon';
import { SearchBox } from '../shared/searchBox';
import { clockText, timeText } from '../shared/times';
import { checking, log, send, server, showPart } from './pageState';
import { TimelinePart } from './timelinePart';
import { ToolChanges } from './toolChanges';
import { ProcessTree, Usage } from './usagePart';

/** Lines of the log that are in the page; more make it slow. */
const mostLines = 1_000;

/** Whether it runs and why not, what to do, what happened last, and what it is. */
export function OverviewPart() {
  const shown = server.value;
  if (!shown) return null;
  const { explanation, remedy, identity } = shown;
  if (!explanation) return null;
  return (
    <>
      <section class="headline">
        <p>{explanation.headline}</p>
        {explanation.advice.map((text) => (
          <p class="advice" key={text}>
            <Icon name="lightbulb" /> {text}
          </p>
        ))}
        {remedy ? (
          <Button look="primary" onClick={() => send({ kind: 'run', command: remedy.command })}>
            {remedy.title}
          </Button>
        ) : null}
        <Button onClick={() => showPart('diagnosis')}>{t('diagnosis')}</Button>
      </section>
      <ToolChanges />
      <div class="columns">
        <FactSection title={t('now')} facts={explanation.now} onOpen={openEntry} />
        <Usage />
      </div>
      <TimelinePart />
      <ProcessTree />
      {explanation.output.length > 0 ? (
        <section>
          <h2>{t('lastLines')}</h2>
          <pre tabIndex={0}>{explanation.output.join('\n')}</pre>
        </section>
      ) : null}
      {identity ? <FactSection title={t('identity')} facts={identity.facts} /> : null}
      {identity?.instructions ? (
        <section>
          <h2>{t('instructions')}</h2>
          <pre class="wrapped" tabIndex={0}>
            {identity.instructions}
          </pre>
        </section>
      ) : null}
    </>
  );
}

/** Where its entry stands, how it is started, and its settings. */
export function ConfigurationPart() {
  const explanation = server.value?.explanation;
  if (!explanation) return null;
  const { origin, launch, settings } = explanation;
  return (
    <>
      <p>
        <Button
          onClick={() => send({ kind: 'run', command: 'openConfiguration' })}
          icon="go-to-file"
        >
          {t('openEntry')}
        </Button>
      </p>
      <FactSection title={t('origin')} facts={origin} onOpen={openEntry} />
      <FactSection title={t('launch')} facts={launch} onOpen={openEntry} />
      <FactSection title={t('settings')} facts={settings} onOpen={openEntry} />
    </>
  );
}

const outcomeIcons = {
  ok: { name: 'pass', color: 'testing.iconPassed' },
  warning: { name: 'warning', color: 'list.warningForeground' },
  failed: { name: 'error', color: 'list.errorForeground' },
  skipped: { name: 'circle-slash', color: 'disabledForeground' },
} as const;

/** The checks of the doctor, each with what it found. */
export function DiagnosisPart() {
  const { checked } = server.value?.explanation ?? {};
  const { isRunning, now, failure } = checking.value;
  const rows = isRunning ? now?.rows : checked?.rows;
  return (
    <>
      <p>
        <Button
          look="primary"
          aria-disabled={isRunning}
          onClick={() => {
            if (!isRunning) send({ kind: 'check' });
          }}
          icon="beaker"
        >
          {t('check')}
        </Button>
      </p>
      <p role="status">
        {isRunning
          ? t('checking', now ? { title: now.title } : {})
          : checked
            ? t('checkedAt', { time: timeText(checked.at) })
            : t('neverChecked')}
      </p>
      {failure ? <p role="alert">{failure.text}</p> : null}
      {rows && rows.length > 0 ? (
        <ul class="checks">
          {rows.map((row) => (
            <Check key={row.title} row={row} />
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Check({ row: { outcome, title, text, next } }: { readonly row: CheckRow }) {
  const action = next?.action;
  return (
    <li>
      <Icon {...outcomeIcons[outcome]} />
      <strong>{title}</strong>
      <span class="outcome">{t(outcome)}</span>
      <div class="finding">
        {text}
        {next ? (
          <p class="advice">
            <Icon name="lightbulb" /> {next.text}{' '}
            {action ? (
              <Button look="link" onClick={() => send({ kind: 'run', command: action.command })}>
                {action.title}
              </Button>
            ) : null}
          </p>
        ) : null}
      </div>
    </li>
  );
}

/** Opens another entry at its place in its file. */
function openEntry(entry: string): void {
  send({ kind: 'run', command: 'openConfiguration', entry });
}

/** The log: the server's own lines, and what we write about it. */
export function LogPart() {
  const [filter, setFilter] = useState('');
  const [follows, setFollows] = useState(true);
  const list = useRef<HTMLOListElement>(null);
  const wanted = filter.toLowerCase();
  const known = log.value?.lines;
  const lines = (known ?? [])
    .filter(({ text }) => text.toLowerCase().includes(wanted))
    .slice(-mostLines);
  const none = wanted === '' ? 'noLog' : 'noMatch';
  useEffect(() => {
    if (follows) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [lines.at(-1), follows]);
  return (
    <>
      <div class="bar">
        <SearchBox label={t('filterLog')} text={filter} onSearch={setFilter} />
        <label>
          <input
            type="checkbox"
            checked={follows}
            onChange={({ currentTarget }) => setFollows(currentTarget.checked)}
          />
          {t('follow')}
        </label>
        <Button icon="output" onClick={() => send({ kind: 'run', command: 'showLog' })}>
          {t('openLog')}
        </Button>
      </div>
      {lines.length === 0 ? <p class="empty">{t(known ? none : 'loading')}</p> : null}
      <ol class="lines" ref={list} tabIndex={0} aria-label={t('log')}>
        {lines.map((line) => (
          <Line key={line} line={line} />
        ))}
      </ol>
    </>
  );
}

function Line({ line: { time, level, text, isEvent } }: { readonly line: LogLine }) {
  return (
    <li class={`${level}${isEvent ? ' event' : ''}`}>
      <time>{clockText(time)}</time>
      <span class="level">{t(`${level}Level`)}</span>
      <span class="text">{text}</span>
    </li>
  );
}
