import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { runningHosts } from '../../ipc/runFolder';
import { reportText } from '../diagnostics/reportText';
import { shownFiles } from '../editing/shownProblems';
import { t } from '../text/texts';
import { pickTool } from '../toolSets/pickTool.editor';
import { withoutHomeFolder } from '../text/withoutHomeFolder';
import { pickServer } from '../tree/pickServer.editor';
import { measureUsage } from '../status/processUsage.editor';
import { changePicks } from '../tree/catalogChangeText';
import type { CommandHandlers, Target } from './registerCommands.editor';
import { notice } from './notice.editor';
import type { OpenWindow } from './windowContext.editor';
import { editorServer } from '../owner/owner.editor';
import { pickRow } from './pick.editor';

/** The commands that show something and change nothing. */
export function showCommands(window: OpenWindow) {
  return {
    getStarted: () => getStarted(window),
    findInTree: () => window.tree.find(),
    listTools: (target) => listTools(window, target),
    showCatalogChange: (target) => showCatalogChange(window, target),
    showLog: (target) => showLog(window, target),
    copyReport: () => copyReport(window),
    manageTrust: async () => {
      await vscode.commands.executeCommand('workbench.trust.manage');
    },
    openChatAccess: async () => {
      await vscode.commands.executeCommand('workbench.action.openSettings', '@id:chat.mcp.access');
    },
  } satisfies CommandHandlers;
}

async function getStarted({ extensionContext }: OpenWindow): Promise<void> {
  const walkthrough = `${extensionContext.extension.id}#roundhouse`;
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthrough);
}

async function listTools(
  { workspace, serverPages }: OpenWindow,
  { server }: Target,
): Promise<void> {
  const picked = await pickTool(workspace, server);
  if (picked) await serverPages.show(picked.server, 'tools', picked.tool.name);
}

async function showLog({ workspace, logs }: OpenWindow, target: Target): Promise<void> {
  const entry = await pickServer(workspace, target);
  if (!entry) return;
  if (entry.runBy === 'vscode') await editorServer('showLog', entry.definition);
  else logs.show(entry.definition.id);
}

async function copyReport({ extensionContext, workspace, found }: OpenWindow): Promise<void> {
  const { version } = extensionContext.extension.packageJSON as { readonly version: string };
  const [samples, hosts] = await Promise.all([
    measureUsage(workspace, [...workspace.entries.peek().keys()]),
    runningHosts(process.env),
  ]);
  const report = reportText({
    files: shownFiles(workspace.files.peek(), found.peek()),
    entries: workspace.entries.peek(),
    mode: workspace.host.mode.peek(),
    hosts,
    samples,
    trusted: workspace.trusted.peek(),
    now: Date.now(),
    environment: {
      product: vscode.env.appName,
      productVersion: vscode.version,
      version,
      platform: `${process.platform} ${process.arch}`,
    },
  });
  await vscode.env.clipboard.writeText(withoutHomeFolder(report, homedir()));
  void notice('information', t('reportCopied'));
}

/**
 * Opens the tools that wait for review. Otherwise lists the tools that changed since last time, and shows the picked
 * one if it exists.
 */
async function showCatalogChange(
  { workspace, serverPages, reviews }: OpenWindow,
  target: Target,
): Promise<void> {
  const entry = await pickServer(workspace, target);
  if (!entry) return;
  const { catalogChange: change, vetted } = entry.snapshot;
  if (vetted?.held.length || vetted?.fresh.length) {
    return reviews.show({ server: entry.definition.id });
  }
  if (!change) return;
  const { id, name } = entry.definition;
  const picks = changePicks(change, workspace.host.catalog(id).peek()).map((pick) => ({
    ...pick,
    kind: pick.isGroup ? vscode.QuickPickItemKind.Separator : vscode.QuickPickItemKind.Default,
  }));
  const placeHolder = t('pickChange', { server: name });
  const picked = await pickRow(placeHolder, picks);
  if (picked?.tool) await serverPages.show(id, 'tools', picked.tool.name);
}
