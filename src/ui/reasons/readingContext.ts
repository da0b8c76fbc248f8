import type { ActionName } from './reasonText';

/** Where a next action is read; determines by what means it is taken. */
export type ReadingContext = 'editor' | 'terminal' | 'model';

/** Next actions in one place that differ from those in the editor. */
export interface ContextSteps {
  /** By reason code; empty: nothing to do. `{next}`: the next action in the editor. */
  readonly byCode: Readonly<Record<string, string>>;
  /** Replaces what a button of the editor does. */
  readonly byAction: Readonly<Partial<Record<ActionName, string>>>;
  /** Template for all others; `{next}`: the next action in the editor. */
  readonly otherwise: string;
}

const runAgain = 'Run the command again.';
const seeWhetherItRan = 'See whether the call took effect before you make it again.';

/** Next actions on a terminal, which has no log view, settings or buttons. */
const terminal: ContextSteps = {
  byCode: {
    // Needed values
    inputMissing: 'Give it with --input {input}=VALUE.',
    variableUnset: 'Set it where you run the command, or change the entry.',
    commandGaveNothing: 'Run the command again, or change the entry.',
    runtimeMissing: 'Install {runtime}, or put its folder on the PATH.',
    extraCertificatesUnreadable: 'Correct the variable, or the file.',
    tlsSelfSigned: 'If it is yours, set NODE_EXTRA_CA_CERTS to a PEM file that holds it.',
    tlsIssuerUnknown:
      'Set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of the authority, such as that of your company.',
    proxyUnreachable: 'Check HTTPS_PROXY and HTTP_PROXY; NO_PROXY names hosts that need no proxy.',
    proxyUnsupported:
      'Where the server is behind the proxy only, set one for HTTP, or use a local bridge such as "mcp-remote".',
    toolHidden: 'Change what its entry says of tools to offer it.',
    gatewayMissing: 'Start a server in VS Code.',

    // It may have happened
    callInterrupted: seeWhetherItRan,
    callStopped: seeWhetherItRan,
    taskGone: seeWhetherItRan,
  },
  byAction: {
    showLog: 'Run the command again with --log to see all that the server writes.',
    startServer: runAgain,
    restartServer: runAgain,
    copyReport: 'Run "roundhouse doctor --report" and send what it prints to the project.',
  },
  otherwise: '{next}',
};

const aPersonStartsIt =
  'A person must start it again in the MCP Roundhouse view: ask them, and do not call it before.[ What they can do about it: "{next}"]';
const inTheView =
  'Only the person can do something about it, in the MCP Roundhouse view, so ask them, and wait: "{next}"';

/** Next actions that a model can take itself. For all others it is told what the user can do. */
const model: ContextSteps = {
  byCode: {
    // It asked for what is not there
    unknownServer: 'Take one of these[, or look at all with {listTool}].',
    ambiguousServer: 'Name one by its id: {valid}.',
    unknownTool: 'Take one of these[, or look for another one with {searchTool}].',
    toolsNotListed:
      'Call it[ with {callTool}] if you know its arguments: that starts the server, which answers itself.',
    argumentsWrong: 'Correct the arguments, then call it again.',
    unknownResult: 'Results are kept for a while only: call the tool again.',
    resourceNotFound: 'Look for the right address; do not ask for this one again.',

    // It is not connected, but there is another way
    chatStopped: 'Call its tools[ with {callTool}] meanwhile.',
    chatNotConnected: 'Call its tools[ with {callTool}] meanwhile.',
    chatOff: 'Call its tools[ with {callTool}].',
    chatNoGateway: 'Call its tools[ with {callTool}] meanwhile.',
    chatOffByPolicy: 'Do without MCP servers.',

    // It will not get it
    toolHidden: 'Do without it.',
    toolOff: 'Do without it, or ask the person to switch it on.',
    toolDenied: 'Do without it: only the person can change that rule.',
    callRefused: 'Do not make it again; ask the person what to do instead.',
    askFirst: 'Ask the person to be there, then make it again.',
    toolHeld: 'Do without it, or ask the person to review the changed tools of the server.',
    chatAccessPolicy: 'Do without MCP servers.',

    // It was given up, or waits for a person
    crashLoop: aPersonStartsIt,
    givenUp: aPersonStartsIt,
    notRunning:
      'Call again once. Where that fails, too, a person must start it in the MCP Roundhouse view: ask them, and wait.',
    notStartedByItself: 'A person must start it in the MCP Roundhouse view: ask them, and wait.',

    // It may come later
    waitsForRetry: 'Call again in {seconds} {seconds|second|seconds}, not before.',
    silent: 'Call again in a minute.',
    timedOut:
      'Call again once, with less to do if that is possible. Where that fails, too, tell the person.',
    hostGone: 'Call again in a few seconds.',

    // It may have happened
    callInterrupted: seeWhetherItRan,
    callStopped: `Ask the person to start the server in the MCP Roundhouse view. ${seeWhetherItRan}`,
    taskGone: seeWhetherItRan,

    // The server speaks
    serverError: 'Where its words do not say what to change, tell the person.',
    taskFailed: 'Where its words do not say what to change, tell the person.',
    outputInvalid: '',
  },
  byAction: {
    startServer: inTheView,
    restartServer: inTheView,
    enableServer: inTheView,
    signIn: inTheView,
  },
  otherwise: 'Only the person can do something about it, so ask them, and wait: "{next}"',
};

export const contextSteps: Readonly<Record<ReadingContext, ContextSteps>> = {
  editor: { byCode: {}, byAction: {}, otherwise: '{next}' },
  terminal,
  model,
};

/** Reasons of servers that only the user can start again, whatever happened to a call. */
export const restingCodes: ReadonlySet<string> = new Set(['crashLoop', 'givenUp']);
