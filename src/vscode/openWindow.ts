import { DisposableStore, type Disposable } from '../base/disposable';
import { CallPages } from './callPages';
import { ConfigDocuments } from './configDocuments';
import { registerDevMode } from './devMode';
import { registerEditing } from './editing';
import { registerEffectivePage } from './effectiveConfiguration';
import { keepLauncher } from './keepLauncher';
import { LogChannels } from './logChannels';
import { OwnerWatch } from './ownerWatch';
import { ResultDocuments } from './resultDocuments';
import { offerResources } from './showResources';
import { startEach } from './startEach';
import { registerStatusBar } from './statusBar';
import { ToolCostWatch } from './toolCosts';
import { ToolPages } from './toolPages';
import { ToolReviews } from './toolReviews';
import { WhyPages } from './whyPage';
import type { WindowParts } from './windowParts';

/** What a window shows by itself, and the pages that its commands show. */
export interface OpenWindow extends Disposable {
  readonly logs: LogChannels;
  readonly tools: ToolPages;
  readonly why: WhyPages;
  readonly owner: OwnerWatch;
  readonly costs: ToolCostWatch;
  readonly results: ResultDocuments;
  readonly calls: CallPages;
  readonly reviews: ToolReviews;
}

/** Begins everything that a window with configuration has; needed without any by commands only. */
export function openWindow(parts: WindowParts): OpenWindow {
  const { context, model, config, log } = parts;
  const store = new DisposableStore();
  const logs = store.add(new LogChannels(model));
  const tools = store.add(new ToolPages(model, parts.costs));
  const why = store.add(new WhyPages(parts));
  const owner = store.add(new OwnerWatch(context, model));
  const costs = store.add(new ToolCostWatch(parts));
  const reviews = store.add(new ToolReviews(model));
  const results = store.add(new ResultDocuments(model.host.results));
  const calls = store.add(new CallPages(model));
  const documents = new ConfigDocuments(() => config.sources);
  startEach(
    {
      editing: () => registerEditing({ ...parts, documents }),
      statusBar: () => registerStatusBar(model, parts.costs),
      effective: () => registerEffectivePage(model, () => config.sources),
      resources: () => offerResources(model),
      devMode: () => registerDevMode(model, log),
    },
    { store, log },
  );
  keepLauncher(context, log);
  const pages = { logs, tools, why, owner, costs, results, reviews, calls };
  return { ...pages, dispose: () => store.dispose() };
}
