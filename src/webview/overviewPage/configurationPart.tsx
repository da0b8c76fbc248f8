import type { PageConfiguration } from '../../ui/overviewPage/overviewMessages';
import { t } from '../../ui/overviewPage/overviewTexts';
import { FactList } from '../shared/facts';
import { Button } from '../shared/button';
import { configuration, send } from './overviewState';

type Group = PageConfiguration['groups'][number];

/** Where each server comes from, which entry of a name counts and why, and the settings that count. */
export function ConfigurationPart() {
  const shown = configuration.value;
  if (!shown) return <p class="empty">{t('loading')}</p>;
  const { isRestricted, groups, files } = shown;
  return (
    <>
      {isRestricted ? <p role="alert">{t('restricted')}</p> : null}
      <p class="note">{t(groups.length === 0 ? 'noServers' : 'legend')}</p>
      {groups.map(({ name, entries }) => (
        <section key={name}>
          <h2>{name}</h2>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </section>
      ))}
      <section>
        <h2>{t('files')}</h2>
        <FactList
          facts={files.map(({ file, servers }) => ({
            label: servers === undefined ? t('fileAbsent') : t('fileServers', { count: servers }),
            value: file,
          }))}
        />
      </section>
    </>
  );
}

function Entry({
  entry: { id, counts, facts, settings },
}: {
  readonly entry: Group['entries'][number];
}) {
  return (
    <article class={counts ? 'entry' : 'entry off'}>
      <h3>
        {id} {counts ? <span class="mark">{t('counts')}</span> : null}
        <Button
          aria-label={t('actionOn', { action: t('openEntry'), server: id })}
          onClick={() => send({ kind: 'run', command: 'openConfiguration', server: id })}
          icon="go-to-file"
        >
          {t('openEntry')}
        </Button>
      </h3>
      <FactList facts={facts} />
      <details>
        <summary>{t('settings')}</summary>
        <FactList facts={settings} />
      </details>
    </article>
  );
}
