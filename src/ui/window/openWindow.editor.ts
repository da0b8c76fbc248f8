import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { CallPages } from '../calls/callPages.editor';
import { ConfigDocuments } from '../editing/configDocuments.editor';
import { registerEditing } from '../editing/languageFeatures.editor';
import { EffectivePage } from '../editing/effectiveConfiguration.editor';
import { LogChannels } from '../diagnostics/logChannels.editor';
import { OwnerWatch } from '../owner/ownerWatch.editor';
import { ResultDocuments } from '../resources/resultDocuments.editor';
import { offerResources } from '../status/resourceUsage.editor';
import { registerStatusBar } from '../status/statusBar.editor';
import { ToolCostWatch } from '../costs/toolCosts.editor';
import { ToolPages } from '../toolSets/toolPages.editor';
import { ToolReviews } from '../approval/toolReviews.editor';
import { WhyPages } from '../diagnostics/whyPage.editor';
import { DebugSessions } from '../debugging/debugSessions.editor';
import { registerDevWatch } from '../debugging/devWatch.editor';
import { startEach } from './startEach.editor';
import type { WindowContext } from './windowContext.editor';

/** Views of a window with configuration, and the pages that its commands show. */
export interface OpenWindow extends Disposable {
  readonly logs: LogChannels;
  readonly tools: ToolPages;
  readonly why: WhyPages;
  readonly owner: OwnerWatch;
  readonly costs: ToolCostWatch;
  readonly results: ResultDocuments;
  readonly calls: CallPages;
  readonly effective: EffectivePage;
  readonly reviews: ToolReviews;
}

/**
 * Opens all views when the window gets its first configuration file, on disk or in an editor. A window without one
 * opens them only for a command.
 */
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
  const effective = store.add(new EffectivePage(model, () => config.sources));
  const documents = new ConfigDocuments(() => config.sources);
  startEach(
    {
      editing: () => registerEditing(parts, documents),
      statusBar: () => registerStatusBar(model, parts.costs),
      resources: () => offerResources(model),
      devWatch: () => registerDevWatch(model, log),
      debugging: () => new DebugSessions(model),
    },
    { store, log },
  );
  keepLauncher(context, log);
  const pages = { logs, tools, why, owner, costs, results, reviews, calls, effective };
  return { ...pages, dispose: () => store.dispose() };
}

/** Updates the launcher of other agents to this version of the extension, once and in the background. */
function keepLauncher(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): void {
  const keep = async (): Promise<void> => {
    const { refreshLauncher } = await import('../../client/agentLauncher');
    await refreshLauncher({
      globalStorage: context.globalStorageUri.fsPath,
      extensionFolder: context.extensionPath,
      isDeveloped: context.extensionMode !== vscode.ExtensionMode.Production,
      env: process.env,
    });
  };
  keep().catch((error: unknown) => log.warn(String(error)));
}
