import { settlesWithin } from '../../base/abort';
import { callCommands } from '../calls/callPages.editor';
import { debugServer } from '../debugging/debugServer.editor';
import { inputCommands } from '../editing/inputCommands.editor';
import { logLevelCommand } from '../diagnostics/logChannels.editor';
import { moveSecretCommand } from '../editing/moveSecret.editor';
import { openConfiguration } from '../editing/openConfiguration.editor';
import { adoptServer, releaseServer } from '../owner/ownerAdopt.editor';
import type { ImportContext } from '../importing/placeServers.editor';
import type { WindowQuestions } from '../questions/windowQuestions.editor';
import { resourceCommands } from '../resources/resourceCommands.editor';
import { serverCommands, serverSwitches } from '../tree/serverCommands.editor';
import { shortenDescription } from '../toolSets/shortenDescription.editor';
import { showResources } from '../status/resourceUsage.editor';
import { signInCommands } from '../signIn/signInCommands.editor';
import { whyCommands } from '../diagnostics/whyPage.editor';
import { toolSetCommands, toolRuleCommands } from '../toolSets/toolCommands.editor';
import { type CommandName, trustedOnly, type CommandHandler } from './commands.editor';
import type { OpenWindow } from './openWindow.editor';
import { showCommands } from './showCommands.editor';
import type { WindowContext } from './windowContext.editor';

/** Milliseconds for which the first command waits for the configuration, which may be on a drive that hangs. */
const firstReading = 3_000;

/**
 * The handlers of all commands. Waits for the configuration, because a command that runs while the window opens
 * would find no servers. Code that few commands need is imported when one of them runs.
 */
export async function windowCommands(
  parts: WindowContext,
  { logs, tools, why, costs, results, reviews, calls, effective }: OpenWindow,
  questions: WindowQuestions,
): Promise<Readonly<Record<CommandName, CommandHandler>>> {
  const { context, model, settings, config, inputs, files, found } = parts;
  const { version } = context.extension.packageJSON as { readonly version: string };
  await settlesWithin(firstReading, config.idle());
  return {
    ...serverCommands(model, parts.chat),
    ...signInCommands(model),
    ...serverSwitches(model, settings.servers, context.globalStorageUri.fsPath),
    ...showCommands({ model, logs, pages: tools, reviews, found, version }),
    ...logLevelCommand(model, logs),
    ...resourceCommands(model, files),
    ...whyCommands(parts, why),
    ...callCommands(calls),
    ...inputCommands(model, inputs),
    ...questions.commands(model),
    ...placeCommands(parts),
    ...toolSetCommands(parts),
    ...toolRuleCommands(parts),
    debugServer: trustedOnly(model, (target) => debugServer(model, target)),
    showResources: () => showResources(model),
    showEffectiveConfiguration: async () => void (await effective.show()),
    openLastLargeResult: ({ item }) => results.open(item),
    reviewTools: (target) => reviews.show(target),
    acceptTools: () => reviews.accept(),
    showToolCosts: () => costs.show(),
    shortenDescription: (target) => shortenDescription(parts, costs.tokens, target),
    openConfiguration: (target) => openConfiguration(model, config.sources, target),
    chooseOwner: trustedOnly(model, () => model.chooseOwner()),
    adoptServer: trustedOnly(model, ({ server }) => adoptServer(model, server)),
    releaseServer: trustedOnly(model, ({ server }) => releaseServer(model, server)),
    moveSecret: moveSecretCommand(parts),
  };
}

/** The commands that bring servers from elsewhere, or take them there. */
function placeCommands(parts: WindowContext) {
  const { context, model, settings, config, inputs, approvals } = parts;
  const ports = (): ImportContext => ({
    model,
    sources: config.sources,
    globalStorage: context.globalStorageUri.fsPath,
    storeInput: (file, id, value) => inputs.set(file, id, value),
    approve: (definition) => approvals.approve([definition]),
    setting: () => settings.servers.peek(),
  });
  return {
    addServer: async (target) =>
      (await import('../importing/addServer.editor')).addServer(ports(), target),
    importServers: async (target) =>
      (await import('../importing/importServers.editor')).importServers(ports(), target),
    exportServers: async (target) =>
      (await import('../importing/exportServers.editor')).exportServers(ports(), target),
    connectAgent: async () =>
      (await import('../owner/connectAgent.editor')).connectAgent(parts, ports()),
    revokeAgentToken: async () =>
      (await import('../owner/connectAgent.editor')).revokeAgentToken(parts.agentTokens),
    browseRegistry: async (target) =>
      (await import('../registry/browseRegistry.editor')).browseRegistry(model, ports(), target),
  } satisfies Record<string, CommandHandler>;
}
