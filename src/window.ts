import * as vscode from 'vscode';
import { AgentTokens, externalOffer } from './client/agentTokens';
import { startApproved } from './client/startApproved';
import { windowLaunches } from './ui/window/windowLaunches.editor';
import { ApprovalPages } from './ui/approval/approvalPages.editor';
import { ToolReviews } from './ui/approval/toolReviews.editor';
import { ToolCostWatch } from './ui/costs/toolCosts.editor';
import { DebugSessions } from './ui/debugging/debugSessions.editor';
import { registerDevWatch } from './ui/debugging/devWatch.editor';
import { LogChannels } from './ui/diagnostics/logChannels.editor';
import { ConfigDocuments } from './ui/editing/configDocuments.editor';
import { registerEditing } from './ui/editing/languageFeatures.editor';
import { Overview } from './ui/overviewPage/overview.editor';
import { WindowQuestions } from './ui/questions/windowQuestions.editor';
import { ResultDocuments } from './ui/resources/resultDocuments.editor';
import { windowSignIn } from './ui/signIn/signIn.editor';
import { offerProcessUsage } from './ui/status/processUsage.editor';
import { registerStatusBar } from './ui/status/statusBar.editor';
import { ServerTests } from './ui/tests/serverTests.editor';
import { ServerPages } from './ui/serverPage/serverPages.editor';
import { followFirstSteps } from './ui/window/firstSteps.editor';
import { onReturn } from './ui/window/onReturn.editor';
import { startEach } from './ui/window/startEach.editor';
import type { OpenWindow, WindowContext } from './ui/window/windowContext.editor';
import { OwnerWatch, startAfterReload } from './ui/owner/owner.editor';

/**
 * Opens what a window with servers needs: launches, questions, sign-in and all views. A window without configuration
 * files opens them only for a command.
 */
export function openWindow(context: WindowContext): OpenWindow {
  const { workspace, config, settings, costs, store, log } = context;
  const approvalPages = store.add(new ApprovalPages(context));
  const resolver = windowLaunches(context, approvalPages);
  const window = { ...context, resolver };
  const questions = store.add(new WindowQuestions(window));
  const tests = store.add(new ServerTests(workspace, context.extensionContext.workspaceState));
  const agentTokens = new AgentTokens(
    context.extensionContext.workspaceState,
    context.extensionContext.globalState,
  );
  const costWatch = store.add(new ToolCostWatch(context));
  const serverPages = store.add(new ServerPages({ ...window, tests }));
  const opened = {
    ...window,
    approvalPages,
    questions,
    signIn: windowSignIn(context),
    logs: store.add(new LogChannels(workspace)),
    agentTokens,
    externalOffer: () => externalOffer(settings.servers, workspace.toolSelection, agentTokens),
    tests,
    serverPages,
    ownerWatch: store.add(new OwnerWatch(context.extensionContext, workspace)),
    costWatch,
    overview: store.add(new Overview({ ...context, costWatch })),
    reviews: store.add(
      new ToolReviews(workspace, serverPages, context.extensionContext.workspaceState),
    ),
    results: store.add(new ResultDocuments(workspace.host)),
  };
  const documents = new ConfigDocuments(() => config.sources);
  const failed = (error: unknown): void => log.warn(String(error));
  startEach(
    {
      approvals: () => onReturn(() => void startApproved(workspace).catch(failed)),
      editing: () => registerEditing(context, documents),
      statusBar: () => registerStatusBar(workspace, costs),
      processUsage: () => offerProcessUsage(workspace),
      firstSteps: () => followFirstSteps(workspace),
      devWatch: () => registerDevWatch(workspace, log),
      debugging: () => new DebugSessions(workspace),
    },
    { store, log },
  );
  updateLauncher(context).catch(failed);
  startAfterReload(context).catch(failed);
  return opened;
}

/** Updates the launcher of other agents to this version of the extension, once and in the background. */
async function updateLauncher({ extensionContext }: WindowContext): Promise<void> {
  const { refreshLauncher } = await import('./client/agentLauncher');
  await refreshLauncher({
    globalStorage: extensionContext.globalStorageUri.fsPath,
    extensionFolder: extensionContext.extensionPath,
    isDeveloped: extensionContext.extensionMode !== vscode.ExtensionMode.Production,
    env: process.env,
    execPath: process.execPath,
  });
}
