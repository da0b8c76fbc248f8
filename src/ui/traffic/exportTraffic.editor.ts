import * as vscode from 'vscode';
import type { HostClient } from '../../client/hostConnection/hostClient';
import { trafficHar, type ExportedRecord } from './trafficHar';
import { trafficLine } from './trafficLine';
import { mostRecords } from './trafficMessages';
import { t } from './trafficTexts';

/**
 * Saves the latest traffic of a server, or without one of all servers, in a file that the person chooses: NDJSON, one
 * record a line, or HAR.
 */
export async function exportTraffic(
  host: HostClient,
  server?: { readonly id: string; readonly name: string },
): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const fileName = `${(server?.name ?? 'mcp').replaceAll(/[^\w.-]+/g, '-')}-traffic.ndjson`;
  const uri = await vscode.window.showSaveDialog({
    title: t(server ? 'exportTitle' : 'exportTitleOfAll'),
    filters: { NDJSON: ['ndjson'], HAR: ['har'] },
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, fileName) }),
  });
  if (!uri) return;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: t('exporting'),
    cancellable: true,
  };
  await vscode.window.withProgress(options, async (progress, token) => {
    const { records } = await host.send('traffic', { id: server?.id, limit: mostRecords });
    const exported: ExportedRecord[] = [];
    for (const record of records) {
      if (token.isCancellationRequested) return;
      const { server: of, number, time } = record;
      const messages = await host.send('trafficMessages', { id: of.id, number, time });
      if (messages) exported.push({ record, messages });
      progress.report({ increment: 100 / records.length });
    }
    const text = uri.path.toLowerCase().endsWith('.har')
      ? trafficHar(exported)
      : exported.map(({ record, messages }) => `${trafficLine(record, messages)}\n`).join('');
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  });
}
