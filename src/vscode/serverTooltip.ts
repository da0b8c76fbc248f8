import * as vscode from 'vscode';
import type { WorkspaceModel } from '../hostClient/workspaceModel';
import { serverDetails } from '../views/serverDetails';
import { sampled } from './sampled';

/** What a person reads who points at a server; what it takes is measured for this. */
export async function serverTooltip(
  model: WorkspaceModel,
  server: string,
): Promise<vscode.MarkdownString | undefined> {
  const [sample] = await sampled(model, [server]);
  const entry = model.entries.peek().get(server);
  if (!entry) return undefined;
  return new vscode.MarkdownString(serverDetails(entry, Date.now(), sample).join('\n\n'));
}
