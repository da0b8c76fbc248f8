import { textsOf, type KeyOf } from './format';

/**
 * Texts that several features share: tree, lenses, status bar, dialogs and reports. Reasons have their tables in
 * `ui/reasons`, titles of commands theirs in `package.nls.json`.
 */
export const t = textsOf({
  // States
  disabled: 'disabled',
  stopped: 'stopped',
  starting: 'starting',
  startingAgain: 'starting (attempt {attempt})',
  running: 'running',
  degraded: 'running with problems',
  retrying: 'retrying[ in {seconds} s] (attempt {attempt})',
  failed: 'failed',
  stopping: 'stopping',
  blocked: 'blocked · {need}',
  runByEditor: 'run by VS Code',
  undecided: 'not decided who runs it',
  stepResolving: 'reading its variables',
  stepQueued: 'waiting for its turn',
  stepLaunching: 'launching',
  stepDownloading: 'downloading its program',
  stepInitializing: 'waiting for its first answer',
  stepListing: 'listing what it offers',
  fromLastTime: '{state} · {counts} from last time',
  toolsDiffer: '{text}, changed',
  tools: '{count} {count|tool|tools}',
  prompts: '{count} {count|prompt|prompts}',
  resources: '{count} {count|resource|resources}',

  startingInChat: 'Connecting chat to {server} …',

  // Tree
  userSource: 'User',
  remoteSource: 'Remote User',
  workspaceSource: 'Workspace',
  ownerRoundhouse: 'Roundhouse runs them',
  ownerEditor: 'VS Code runs them',
  ownerUndecided: 'not decided who runs them',
  moreProblems: 'And {more} more.',
  problemCount: '{count} {count|problem|problems} in this file',
  promptsGroup: 'Prompts',
  resourcesGroup: 'Resources',
  templatesGroup: 'Resource Templates',
  droppedItem: '{name} was left out of {list}: {message}',
  hasApp: 'Comes with a page of its own ({app}), which hosts of MCP Apps show.',
  modelSchemaTip: 'Models get other parameters: {changes}',
  localUserServers: 'User servers of your own machine stay with VS Code',
  localUserServersWhy:
    'This window is connected to another machine. Roundhouse runs there and reads the user configuration of that machine; the user servers of your own machine are run by VS Code.',
  processId: 'pid {pid}',
  serverIdentity: '{name}[ {version}], protocol {protocol} ({era})',
  eraLegacy: 'legacy era',
  eraModern: 'modern era',
  catalogChange: 'Tools: {changes} since last time[; {broken} may break calls]',
  parameterRemoved: 'The parameter "{at}" was removed.',
  parameterRequired: 'The parameter "{at}" is required now.',
  parameterType: 'The parameter[ "{at}"] takes fewer types.',
  parameterValues: 'The parameter[ "{at}"] takes fewer values.',
  resultRemoved: 'The result has no "{at}" any more.',
  resultType: 'The result[, at "{at}",] has another type.',
  changeAdded: '{count} added',
  changeRemoved: '{count} removed',
  changeChanged: '{count} changed',
  changeAddedGroup: 'Added',
  changeRemovedGroup: 'Removed',
  changeChangedGroup: 'Changed',
  changeMore: ' and {count} more',
  upFor: 'up {span}',
  restarted: 'restarted {count} {count|time|times}[, last failure {span} ago]',
  failedAgo: 'last failure {span} ago',
  lastFailure: 'Last failure: {reason}',

  // Quantities
  processes: '{count} {count|process|processes}',
  megabytes: '{count} MB',
  gigabytes: '{count} GB',
  cpuShare: '{percent} % CPU',
  milliseconds: '{count} ms',
  seconds: '{count} s',
  minutes: '{count} min',
  hours: '{hours} h {minutes} min',
  days: '{count} days',

  // Lenses
  lensState: 'Roundhouse: {state}',
  lensStart: 'Start',
  lensStop: 'Stop',
  lensRestart: 'Restart',
  lensEnable: 'Enable',
  lensDebug: 'Debug',
  lensLog: 'Show Log',

  // Status bar
  statusRunning: '{running} of {count}',
  statusTooltip: 'MCP Roundhouse: {running} of {count} {count|server|servers} running',
  statusRestricted: 'Restricted Mode: no server is started',
  statusConnecting: 'Connecting to the host process',
  statusWindow: 'this window only',
  statusNoHost: 'no host',
  statusWindowTooltip: 'The servers run in this window and end with it.',

  // Progress
  startingServer: 'Starting {server}',
  startingAll: 'Starting the servers',
  stoppingServer: 'Stopping {server}',
  stoppingAll: 'Stopping the servers',
  restartingServer: 'Restarting {server}',
  debuggingServer: 'Starting {server} with a debugger',

  // Pickers
  pickServer: 'Which server?',
  switchLayer: 'For which windows should {server} be disabled?',
  switchWorkspace: 'This Workspace',
  switchUser: 'Everywhere',
  switchWorkspaceDetail: 'In the settings of this workspace, which others may share.',
  switchUserDetail: 'In your user settings.',
  notDisabled: '"{server}" is not disabled.',
  pickUsage: 'What the running servers take, every two seconds; pick one to act on it',
  usageTotals:
    '{count} {count|server|servers} · {processes} {processes|process|processes} · {memory}',
  pickAction: 'What to do with {server}?',
  actionRestart: 'Restart',
  actionStop: 'Stop',
  actionLog: 'Show Log',
  pickChange: 'Tools of {server} that differ since last time: pick one to see it',
  pickTool: 'Tools of all servers: pick one to see it',
  noTools: 'No server has told its tools yet. Start a server first.',
  noToolsOf: '"{server}" has no tools.',
  toolsUnknown: '"{server}" has not told its tools yet.',
  noServers: 'No servers are configured.',
  addServer: 'Add Server',
  pickFile: 'Which configuration file?',
  createNamed: 'Create {file}',
  notThere: 'Not there yet',
  noFile: 'There is no configuration file yet',
  noFileDetail: 'Choose one of those below to create it',

  // Starts of what was just written
  startChanged:
    '{server} was not started: its entry is not the one that was written any more. Look at it and start it yourself.',

  // Inputs
  inputTitle: 'MCP Roundhouse: {input}',
  inputPrompt: 'Value for the input "{input}", kept in the secret store',
  inputDefault: 'default',

  // Debugging
  debugSession: 'Roundhouse: {server}',
  debuggingEnded:
    'The debugging of {server} has ended and the server goes on. It is started without a debugger when you restart it.',

  // Changes of the configuration
  entryAdded: '{server} was added',
  entryRemoved: '{server} was removed',
  entryChanged: '{server} changed: {fields}',
  entryRestartedByFile: '{server} is restarted: {file} changed',
  watchPaused:
    '{server} was restarted {count} times in {seconds} seconds because files changed, {file} last. Changes are ignored until there was none for a minute, or until you start it. Does it write what "dev.watch" names?',

  // Reports
  reportTitle: 'MCP Roundhouse report',
  reportEnvironment: '{product} {productVersion}, MCP Roundhouse {version}, {platform}',
  reportHost: 'Host: {mode}[, up {span}]',
  reportOtherBuild:
    'Another host: process {pid}, build {build}, up {span}. Windows of another build of this extension run their own.',
  reportOtherEditor:
    'Another host: process {pid}, the same build, up {span}. Windows of another editor or profile run their own.',
  hostUnattached: 'not needed yet',
  hostConnecting: 'connecting',
  hostShared: 'shared process {pid}[, build {build}]',
  hostWindow: 'this window[ ({reason})]',
  hostFailed: 'none ({reason})',
  reportOwner: 'Who runs the servers: {owner}',
  reportTrust: 'Restricted Mode: {restricted}',
  yes: 'yes',
  no: 'no',
  reportState: 'State: {state}',
  reportReason: 'Why: {reason}',
  reportNext: 'What to do: {next}',
  reportLaunch: 'Launch: {launch}',
  reportHidden: '{count} {count|argument|arguments} not shown',
  reportServer: 'Server: {server}',
  reportUse: 'Now: {facts}',
  reportLastFailure: 'Last failure: {time} ({span} ago): {reason}',
  reportProblem: 'Line {line}: {problem}',
  reportCopied: 'The report was copied to the clipboard.',
});

export type TextKey = KeyOf<typeof t>;

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

/** Memory, given in bytes: "84 MB", "1.2 GB". */
export function memoryText(bytes: number): string {
  const megabytes = bytes / 1024 ** 2;
  if (megabytes >= 1024) return t('gigabytes', { count: (megabytes / 1024).toFixed(1) });
  return t('megabytes', { count: megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes) });
}

/** Share of the processor; 1 is one core: "3 % CPU". */
export function cpuText(cores: number): string {
  return t('cpuShare', { percent: Math.round(cores * 100) });
}

/** A duration, given in milliseconds, in so many digits: "1.43 ms", "234 ms", "75.3 s", "12 min". */
export function tookText(milliseconds: number, digits = 3): string {
  const rounded = Number(Number(milliseconds.toFixed(2)).toPrecision(digits));
  if (rounded < second) return t('milliseconds', { count: rounded });
  return rounded < 10 * minute ? t('seconds', { count: rounded / second }) : durationText(rounded);
}

/** A time span in milliseconds, rounded for people: "12 s", "5 min", "3 h 5 min", "4 days". */
export function durationText(milliseconds: number): string {
  const span = Math.max(0, milliseconds);
  if (span < minute) return t('seconds', { count: Math.floor(span / second) });
  const minutes = Math.floor((span % hour) / minute);
  if (span < hour) return t('minutes', { count: minutes });
  if (span < 2 * day) return t('hours', { hours: Math.floor(span / hour), minutes });
  return t('days', { count: Math.floor(span / day) });
}
