import { within } from '../base/within';
import { callCommands } from './callPages';
import type { CommandName } from './commandNames';
import { trustedOnly, type CommandHandler } from './commands';
import { debugServer } from './debugServer';
import { showEffectivePage } from './effectiveConfiguration';
import { inputCommands } from './inputCommands';
import { logLevelCommand } from './logLevelCommand';
import { moveSecretCommand } from './moveSecret';
import { openConfiguration } from './openConfiguration';
import type { OpenWindow } from './openWindow';
import { adoptServer, releaseServer } from './ownerAdopt';
import type { PlacePorts } from './placeServers';
import type { Questions } from './questions';
import { resourceCommands } from './resourceCommands';
import { serverCommands } from './serverCommands';
import { serverSwitches } from './serverSwitches';
import { shortenDescription } from './shortenDescription';
import { showCommands } from './showCommands';
import { showResources } from './showResources';
import { signInCommands } from './signInCommands';
import { whyCommands } from './whyPage';
import { toolRuleCommands } from './toolRuleCommands';
import { toolSetCommands } from './toolSetCommands';
import type { WindowParts } from './windowParts';

/** Milliseconds for which the first command waits for the configuration, which may be on a drive that hangs. */
const firstReading = 3_000;

/**
 * The handler of each command, once the configuration has been read: a command that comes as the window
 * opens would find no servers. What only a few of them need is evaluated when one of those runs.
 */
export async function windowCommands(
  parts: WindowParts,
  { logs, tools, why, costs, results, reviews, calls }: OpenWindow,
  questions: Questions,
): Promise<Readonly<Record<CommandName, CommandHandler>>> {
  const { context, model, settings, config, inputs, files, found } = parts;
  const { version } = context.extension.packageJSON as { readonly version: string };
  await within(firstReading, config.idle());
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
    showEffectiveConfiguration: () => showEffectivePage(),
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
function placeCommands(parts: WindowParts) {
  const { context, model, settings, config, inputs, approvals } = parts;
  const ports = (): PlacePorts => ({
    model,
    sources: config.sources,
    globalStorage: context.globalStorageUri.fsPath,
    storeInput: (file, id, value) => inputs.set(file, id, value),
    approve: (definition) => approvals.approve([definition]),
    setting: () => settings.servers.peek(),
  });
  return {
    addServer: async (target) => (await import('./addServer')).addServer(ports(), target),
    importServers: async (target) =>
      (await import('./importServers')).importServers(ports(), target),
    exportServers: async (target) =>
      (await import('./exportServers')).exportServers(ports(), target),
    connectAgent: async () => (await import('./connectAgent')).connectAgent(parts, ports()),
    revokeAgentToken: async () =>
      (await import('./connectAgent')).revokeAgentToken(parts.agentTokens),
    browseRegistry: async (target) =>
      (await import('./browseRegistry')).browseRegistry(model, ports(), target),
  } satisfies Record<string, CommandHandler>;
}
