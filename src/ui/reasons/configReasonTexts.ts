import { openConfiguration, tellOperator, type ReasonTable } from './reasonText';

const signIn = { next: 'Sign in.', action: 'signIn' } as const;
const again = { next: 'Sign in again.', action: 'signIn' } as const;

/** Reasons why an entry is not used as it stands: settings, consent, inputs, sign-in, debugging, files and registries. */
export const configReasonTexts: ReasonTable = {
  // Precedence and settings
  overridden: {
    says: '{by} has the same name and is nearer, so it counts instead.',
    brief: '{by} counts instead',
    next: 'Give one of the two another name to have both.',
    ...openConfiguration,
  },
  disabledBySettings: {
    says: 'The {layer} settings switch this server off.',
    brief: 'by the {layer} settings',
    next: 'Enable it to have it run.',
    action: 'enableServer',
  },
  disabledInFile: {
    says: 'The file that holds this entry switches it off.',
    brief: 'in its file',
    next: 'Switch it on there.',
    ...openConfiguration,
  },
  runsElsewhere: {
    says: 'By its settings this server runs in {where} windows only.',
    brief: 'runs in {where} windows',
    next: 'Change "where" of this server in "roundhouse.servers" to have it here.',
  },
  runsNowhere: {
    says: 'The settings of this workspace and yours leave no window in which this server runs.',
    next: 'Change "where" of this server in "roundhouse.servers".',
  },
  settingInvalid: { says: 'The value[ of "{key}"] does not fit; expected: {expected}.' },
  settingUnknown: { says: 'There is no setting "{key}".' },
  settingWidens: {
    says: '"{key}" would allow more than without it; what comes with a workspace may only allow less.',
  },
  settingOfNamesake: {
    says: '"{key}" is said of your own server of this name; of that of a workspace it may only allow less.',
  },
  hintsOfWorkspace: {
    says: 'This server belongs to the workspace, and others may have one of its name, which would be trusted, too.',
    next: 'Allow its tools in this workspace instead.',
  },
  settingUserOnly: { says: '"{key}" counts in the user settings only.' },
  settingsNotWritten: {
    says: 'The settings could not be written: {message}',
    next: 'Correct the settings file, then try again.',
  },
  settingsUntrusted: {
    says: 'In Restricted Mode the settings of this workspace cannot be read, so they are not changed.',
    next: 'Trust the workspace, then try again.',
    action: 'manageTrust',
  },

  // Consent and inputs
  workspaceUntrusted: {
    says: 'This workspace is in Restricted Mode, so no server is started.',
    brief: 'Restricted Mode',
    next: 'Trust the workspace to use its servers.',
    action: 'manageTrust',
  },
  sandboxUnsupported: {
    says: 'The entry asks for a sandbox. There is none for this system, so it is not run.',
    next: 'Remove "sandboxEnabled" to run it without one.',
    ...openConfiguration,
  },
  notApproved: {
    says: 'This entry, or what it takes from the workspace, has not been approved in its present form.',
    brief: '',
    next: 'Start it: a page shows what would run, for you to approve.',
    action: 'startServer',
  },
  inputMissing: {
    says: 'The input "{input}" has no value yet.',
    brief: '{input}',
    next: 'Start the server to be asked for it.',
    terminal: 'Give it with --input {input}=VALUE.',
    action: 'startServer',
  },
  inputNotOffered: { says: 'The input "{input}" must be one of {choices}.' },
  undefinedInput: {
    says: 'The input "{input}" is not defined in the file.',
    brief: 'unknown input {input}',
    next: 'Define it under "inputs".',
    ...openConfiguration,
  },
  inputOfCommand: {
    says: 'A command of the editor gives the value of the input "{input}", so none can be entered.',
    next: 'Restart the server to run the command again.',
  },
  variableUnset: {
    says: 'The variable "${{variable}}" has no value here.',
    brief: 'no value for ${{variable}}',
    next: 'Set it where the editor is started, or change the entry.',
    terminal: 'Set it where you run the command, or change the entry.',
    ...openConfiguration,
  },
  unknownVariable: {
    says: 'The variable "${{variable}}" is not known.',
    brief: 'unknown ${{variable}}',
    next: 'Change the entry.',
    ...openConfiguration,
  },
  envFileUnreadable: {
    says: 'The file {file}, which "envFile" names, cannot be read.',
    next: 'Create the file, or change "envFile".',
    ...openConfiguration,
  },
  commandGaveNothing: {
    says: 'The command "{command}", which should give a value, gave no text.',
    next: 'Start the server again, or change the entry.',
    terminal: 'Run the command again, or change the entry.',
    action: 'startServer',
  },

  // Sign-in
  signInNeeded: {
    says: 'The server at {url} wants you to sign in at {issuer}.',
    brief: '{issuer}',
    ...signIn,
  },
  signInEnded: {
    says: 'You are not signed in at {issuer} any more.',
    brief: '{issuer}',
    ...again,
  },
  signInMoreRights: {
    says: 'The server at {url} wants you to allow more at {issuer}[: {scope}].',
    brief: 'more rights: {scope}',
    ...again,
  },
  signInCancelled: {
    says: 'The sign-in[ at {issuer}] was cancelled.',
    brief: 'cancelled',
    ...again,
  },
  signInTimedOut: {
    says: 'Nobody came back from the sign-in within five minutes.',
    brief: 'nobody came back',
    ...again,
  },
  signInRefused: {
    says: 'The authorization server {issuer} refused ({error})[: {message}].',
    brief: 'refused: {error}',
    ...again,
  },
  signInForged: {
    says: 'What came back from the sign-in is not the answer of {issuer} to our question, so it was not used.',
    next: 'Sign in again; where it stays so, somebody may be listening in.',
    action: 'signIn',
  },
  signInNoClient: {
    says: 'The authorization server {issuer} takes only clients that it knows.',
    brief: 'no client id',
    next: 'Register one there by hand, and enter its id as "clientId" under "oauth" of the entry.',
    ...openConfiguration,
  },
  signInOtherIssuer: {
    says: 'The client of the entry is registered at {owner}, but the server wants a sign-in at {issuer}.',
    next: 'Change "oauth" of the entry if the server has really moved.',
    ...openConfiguration,
  },
  signInIncomplete: {
    says: 'The entry says how to get a token without you, but not its "{key}".',
    next: 'Add it under "oauth", by an input.',
    ...openConfiguration,
  },
  signInNotRegistered: {
    says: 'The authorization server {issuer} did not take Roundhouse as a client (HTTP {status}).',
    next: 'Register one there by hand, and enter its id as "clientId" under "oauth" of the entry.',
    ...openConfiguration,
  },
  signInInsecure: {
    says: 'The authorization server {issuer} has an address without encryption, so nothing was sent there.',
    next: tellOperator,
  },
  strayAddress: {
    says: 'The server names {url} for the sign-in[ ({address})], which is nearer to your machine than the server itself, so nothing was sent there.',
    next: 'Where that is right, enter the authorization server as "issuer" under "oauth" of the entry.',
    ...openConfiguration,
  },
  signInBroken: {
    says: 'The sign-in at {issuer} did not work: {message}',
    next: 'Try again; where it stays so, tell whoever runs the server.',
    action: 'signIn',
  },
  signInNoWindow: {
    says: 'The token is out of date, and no window is there that could keep another one.',
    next: 'Open a window, then try again.',
  },
  alreadySignedIn: {
    says: 'You are signed in at {issuer}.',
    next: 'Sign out first to use another account.',
  },
  signInNotAsked: { says: 'The server at {url} asks nobody to sign in.' },
  noSignIn: {
    says: '{server} has no sign-in: its entry runs a program, or has an "Authorization" header of its own.',
  },

  // Debugging
  debugSandboxed: {
    says: 'A debugger cannot reach a server that runs in a sandbox.',
    next: 'Remove "sandboxEnabled" while you debug the server.',
    ...openConfiguration,
  },
  debugNeedsNode: {
    says: 'Debugging with Node needs "node" as the command of the entry, not "{command}".',
    next: 'Change "command", or the type of "dev.debug".',
    ...openConfiguration,
  },
  debugNeedsPython: {
    says: 'Debugging with debugpy needs "python" as the command of the entry, not "{command}".',
    next: 'Change "command", or the type of "dev.debug".',
    ...openConfiguration,
  },
  notDebuggable: {
    says: 'The entry of "{server}" does not say how to debug it.',
    next: 'Give it "dev" with "debug" in it, whose "type" is "node" or "debugpy".',
    ...openConfiguration,
  },
  debuggerMissing: {
    says: 'This editor has no debugger of the type "{type}".',
    next: 'Install an extension that brings it, such as "Python Debugger" for debugpy.',
  },
  debuggerNotAttached: {
    says: 'The debugger could not be attached, so the server was stopped.',
    next: 'Read the log to see what the server said.',
    action: 'showLog',
  },

  // Files
  fileUnwritable: { says: 'The editor refused the change of {file}.' },
  fileBroken: {
    says: 'The file {file} has errors, so nothing can be added to it.',
    next: 'Correct the file first.',
    ...openConfiguration,
  },
  nameTaken: { says: 'The file already has a server named "{name}".' },

  // Registries
  registryUrlInvalid: {
    says: 'The registry {url} is not an http or https address without credentials.',
    next: 'Correct the setting "roundhouse.registry".',
  },
  registryUnreachable: {
    says: 'The registry does not answer: {cause} ({url}).',
    next: 'Check the network and the setting "roundhouse.registry".',
  },
  registryTimedOut: {
    says: 'The registry did not answer within {seconds} {seconds|second|seconds} ({url}).',
  },
  registryError: {
    says: 'The registry answered HTTP {status} ({url}).',
    next: 'Check the setting "roundhouse.registry", or try again later.',
  },
  registryNotJson: {
    says: 'The registry did not send JSON ({url}).',
    next: 'Check the setting "roundhouse.registry".',
  },
  registryMalformed: {
    says: 'The registry sent no list of servers ({url}).',
    next: 'Check the setting "roundhouse.registry".',
  },
  registryTooLarge: {
    says: 'The registry’s answer is longer than {megabytes} {megabytes|megabyte|megabytes} ({url}).',
  },
};
