import type { ComponentType } from 'preact';
import { overviewParts, type OverviewPart } from '../../ui/overviewPage/overviewMessages';
import { t } from '../../ui/overviewPage/overviewTexts';
import { Tabs } from '../shared/tabs';
import { CallsPart } from './callsPart';
import { ConfigurationPart } from './configurationPart';
import { CostsPart } from './costsPart';
import { part, showPart } from './overviewState';
import { TrafficPart } from './trafficPart';
import { ServersPart } from './serversPart';

const parts: Readonly<Record<OverviewPart, ComponentType>> = {
  servers: ServersPart,
  costs: CostsPart,
  calls: CallsPart,
  traffic: TrafficPart,
  configuration: ConfigurationPart,
};

/** The whole page: its title, the tabs, and the chosen part. */
export function App() {
  const Part = parts[part.value];
  return (
    <main>
      <header>
        <h1>{t('title')}</h1>
      </header>
      <Tabs
        label={t('parts')}
        parts={overviewParts}
        shown={part.value}
        titleOf={t}
        counts={{}}
        onShow={showPart}
      >
        <Part />
      </Tabs>
    </main>
  );
}
