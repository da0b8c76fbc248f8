import { DisposableStore, type Disposable } from '../../base/disposable';
import { CallPages } from '../calls/callPages.editor';
import { ConfigDocuments } from '../editing/configDocuments.editor';
import { registerDevMode } from '../debugging/devMode.editor';
import { registerEditing } from '../editing/editing.editor';
import { registerEffectivePage } from '../editing/effectiveConfiguration.editor';
import { keepLauncher } from './keepLauncher.editor';
import { LogChannels } from '../diagnostics/logChannels.editor';
import { OwnerWatch } from '../owner/ownerWatch.editor';
import { ResultDocuments } from '../resources/resultDocuments.editor';
import { offerResources } from '../status/resourceUsage.editor';
import { startEach } from './startEach.editor';
import { registerStatusBar } from '../status/statusBar.editor';
import { ToolCostWatch } from '../costs/toolCosts.editor';
import { ToolPages } from '../toolSets/toolPages.editor';
import { ToolReviews } from '../approval/toolReviews.editor';
import { WhyPages } from '../diagnostics/whyPage.editor';
import type { WindowContext } from './windowContext.editor';

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
export function openWindow(parts: WindowContext): OpenWindow {
  const { context, model, config, log } = parts;
  const store = new DisposableStore();
  const logs = store.add(new LogChannels(model));
  const tools = store.add(new ToolPages(model, parts.costs));
  const why = store.add(new WhyPages(parts));
  const owner = store.add(new OwnerWatch(context, model));
  const costs = store.add(new ToolCostWatch(parts));
  const reviews = store.add(new ToolReviews(model));
  const results = store.add(new ResultDocuments(model.host));
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
