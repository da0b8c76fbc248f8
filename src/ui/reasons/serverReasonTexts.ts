import { installHint } from './installHints';
import type { ReasonTable } from './reasonText';

const openConfiguration = { action: 'openConfiguration' } as const;
const reload = { next: 'Reload the window to try again.' } as const;
const checkShell = 'Correct the files that your shell reads, then reload the window.';
const readLog = { next: 'Read the log to see what the server said.', action: 'showLog' } as const;

/** Why a server does not run, answer or stay, and what its host does about that. */
export const serverReasonTexts: ReasonTable = {
  // The launch of a local server
  notFound: {
    says: 'The command "{command}" was not found[ in {folders}][ and {more} more {more|folder|folders}].',
    next: 'Check the spelling, that it is installed, and that it is on the PATH.',
    nextFor: ({ command }, context) => installHint(String(command), context),
    ...openConfiguration,
  },
  windowsCommand: {
    says: 'The command "{command}" is one of Windows and was not found here.',
    next: 'Write "{name}" in the entry.',
    ...openConfiguration,
  },
  notExecutable: {
    says: 'The file {file} may not be run as a program.',
    next: 'Make it executable (chmod +x), or name in "command" the program that runs it.',
    ...openConfiguration,
  },
  interpreterMissing: {
    says: 'The script {file} needs {interpreter}, which was not found.',
    next: 'Install that program, or name in "command" the one that shall run the script.',
    nextFor: ({ interpreter }, context) => installHint(String(interpreter), context),
    ...openConfiguration,
  },
  windowsLineEnds: {
    says: 'The script {file} has the line ends of Windows, so it cannot be run.',
    next: 'Save it with line ends of one character (LF).',
    ...openConfiguration,
  },
  cwdNotFound: {
    says: 'The working folder {cwd} does not exist.',
    next: 'Change "cwd", or create the folder.',
    ...openConfiguration,
  },
  spawnFailed: {
    says: 'The command "{command}" could not be started[ ({cause})].',
    next: 'Check that it is a program you may run.',
    ...openConfiguration,
  },
  argumentUnsafe: {
    says: 'Argument {position} of "{command}" holds a line break, so it cannot be passed to a batch file safely.',
    next: 'Take the line break out, or name in "command" the program that the batch file starts.',
    ...openConfiguration,
  },
  argumentsTooLong: {
    says: 'The arguments of "{command}" have more than the {limit} characters that a batch file can be given.',
    next: 'Make them shorter, or name in "command" the program that the batch file starts.',
    ...openConfiguration,
  },
  shellTimedOut: {
    says: 'The login shell {shell} did not tell its environment within {seconds} {seconds|second|seconds}, so servers get that of the editor.',
    next: checkShell,
  },
  shellFailed: {
    says: 'The login shell {shell} did not tell its environment ({cause}), so servers get that of the editor.',
    next: checkShell,
  },

  // The connection
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
    next: 'Check that the server is up and the address is right, then start again.',
    ...openConfiguration,
  },
  unauthorized: {
    says: 'The server at {url} refused the credentials (HTTP {status}).',
    next: 'Check the headers of the entry, such as its token, then start again.',
    ...openConfiguration,
  },
  httpError: {
    says: 'The server at {url} answered HTTP {status}.[ It asks to wait {seconds} {seconds|second|seconds}.]',
    next: 'Check the address, then start again.',
    ...openConfiguration,
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
    next: 'Change "url", or the values of its variables.',
    ...openConfiguration,
  },
  entryGone: { says: 'The entry "{server}" is not in the configuration any more.' },

  // The network between this machine and a server
  proxyUnreachable: {
    says: 'Nothing answers at the proxy {proxy}[: {cause}].',
    next: 'Check "http.proxy" in the settings of the editor, or HTTPS_PROXY and HTTP_PROXY where it is started; NO_PROXY names hosts that need none.',
  },
  proxyRefused: {
    says: 'The proxy {proxy} does not let the connection through (HTTP {status}).',
    next: 'Check the name and the password in the address of the proxy, and whether it allows this host; NO_PROXY names hosts that need none.',
  },

  // Answers that cannot be used
  answerTooLong: {
    says: 'The answer of the server is larger than {megabytes} MB, so it was dropped.',
    next: 'Ask for less at once.',
  },
  answerTooComplex: {
    says: 'The answer of the server has[ more than {levels} levels of objects in each other][ more than {values} values][ more than {messages} messages], so it was dropped.',
    next: 'Ask for less at once.',
  },
  tooManyRounds: {
    says: 'The server asked for more input {rounds} times before it answered {method}, and was given up.',
    next: 'Read the log to see what it wants.',
    action: 'showLog',
  },

  // Supervision
  callInterrupted: {
    says: 'The connection to the server "{server}" ended before the answer came, so the call may have run or not.[ The server is started again in {seconds} {seconds|second|seconds}.]',
    next: 'See whether the call took effect before it is made again.',
    action: 'showLog',
  },
  callStopped: {
    says: 'The server "{server}" was stopped before it answered, so the call may have run or not.',
    next: 'Start the server, and see whether the call took effect before it is made again.',
    action: 'startServer',
  },
  silent: {
    says: 'The server has answered nothing for {seconds} {seconds|second|seconds}, not even whether it is there. It may be busy.',
    next: 'Wait, or restart it.',
    action: 'restartServer',
  },
  hung: {
    says: 'The server hung: for {seconds} {seconds|second|seconds} it did not even answer whether it is there.',
    next: 'Read the log to see what it did last.',
    action: 'showLog',
  },
  notReading: {
    says: 'The server did not read what it was sent: {count} {count|message|messages} waited for it.[ It said: {said}]',
    next: 'Read the log to see what it did last.',
    action: 'showLog',
  },
  frozeHost: {
    says: 'The server froze the host that runs all servers[, with a message of {kilobytes} KB][ ({method})]. That host was ended, and the other servers run in a new one. This one is not started by itself.',
    next: 'Start it only if you trust it, and tell its authors.',
    action: 'startServer',
  },
  crashedHost: {
    says: 'The host that runs all servers crashed over what this server sent[, a message of {kilobytes} KB][ ({method})]. The other servers run in a new one. This one is not started by itself.',
    next: 'Start it only if you trust it, and tell its authors.',
    action: 'startServer',
  },
  ignoresCancel: {
    says: 'The server ignores cancellation: {seconds} {seconds|second|seconds} after a call was cancelled it went on with it.',
  },

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

  // The host process and its run folder
  hostGone: {
    says: 'The connection to the host process was lost.',
    next: 'Try again: another one is started by itself.',
  },
  hostSilent: { says: 'The shared host process did not answer in time.', ...reload },
  hostUnreachable: { says: 'The shared host process started but cannot be reached.', ...reload },
  hostStartFailed: {
    says: 'The shared host process could not be started[: {message}].',
    ...reload,
  },
  hostLostOften: {
    says: 'The host process was lost {count} {count|time|times} in a short while and is not replaced any more.',
    next: 'Start a server to try again.',
    action: 'startServer',
  },
  logLinesLeftOut: {
    says: '{count} {count|line was|lines were} left out here, as this window did not take them in time.',
  },
  hostUntrusted: {
    says: 'What answered in place of the shared host process could not prove who it is.',
    ...reload,
  },
  runFolderUnsafe: {
    says: 'The run folder {folder} belongs to someone else or is open to others.',
    next: 'Give it to yourself with mode 0700, or remove it.',
  },
  runFolderTooLong: {
    says: 'The path of the run folder {folder} is too long for a socket.',
    next: 'Set ROUNDHOUSE_HOME to a shorter path.',
  },
  contractMismatch: {
    says: 'The host process speaks another version of the contract[ ({host}, this window {client})].',
    next: 'Reload every window, so that all use the same build.',
  },

  // Servers that outlive their host
  leftoversEnded: {
    says: 'Ended {count} {count|process|processes} that a host before this one had left behind ({processes}).',
  },
  leftoversStay: {
    says: '{count} {count|process|processes} that a host before this one left behind could not be ended ({processes}).',
  },
  notReaped: {
    says: 'It could not be found out what a host before this one left behind: {message}',
  },
  ledgerUnwritable: {
    says: 'The servers that run could not be written down in {folder}[: {message}]',
  },
  watchdogLost: {
    says: 'The process was lost that ends the servers should their host be killed[: {message}].',
  },
  unguarded: {
    says: 'Should this process be killed, its servers may go on running.',
  },
};
