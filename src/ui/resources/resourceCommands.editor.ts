import { mentionOf } from '../text/mention';
import { copyText } from '../window/copy.editor';
import { trustedOnly, type CommandHandlers } from '../window/registerCommands.editor';
import type { OpenContext } from './openResource.editor';

/** Commands of resources and prompts; their implementations are loaded when one runs. */
export function resourceCommands(context: OpenContext) {
  const { workspace } = context;
  return {
    openResource: trustedOnly(workspace, async (target) =>
      (await import('./openResource.editor')).openResource(context, target),
    ),
    openTemplate: trustedOnly(workspace, async ({ server = '', item = '' }) =>
      (await import('./openResource.editor')).openTemplate(context, server, item),
    ),
    copyResourceUri: ({ item }) => copy(item),
    copyName: ({ item }) => copy(item),
    copyMention: ({ item }) => copy(item === undefined ? undefined : mentionOf(item)),
    runPrompt: trustedOnly(workspace, async (target) =>
      (await import('./prompts.editor')).runPrompt(context, target),
    ),
  } satisfies CommandHandlers;
}

async function copy(text: string | undefined): Promise<void> {
  if (text !== undefined) await copyText(text, text);
}
