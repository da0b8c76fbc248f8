import * as vscode from 'vscode';
import type { Workspace } from '../../client/workspace';
import { untrustedText } from '../text/untrustedText';
import { trustedOnly, type CommandHandlers } from '../window/commands.editor';
import { t } from './resourceTexts';
import type { ResourceFiles } from './resourceFiles.editor';

/** Commands of resources and prompts; their implementations are loaded when one runs. */
export function resourceCommands(model: Workspace, files: ResourceFiles) {
  const context = { model, files };
  return {
    openResource: trustedOnly(model, async (target) =>
      (await import('./openResource.editor')).openResource(context, target),
    ),
    openTemplate: trustedOnly(model, async ({ server = '', item = '' }) =>
      (await import('./openResource.editor')).openTemplate(context, server, item),
    ),
    copyResourceUri: async ({ item }) => copyUri(item),
    runPrompt: trustedOnly(model, async (target) =>
      (await import('./prompts.editor')).runPrompt(model, target),
    ),
  } satisfies CommandHandlers;
}

async function copyUri(uri: string | undefined): Promise<void> {
  if (uri === undefined) return;
  await vscode.env.clipboard.writeText(uri);
  vscode.window.setStatusBarMessage(t('uriCopied', { uri: untrustedText(uri) }), 3_000);
}
