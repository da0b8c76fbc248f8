import { openConfiguration, seeWhetherItRan, type ReasonTable } from './reasonText';

const reload = { next: 'Reload the window to try again.' } as const;
const checkShell = 'Correct the files that your shell reads, then reload the window.';
const aPersonStartsIt =
  'A person must start it again in the MCP Roundhouse view: ask them, and do not call it before.[ What they can do about it: "{next}"]';
const readWhatItDid = { next: 'Read the log to see what it did last.', action: 'showLog' } as const;
const startIfTrusted = {
  next: 'Start it only if you trust it, and tell its authors.',
  action: 'startServer',
} as const;
const readLog = { next: 'Read the log to see what the server said.', action: 'showLog' } as const;

/** Reasons why a server does not run, answer or stay, and what its host does about that. */
export const serverReasonTexts: ReasonTable = {
  // The launch of a local server
  notFound: {
    says: 'The command "{command}" was not found[ in {folders}][ and {more} more {more|folder|folders}].',
    brief: 'not found: {command}',
    next: 'Check the spelling, that it is installed, and that it is on the PATH.',
    installs: 'command',
    ...openConfiguration,
  },
  windowsCommand: {
    says: 'The command "{command}" is one of Windows and was not found here.',
    brief: 'not found: {command}',
    next: 'Write "{name}" in the entry.',
    ...openConfiguration,
  },
  notExecutable: {
    says: 'The file {file} may not be run as a program.',
    brief: 'not executable: {file}',
    next: 'Make it executable (chmod +x), or name in "command" the program that runs it.',
    ...openConfiguration,
  },
  sandboxToolMissing: {
    says: 'The sandbox that the entry asks for needs programs that are not installed: {packages}.',
    brief: 'not installed: {packages}',
    next: 'Install them with the package manager of your system, such as "sudo apt install {packages}", and start the server again.',
    action: 'startServer',
  },
  interpreterMissing: {
    says: 'The script {file} needs {interpreter}, which was not found.',
    brief: 'not found: {interpreter}',
    next: 'Install that program, or name in "command" the one that shall run the script.',
    installs: 'interpreter',
    ...openConfiguration,
  },
  windowsLineEnds: {
    says: 'The script {file} has the line ends of Windows, so it cannot be run.',
    brief: 'Windows line ends in {file}',
    next: 'Save it with line ends of one character (LF).',
    ...openConfiguration,
  },
  cwdNotFound: {
    says: 'The working folder {cwd} does not exist.',
    brief: 'no folder {cwd}',
    next: 'Change "cwd", or create the folder.',
    ...openConfiguration,
  },
  spawnFailed: {
    says: 'The command "{command}" could not be started[ ({cause})].',
    brief: 'cannot be run: {command}',
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
    brief: '[exit code {exit}][signal {signal}][: {said}]',
    ...readLog,
  },
  timedOut: {
    says: 'The server did not answer "{what}" within {seconds} {seconds|second|seconds}.[ It said: {said}]',
    brief: 'no answer to {what} in {seconds} s[: {said}]',
    ...readLog,
    model:
      'Call again once, with less to do if that is possible. Where that fails, too, tell the person.',
  },
  unreachable: {
    says: 'Nothing answers at {url}[: {cause}].',
    brief: 'nothing answers there',
    next: 'Check that the server is up and the address is right, then start again.',
    ...openConfiguration,
  },
  unauthorized: {
    says: 'The server at {url} refused the credentials (HTTP {status}).',
    brief: 'credentials refused, HTTP {status}',
    next: 'Check the headers of the entry, such as its token, then start again.',
    ...openConfiguration,
  },
  httpError: {
    says: 'The server at {url} answered HTTP {status}.[ It redirects to {to}.][ It asks to wait {seconds} {seconds|second|seconds}.]',
    brief: 'HTTP {status}',
    next: 'Check the address, then start again.',
    ...openConfiguration,
  },
  protocolError: {
    says: 'The server does not keep to the protocol: {message}',
    brief: 'not the protocol: {message}',
    ...readLog,
  },
  serverError: {
    says: 'The server answered with error {code}: {message}',
    brief: 'error {code}: {message}',
    ...readLog,
    model: 'Where its words do not say what to change, tell the person.',
  },
  connectionClosed: {
    says: 'The connection to the server was closed.',
    brief: 'connection closed',
    ...readLog,
  },
  sessionLost: {
    says: 'The server forgot the session.',
    next: 'Start the server again.',
    action: 'startServer',
  },
  crashLoop: {
    says: 'The server failed {count} {count|time|times} in a short while and is not restarted any more.',
    brief: '{count} {count|time|times}',
    ...readLog,
    model: aPersonStartsIt,
  },
  givenUp: {
    says: 'The server "{server}" failed and is not started again by itself.',
    next: 'Start it again.',
    model: aPersonStartsIt,
    action: 'startServer',
  },
  waitsForRetry: {
    says: 'The server[ "{server}"] failed and is started again in {seconds} {seconds|second|seconds}.',
    next: 'Try again then, or start it now.',
    model: 'Call again in {seconds} {seconds|second|seconds}, not before.',
    action: 'startServer',
  },
  listFailed: {
    says: 'The server did not tell what it offers.',
    brief: 'lists are missing',
    ...readLog,
  },
  notRunning: {
    says: 'The server[ "{server}"] is not running.',
    next: 'Start it first.',
    model:
      'Call again once. Where that fails, too, a person must start it in the MCP Roundhouse view: ask them, and wait.',
    action: 'startServer',
  },
  notStartedByItself: {
    says: 'The server "{server}" is started only by hand.',
    next: 'Start it, then try again.',
    model: 'A person must start it in the MCP Roundhouse view: ask them, and wait.',
    action: 'startServer',
  },
  invalidUrl: {
    says: 'The address of the server, with its variables filled in, is not one of a server.',
    brief: 'the address is none',
    next: 'Change "url", or the values of its variables.',
    ...openConfiguration,
  },
  servesItself: {
    says: 'The entry is for other agents: it is Roundhouse itself, with all its servers.',
    brief: 'Roundhouse itself',
    next: 'Disable the server, or take the entry out of the file if no agent reads it there.',
    terminal: 'Take the entry out of the file, or name a file without it.',
    ...openConfiguration,
  },
  entryGone: { says: 'The entry "{server}" is not in the configuration any more.' },

  // The network between this machine and a server
  proxyUnreachable: {
    says: 'Nothing answers at the proxy {proxy}[: {cause}].',
    brief: 'no proxy at {proxy}',
    next: 'Check "http.proxy" in the settings of the editor, or HTTPS_PROXY and HTTP_PROXY where it is started; NO_PROXY names hosts that need none.',
    terminal: 'Check HTTPS_PROXY and HTTP_PROXY; NO_PROXY names hosts that need no proxy.',
  },
  proxyRefused: {
    says: 'The proxy {proxy} does not let the connection through[ (HTTP {status})][: {cause}].',
    brief: 'refused by the proxy[, HTTP {status}]',
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

  // Lists, and what is left out of them
  listRefused: { says: 'The server answered "{method}" with HTTP {status}.' },
  listAbsent: { says: 'The answer has no list "{key}".' },
  listTooLarge: {
    says: 'Of items that are larger than {megabytes} MB together the rest was left out.',
  },
  itemsTooMany: { says: 'Of more than {count} items the rest was left out.' },
  pagesTooMany: { says: 'Of more than {count} pages the rest was left out.' },
  pagesEmpty: { says: 'After {count} pages without an item no more were read.' },
  cursorRepeated: { says: 'The cursor "{cursor}" came twice.' },
  itemMalformed: { says: 'It is not as the specification has it: {problem}' },
  itemTooDeep: { says: 'It has more than {levels} levels.' },
  itemTooLarge: { says: 'It is larger than {megabytes} MB.' },
  itemKeyTooLong: { says: 'The "{key}" is longer than {count} characters.' },
  itemRepeated: { says: 'The "{key}" is listed twice.' },
  headerNameInvalid: { says: 'x-mcp-header {name} is no name of a header.' },
  headerPlaceInvalid: { says: 'x-mcp-header "{name}" is not at a plain property.' },
  headerTypeInvalid: {
    says: 'x-mcp-header "{name}" is at a property that is no string, integer or boolean.',
  },
  headerRepeated: { says: 'x-mcp-header "{name}" is there twice.' },

  // Supervision
  callInterrupted: {
    says: 'The connection to the server "{server}" ended before the answer came, so the call may have run or not.[ The server is started again in {seconds} {seconds|second|seconds}.]',
    ...seeWhetherItRan,
    action: 'showLog',
  },
  callStopped: {
    says: 'The server "{server}" was stopped before it answered, so the call may have run or not.',
    next: 'Start the server, and see whether the call took effect before it is made again.',
    terminal: seeWhetherItRan.terminal,
    model: `Ask the person to start the server in the MCP Roundhouse view. ${seeWhetherItRan.model}`,
    action: 'startServer',
  },
  silent: {
    says: 'The server has answered nothing for {seconds} {seconds|second|seconds}, not even whether it is there. It may be busy.',
    brief: 'silent for {seconds} s',
    next: 'Wait, or restart it.',
    model: 'Call again in a minute.',
    action: 'restartServer',
  },
  hung: {
    says: 'The server hung: for {seconds} {seconds|second|seconds} it did not even answer whether it is there.',
    brief: 'hung for {seconds} s',
    ...readWhatItDid,
  },
  notReading: {
    says: 'The server did not read what it was sent: {count} {count|message|messages} waited for it.[ It said: {said}]',
    brief: 'does not read what it is sent[: {said}]',
    ...readWhatItDid,
  },
  frozeHost: {
    says: 'The server froze the host that runs all servers[, with a message of {kilobytes} KB][ ({method})]. That host was ended, and the other servers run in a new one. This one is not started by itself.',
    brief: 'froze the host',
    ...startIfTrusted,
  },
  crashedHost: {
    says: 'The host that runs all servers crashed over what this server sent[, a message of {kilobytes} KB][ ({method})]. The other servers run in a new one. This one is not started by itself.',
    brief: 'crashed the host',
    ...startIfTrusted,
  },
  ignoresCancel: {
    says: 'The server ignores cancellation: {seconds} {seconds|second|seconds} after a call was cancelled it went on with it.',
  },

  // Entries of a log
  serverReady: { says: 'Connected to {name}[ {version}], protocol {protocol}.' },
  serverStopped: { says: 'Stopped.' },
  startedUnasked: {
    says: 'Ended before it answered; started again without server/discover.',
  },
  catalogChanged: {
    says: 'It offers something else than before. Tools added: {added}, removed: {removed}, changed: {changed} ({names}).',
  },
  idleShutdown: {
    says: 'Nobody has used it for {minutes} {minutes|minute|minutes}, so it ends until it is used again.',
  },
  finishesCalls: {
    says: 'It is about to end. {calls} {calls|call that is|calls that are} open may finish first[, for at most {seconds} {seconds|second|seconds}].',
  },
  callsCutOff: {
    says: '{calls} {calls|call was|calls were} still open after {seconds} {seconds|second|seconds} and {calls|was|were} ended.',
  },

  // The host process and its run folder
  hostGone: {
    says: 'The connection to the host process was lost.',
    next: 'Try again: another one is started by itself.',
    model: 'Call again in a few seconds.',
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
  exportFailed: {
    says: 'Metrics could not be sent to {address}.',
    next: 'Check that the collector runs and that "roundhouse.otlpEndpoint" has its address.',
  },
  exportAddressInvalid: {
    says: 'Metrics are not sent, because "roundhouse.otlpEndpoint" is not an HTTP address.',
    next: 'Change the setting, for example to "http://localhost:4318".',
  },
  unguarded: {
    says: 'Should this process be killed, its servers may go on running.',
  },
};
