import type { ReasonArguments } from '../../base/errors';
import { answerReasonTexts } from './answerReasonTexts';
import { catalogReasonTexts } from './catalogReasonTexts';
import { debugReasonTexts } from './debugReasonTexts';
import { doctorReasonTexts } from './doctorReasonTexts';
import { externalClientReasonTexts } from './externalClientReasonTexts';
import { hostReasonTexts } from './hostReasonTexts';
import { launchReasonTexts } from './launchReasonTexts';
import { networkReasonTexts } from './networkReasonTexts';
import { participantReasonTexts } from './participantReasonTexts';
import { pinReasonTexts } from './pinReasonTexts';
import type { Place } from '../importing/placeSteps';
import { questionReasonTexts } from './questionReasonTexts';
import { recoveryReasonTexts } from './recoveryReasonTexts';
import { registryReasonTexts } from './registryReasonTexts';
import { resourceReasonTexts } from './resourceReasonTexts';
import { resultReasonTexts } from './resultReasonTexts';
import { signInReasonTexts } from './signInReasonTexts';
import { settingReasonTexts } from './settingReasonTexts';
import { supervisionReasonTexts } from './supervisionReasonTexts';
import { toolReasonTexts } from './toolReasonTexts';

/** What a button under a sentence does. */
export type ActionName =
  | 'showLog'
  | 'openConfiguration'
  | 'startServer'
  | 'restartServer'
  | 'enableServer'
  | 'signIn'
  | 'chooseOwner'
  | 'manageTrust'
  | 'copyReport'
  | 'startInChat'
  | 'openChatAccess';

/** The sentences of one reason. */
export interface ReasonText {
  /** What is the case: one or more whole sentences. */
  readonly says: string;
  /** What to do about it in the editor; `placeSteps.ts` has what differs elsewhere. */
  readonly next?: string;
  /** What to do where the arguments tell it better than `next`. */
  readonly nextFor?: (args: ReasonArguments, place: Place) => string | undefined;
  readonly action?: ActionName;
}

const readLog = { next: 'Read the log to see what the server said.', action: 'showLog' } as const;
const editEntry = (next: string): { next: string; action: ActionName } => ({
  next,
  action: 'openConfiguration',
});

/** Every reason code with its sentence. A new code needs one entry here and nothing else. */
export const reasonTexts: Readonly<Record<string, ReasonText>> = {
  // Reaching a server
  ...launchReasonTexts,
  ...answerReasonTexts,
  ...networkReasonTexts,
  ...supervisionReasonTexts,
  ...catalogReasonTexts,
  ...pinReasonTexts,
  ...toolReasonTexts,
  ...resourceReasonTexts,
  ...resultReasonTexts,
  ...participantReasonTexts,
  exited: {
    says: 'The server process ended[ with exit code {exit}][ by signal {signal}].[ It said: {said}]',
    ...readLog,
  },
  timedOut: {
    says: 'The server did not answer "{what}" within {seconds} {seconds|second|seconds}.[ It said: {said}]',
    ...readLog,
  },
  unreachable: {
    says: 'Nothing answers at {url}[: {cause}].',
    ...editEntry('Check that the server is up and the address is right, then start again.'),
  },
  unauthorized: {
    says: 'The server at {url} refused the credentials (HTTP {status}).',
    ...editEntry('Check the headers of the entry, such as its token, then start again.'),
  },
  httpError: {
    says: 'The server at {url} answered HTTP {status}.[ It asks to wait {seconds} {seconds|second|seconds}.]',
    ...editEntry('Check the address, then start again.'),
  },
  protocolError: {
    says: 'The server does not keep to the protocol: {message}',
    ...readLog,
  },
  serverError: { says: 'The server answered with error {code}: {message}', ...readLog },
  connectionClosed: { says: 'The connection to the server was closed.', ...readLog },
  sessionLost: {
    says: 'The server forgot the session.',
    next: 'Start the server again.',
    action: 'startServer',
  },
  crashLoop: {
    says: 'The server failed {count} {count|time|times} in a short while and is not restarted any more.',
    ...readLog,
  },
  givenUp: {
    says: 'The server "{server}" failed and is not started again by itself.',
    next: 'Start it again.',
    action: 'startServer',
  },
  waitsForRetry: {
    says: 'The server[ "{server}"] failed and is started again in {seconds} {seconds|second|seconds}.',
    next: 'Try again then, or start it now.',
    action: 'startServer',
  },
  listFailed: { says: 'The server did not tell what it offers.', ...readLog },
  notRunning: {
    says: 'The server[ "{server}"] is not running.',
    next: 'Start it first.',
    action: 'startServer',
  },
  notStartedByItself: {
    says: 'The server "{server}" is started only by hand.',
    next: 'Start it, then try again.',
    action: 'startServer',
  },
  invalidUrl: {
    says: 'The address of the server, with its variables filled in, is not one of a server.',
    ...editEntry('Change "url", or the values of its variables.'),
  },
  entryGone: { says: 'The entry "{server}" is not in the configuration any more.' },

  // Entries of a log
  serverReady: { says: 'Connected to {name}[ {version}], protocol {protocol}.' },
  serverStopped: { says: 'Stopped.' },
  catalogChanged: {
    says: 'It offers something else than before. Tools added: {added}, removed: {removed}, changed: {changed} ({names}).',
  },
  idleShutdown: {
    says: 'Nobody has used it for {minutes} {minutes|minute|minutes}, so it ends until it is used again.',
  },
  finishesCalls: {
    says: 'It is about to end. {calls} {calls|call that is|calls that are} open may finish first, for at most {seconds} {seconds|second|seconds}.',
  },
  callsCutOff: {
    says: '{calls} {calls|call was|calls were} still open after {seconds} {seconds|second|seconds} and {calls|was|were} ended.',
  },

  // Consent and inputs
  workspaceUntrusted: {
    says: 'This workspace is in Restricted Mode, so no server is started.',
    next: 'Trust the workspace to use its servers.',
    action: 'manageTrust',
  },
  sandboxUnsupported: {
    says: 'The entry asks for a sandbox, which Roundhouse does not have yet, so it is not run.',
    ...editEntry('Let VS Code run it, or remove "sandboxEnabled".'),
  },
  notApproved: {
    says: 'This entry, or what it takes from the workspace, has not been approved in its present form.',
    next: 'Start it: a page shows what would run, for you to approve.',
    action: 'startServer',
  },
  inputMissing: {
    says: 'The input "{input}" has no value yet.',
    next: 'Start the server to be asked for it.',
    action: 'startServer',
  },
  undefinedInput: {
    says: 'The input "{input}" is not defined in the file.',
    ...editEntry('Define it under "inputs".'),
  },
  variableUnset: {
    says: 'The variable "${{variable}}" has no value here.',
    ...editEntry('Set it where the editor is started, or change the entry.'),
  },
  unknownVariable: {
    says: 'The variable "${{variable}}" is not known.',
    ...editEntry('Change the entry.'),
  },
  envFileUnreadable: {
    says: 'The file {file}, which "envFile" names, cannot be read.',
    ...editEntry('Create the file, or change "envFile".'),
  },
  commandGaveNothing: {
    says: 'The command "{command}", which should give a value, gave no text.',
    next: 'Start the server again, or change the entry.',
    action: 'startServer',
  },
  ownerUndecided: {
    says: 'Nobody has chosen yet whether Roundhouse or VS Code runs the servers.',
    next: 'Choose once; you can change it later.',
    action: 'chooseOwner',
  },
  ownedByEditor: {
    says: 'VS Code runs this server, so Roundhouse does not.',
    next: 'Choose Roundhouse if it should run the servers.',
    action: 'chooseOwner',
  },

  ...settingReasonTexts,
  ...signInReasonTexts,
  ...debugReasonTexts,
  ...doctorReasonTexts,

  // Names that lead nowhere
  unknownServer: { says: 'There is no server "{server}".[ The most alike: {valid}.]' },
  ambiguousServer: {
    says: 'Several servers are named "{server}".',
    next: 'Name one by its id: {valid}.',
  },
  unknownTool: {
    says: 'The server "{server}" has no tool "{tool}".[ The most alike it has: {valid}.]',
  },
  toolHidden: {
    says: 'The settings hide the name "{tool}" among the tools of the server "{server}".[ Offered: {valid}.]',
    next: 'Change "tools" of the server in the setting "roundhouse.servers" to offer it.',
  },

  ...externalClientReasonTexts,
  ...hostReasonTexts,
  ...recoveryReasonTexts,

  // Why chat does not have the tools of a server
  chatStopped: {
    says: 'The connection of chat to this server was stopped in VS Code. Chat may still show the tools that it had, and connects again when it calls one.',
    next: 'Start it in chat to connect it now.',
    action: 'startInChat',
  },
  chatNotConnected: {
    says: 'VS Code has not connected chat to this server yet. Roundhouse keeps trying.',
    next: 'Start it in chat to try at once. If that does not help, reload the window.',
    action: 'startInChat',
  },
  chatOff: {
    says: 'The setting "chat.mcp.access" is "none", so chat has no tools of MCP servers.',
    next: 'Set "chat.mcp.access" to "all" to give chat these tools.',
    action: 'openChatAccess',
  },
  chatOffByPolicy: {
    says: 'A policy of your organisation keeps the tools of MCP servers out of chat.',
    next: 'Ask whoever manages your editor.',
  },
  chatNoGateway: {
    says: 'Roundhouse could not open the address on this machine through which chat reaches its servers.',
    next: 'Reload the window. If that does not help, copy the report and look at its host.',
    action: 'copyReport',
  },

  // Who runs the servers
  chatAccessPolicy: {
    says: 'A policy of your organisation limits MCP servers in chat, so these tools do nothing here.',
  },
  ownerNotWritten: {
    says: 'The settings could not be written, so nothing was changed over: {message}',
    next: 'Correct the settings file, then choose again.',
    action: 'chooseOwner',
  },
  autostartOverridden: {
    says: 'The settings of this workspace say "chat.mcp.autostart": "{value}", so VS Code may still start copies and chat may have tools twice.',
    next: 'Choose again for this workspace, or remove that setting.',
    action: 'chooseOwner',
  },
  autostartStaysNever: {
    says: '"chat.mcp.autostart" was "never" before Roundhouse and stays so: VS Code starts a server only when you ask it to.',
  },
  copiesNotStopped: {
    says: 'VS Code’s copies of {servers} could not be stopped and may still run.',
    next: 'Stop them with "MCP: List Servers".',
  },
  cachedToolsKept: {
    says: 'VS Code’s cached MCP tools could not be cleared, so chat may have tools twice.',
    next: 'Run "MCP: Reset Cached Tools", then reload the window.',
  },
  adoptUnreadable: {
    says: 'The file .vscode/{file} has errors, so no entry can be moved.',
    next: 'Correct the file first.',
  },
  adoptInputConflict: {
    says: 'The file {file} already has another input "{input}".',
    next: 'Rename one of the two inputs, then try again.',
  },

  ...registryReasonTexts,
  ...questionReasonTexts,

  // Anything else
  unexpected: {
    says: 'Something unexpected happened: {message}',
    next: 'Copy the report and send it to the project.',
    action: 'copyReport',
  },

  // Files
  fileUnwritable: { says: 'The editor refused the change of {file}.' },
  fileBroken: {
    says: 'The file {file} has errors, so nothing can be added to it.',
    ...editEntry('Correct the file first.'),
  },
  nameTaken: { says: 'The file already has a server named "{name}".' },
};
