import type { ComponentType } from 'preact';
import type { PagePart } from '../../ui/serverPage/pageMessages';
import { pageParts } from '../../ui/serverPage/pageMessages';
import { t } from '../../ui/serverPage/pageTexts';
import { Button } from '../shared/button';
import { Icon } from '../shared/icon';
import { Tabs } from '../shared/tabs';
import { ConfigurationPart, DiagnosisPart, LogPart, OverviewPart } from './statusParts';
import { FiguresPart } from './figuresPart';
import { PromptsPart, ResourcesPart, ToolsPart } from './catalogParts';
import { goneText, part, send, server, showPart } from './pageState';
import { TrafficPart } from './trafficPart';

const parts: Readonly<Record<PagePart, ComponentType>> = {
  overview: OverviewPart,
  tools: ToolsPart,
  prompts: PromptsPart,
  resources: ResourcesPart,
  traffic: TrafficPart,
  figures: FiguresPart,
  log: LogPart,
  configuration: ConfigurationPart,
  diagnosis: DiagnosisPart,
};

/** The whole page: head with state and buttons, the tabs, and the chosen part. */
export function App() {
  const gone = goneText.value;
  if (gone !== undefined) return <main class="gone">{gone}</main>;
  if (!server.value) return <main class="gone">{t('loading')}</main>;
  const Part = parts[part.value];
  return (
    <main>
      <Head />
      <Tabs
        label={t('parts')}
        parts={pageParts}
        shown={part.value}
        titleOf={t}
        counts={server.value.counts ?? {}}
        onShow={showPart}
      >
        <Part />
      </Tabs>
    </main>
  );
}

function Head() {
  const shown = server.value;
  if (!shown) return null;
  const { name, state, buttons } = shown;
  return (
    <header>
      <h1>{name}</h1>
      <p class="state" role="status">
        <Icon name={state.icon} color={state.color} />
        {state.text}
      </p>
      <div class="buttons">
        {buttons.map(({ command, title, icon }, at) => (
          <Button
            key={command}
            look={at === 0 ? 'primary' : 'secondary'}
            onClick={() => send({ kind: 'run', command })}
            icon={icon}
          >
            {title}
          </Button>
        ))}
      </div>
    </header>
  );
}
