import * as vscode from 'vscode';
import type { WorkspaceModel } from '../hostClient/workspaceModel';
import { othersWords } from '../views/othersWords';
import { sayResource } from '../views/resourceTexts';
import { trustedOnly, type CommandHandlers } from './commands';
import type { ResourceFiles } from './resourceFiles';

/** The commands of resources and prompts; what only they need is evaluated when one of them runs. */
export function resourceCommands(model: WorkspaceModel, files: ResourceFiles) {
  const parts = { model, files };
  return {
    openResource: trustedOnly(model, async (target) =>
      (await import('./openResource')).openResource(parts, target),
    ),
    openTemplate: trustedOnly(model, async ({ server = '', item = '' }) =>
      (await import('./openResource')).openTemplate(parts, server, item),
    ),
    copyResourceUri: async ({ item }) => copyUri(item),
    runPrompt: trustedOnly(model, async (target) =>
      (await import('./runPrompt')).runPrompt(model, target),
    ),
  } satisfies CommandHandlers;
}

async function copyUri(uri: string | undefined): Promise<void> {
  if (uri === undefined) return;
  await vscode.env.clipboard.writeText(uri);
  vscode.window.setStatusBarMessage(sayResource('uriCopied', { uri: othersWords(uri) }), 3_000);
}
