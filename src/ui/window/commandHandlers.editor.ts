import { callCommands } from '../calls/callCommands.editor';
import { debugServer } from '../debugging/debugServer.editor';
import { inputCommands } from '../editing/inputCommands.editor';
import { logLevelCommand } from '../diagnostics/logChannels.editor';
import { moveSecretCommand } from '../editing/moveSecret.editor';
import { openConfiguration } from '../editing/openConfiguration.editor';
import { adoptServer, releaseServer } from '../owner/ownerAdopt.editor';
import { overviewCommands } from '../overviewPage/overview.editor';
import { resourceCommands } from '../resources/resourceCommands.editor';
import { serverCommands, serverSwitches } from '../tree/serverCommands.editor';
import { shortenDescription } from '../toolSets/shortenDescription.editor';
import { showProcessUsage } from '../status/processUsage.editor';
import { signInCommands } from '../signIn/signInCommands.editor';
import { testCommands } from '../tests/serverTests.editor';
import { serverPageCommands } from '../serverPage/serverPages.editor';
import { toolSetCommands, toolRuleCommands } from '../toolSets/toolCommands.editor';
import { afterReading } from './afterReading';
import type { CommandName } from './commandNames';
import { trustedOnly, type CommandHandler } from './registerCommands.editor';
import { showCommands } from './showCommands.editor';
import type { OpenWindow } from './windowContext.editor';

type Handlers = Readonly<Record<CommandName, CommandHandler>>;

/** The handlers of all commands. Code that few commands need is imported when one of them runs. */
export function commandHandlers(window: OpenWindow): Handlers {
  const { config } = window;
  const handlers = Object.entries(handlersOf(window)).map(
    ([name, handle]) => [name, afterReading(config, handle)] as const,
  );
  return Object.fromEntries(handlers) as Handlers;
}

function handlersOf(window: OpenWindow): Handlers {
  const { extensionContext, workspace, settings, config, inputs } = window;
  return {
    ...serverCommands(workspace, window.chat),
    ...signInCommands(workspace),
    ...serverSwitches(workspace, settings.servers, extensionContext.globalStorageUri.fsPath),
    ...showCommands(window),
    ...logLevelCommand(workspace, window.logs),
    ...resourceCommands(window),
    ...serverPageCommands(window, window.serverPages),
    ...overviewCommands(window.overview),
    ...callCommands(workspace),
    ...testCommands(window.tests),
    ...inputCommands(workspace, inputs),
    ...window.questions.commands(),
    ...placeCommands(window),
    ...toolSetCommands(window),
    ...toolRuleCommands(window),
    debugServer: trustedOnly(workspace, (target) => debugServer(workspace, target)),
    showResources: () => showProcessUsage(workspace),
    openLastLargeResult: ({ item }) => window.results.open(item),
    reviewTools: (target) => window.reviews.show(target),
    shortenDescription: (target) => shortenDescription(window, window.costWatch.tokens, target),
    openConfiguration: (target) => openConfiguration(workspace, config.sources, target),
    chooseOwner: trustedOnly(workspace, () => workspace.chooseOwner()),
    adoptServer: trustedOnly(workspace, ({ server }) => adoptServer(window, server)),
    releaseServer: trustedOnly(workspace, ({ server }) => releaseServer(window, server)),
    moveSecret: moveSecretCommand(window),
  };
}

/** The commands that bring servers from elsewhere, or take them there. */
function placeCommands(window: OpenWindow) {
  return {
    addServer: async (target) =>
      (await import('../importing/addServer.editor')).addServer(window, target),
    importServers: async (target) =>
      (await import('../importing/importServers.editor')).importServers(window, target),
    exportServers: async (target) =>
      (await import('../importing/exportServers.editor')).exportServers(window, target),
    connectAgent: async () => (await import('../owner/connectAgent.editor')).connectAgent(window),
    revokeAgentToken: async () =>
      (await import('../owner/connectAgent.editor')).revokeAgentToken(window.agentTokens),
    browseRegistry: async (target) =>
      (await import('../registry/browseRegistry.editor')).browseRegistry(window, target),
  } satisfies Record<string, CommandHandler>;
}
