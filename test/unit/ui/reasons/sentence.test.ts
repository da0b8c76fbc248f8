import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ReasonArguments } from '../../../../src/base/errors';
import { problemText, problemTexts } from '../../../../src/ui/editing/problemTexts';
import { reasonTexts } from '../../../../src/ui/reasons/reasonTexts';
import { nextAction, sentence } from '../../../../src/ui/reasons/sentence';
import { doctorReasons } from '../doctorReasons';
import { participantReasons } from '../participantReasons';
import { resultReasons } from '../resultReasons';
import { signInReasons } from '../signInReasons';

/** Every reason code of the product with the arguments it comes with. */
const reasons: Readonly<Record<string, ReasonArguments>> = {
  notFound: { command: 'nodejs', folders: ['/bin', '/usr/bin'], more: 2 },
  windowsCommand: { command: 'npx.cmd', name: 'npx' },
  notExecutable: { file: '/ws/run.sh' },
  interpreterMissing: { file: '/ws/run.py', interpreter: '/usr/bin/python3' },
  windowsLineEnds: { file: '/ws/run.sh' },
  shellTimedOut: { shell: '/bin/zsh', seconds: 10 },
  shellFailed: { shell: '/bin/zsh', cause: 'exit code 1' },
  cwdNotFound: { cwd: '/gone' },
  spawnFailed: { command: 'notes.txt', cause: 'EACCES' },
  argumentUnsafe: { command: 'C:\\tools\\run.cmd', position: 2 },
  argumentsTooLong: { command: 'C:\\tools\\run.cmd', limit: 8_000 },
  exited: { command: 'node', exit: 1, said: 'boom', output: ['a', 'boom'] },
  timedOut: { what: 'initialize', seconds: 60 },
  unreachable: { url: 'http://127.0.0.1:1/mcp', cause: 'ECONNREFUSED' },
  proxyUnreachable: { proxy: 'proxy.example:3128', cause: 'ECONNREFUSED' },
  proxyRefused: { proxy: 'proxy.example:3128', status: 407 },
  unauthorized: { url: 'http://127.0.0.1:1/mcp', status: 401 },
  httpError: { url: 'http://127.0.0.1:1/mcp', status: 500 },
  protocolError: { message: 'no id' },
  serverError: { code: -32602, message: 'bad arguments' },
  connectionClosed: {},
  answerTooLong: { megabytes: 256 },
  answerTooComplex: { values: 2_000_000 },
  resourceEmpty: { uri: 'shop://prices' },
  unknownPrompt: { server: 'till', prompt: 'greeet', valid: ['greet'] },
  promptEmpty: { prompt: 'greet' },
  noChat: { message: 'command not found' },
  noLogLevels: { server: 'till' },
  tooManyRounds: { method: 'tools/call', rounds: 10 },
  sessionLost: { url: 'http://127.0.0.1:1/mcp' },
  invalidUrl: {},
  crashLoop: { count: 5 },
  listFailed: {},
  givenUp: { server: 'till' },
  waitsForRetry: { server: 'till', seconds: 4 },
  notRunning: { server: 'till', state: 'idle' },
  notStartedByItself: { server: 'till' },
  entryGone: { server: 'folder:shop/till' },
  noWindow: { folder: '/work/shop' },
  otherFolder: { folder: '/work/shop' },
  unknownToolSet: { set: 'daily', valid: ['review'] },
  messageTooLong: { megabytes: 63 },
  windowLeft: {},
  gatewayMissing: {},
  catalogChanged: { added: 1, removed: 0, changed: 1, names: ['pay', 'refund'] },
  toolsChangedMeanwhile: {},
  pinsUnread: { message: 'EACCES' },
  pinsBroken: {},
  pinsLost: {},
  pinsUnwritten: { message: 'ENOSPC' },
  idleShutdown: { minutes: 30 },
  workspaceUntrusted: {},
  sandboxUnsupported: {},
  notApproved: {},
  inputMissing: { input: 'token' },
  undefinedInput: { input: 'token' },
  variableUnset: { variable: 'env:X' },
  unknownVariable: { variable: 'what' },
  envFileUnreadable: { file: '/ws/.env' },
  commandGaveNothing: { command: 'tasks.pick' },
  debugNeedsNode: { command: 'npx' },
  debugNeedsPython: { command: 'uvx' },
  notDebuggable: { server: 'till' },
  debuggerMissing: { type: 'debugpy' },
  debuggerNotAttached: {},
  ownerUndecided: {},
  ownedByEditor: {},
  overridden: { by: 'folder:shop/till' },
  disabledBySettings: { layer: 'user' },
  disabledInFile: {},
  runsElsewhere: { where: 'remote' },
  chatStopped: {},
  chatNotConnected: {},
  chatOff: {},
  chatOffByPolicy: {},
  chatNoGateway: {},
  runsNowhere: {},
  settingInvalid: { key: 'enabled', expected: 'true, false' },
  settingUnknown: { key: 'enable' },
  settingWidens: { key: 'callTimeoutSeconds' },
  settingOfNamesake: { key: 'trustHints' },
  settingUserOnly: { key: 'path' },
  settingsNotWritten: { message: 'read-only' },
  unknownServer: { server: 'x', valid: ['a', 'b'] },
  ambiguousServer: { server: 'x', valid: ['user/x', 'folder:a/x'] },
  unknownTool: { server: 'x', tool: 'y', valid: ['z'] },
  toolHidden: { server: 'x', tool: 'y', valid: ['z'] },
  toolOff: { server: 'x', tool: 'y', valid: ['z'] },
  toolDenied: { server: 'x', tool: 'y', rule: 'x/*' },
  toolHeld: { server: 'x', tool: 'y' },
  toolsNotListed: { server: 'x', tool: 'y' },
  callRefused: { server: 'x', tool: 'y' },
  askFirst: { server: 'x', tool: 'y' },
  nameTaken: { name: 'x' },
  chatAccessPolicy: {},
  ownerNotWritten: { message: 'read-only' },
  autostartOverridden: { value: 'onlyNew' },
  autostartStaysNever: {},
  copiesNotStopped: { servers: ['a'] },
  cachedToolsKept: {},
  adoptUnreadable: { file: 'mcp.json' },
  adoptInputConflict: { input: 'token', file: 'mcp.json' },
  hostGone: {},
  hostSilent: {},
  hostUnreachable: {},
  hostStartFailed: { message: 'exit code 1' },
  hostLostOften: { count: 5 },
  hostUntrusted: {},
  logLinesLeftOut: { count: 12 },
  serverReady: { name: 'fake', version: '1.0', protocol: '2025-11-25' },
  serverStopped: {},
  finishesCalls: { calls: 2, seconds: 30 },
  callsCutOff: { calls: 1, seconds: 30 },
  callInterrupted: { server: 'till', seconds: 4 },
  callStopped: { server: 'till' },
  silent: { seconds: 10 },
  hung: { seconds: 20 },
  notReading: { count: 10_000, said: 'busy', output: ['busy'] },
  ignoresCancel: { seconds: 6 },
  argumentsWrong: { tool: 'add' },
  argumentMissing: { at: 'arguments.item', types: ['string'] },
  argumentType: { at: 'arguments.count', types: ['integer'], given: 'string' },
  argumentChoice: { at: 'arguments.state', choices: ['"open"', '"closed"'] },
  argumentUnknown: { at: 'arguments.titel', meant: 'title' },
  resourceNotFound: { uri: 'shop://gone', message: 'Resource not found' },
  outputInvalid: { tool: 'add', problem: 'data/sum must be number' },
  taskFailed: { message: 'no paper' },
  taskCancelled: {},
  taskGone: { message: 'Task has expired' },
  runFolderUnsafe: { folder: '/run/x' },
  runFolderTooLong: { folder: '/run/x' },
  contractMismatch: { host: 2, client: 1 },
  leftoversEnded: { count: 2, processes: ['4711 node'] },
  leftoversStay: { count: 1, processes: ['4711 node'] },
  notReaped: { message: 'no /proc' },
  ledgerUnwritable: { folder: '/run/x', message: 'disk full' },
  watchdogLost: { message: 'SIGKILL' },
  unguarded: {},
  frozeHost: { kilobytes: 3, method: 'tools/call' },
  crashedHost: {},
  unexpected: { message: 'oops' },
  registryUrlInvalid: { url: 'ftp://registry.example' },
  registryUnreachable: { url: 'https://registry.example/v0.1/servers', cause: 'ENOTFOUND' },
  registryTimedOut: { url: 'https://registry.example/v0.1/servers', seconds: 15 },
  registryError: { url: 'https://registry.example/v0.1/servers', status: 500 },
  registryNotJson: { url: 'https://registry.example/v0.1/servers' },
  registryMalformed: { url: 'https://registry.example/v0.1/servers' },
  registryTooLarge: { url: 'https://registry.example/v0.1/servers', megabytes: 10 },
  fileUnwritable: { file: 'mcp.json' },
  fileBroken: { file: 'mcp.json' },
  questionRefused: { code: -1, message: 'No' },
  ...doctorReasons,
  ...participantReasons,
  ...resultReasons,
  ...signInReasons,
};

/** How a reason code stands in the source. */
const codePlaces = [
  /UserError\(\s*'(\w+)'/g,
  /UserError\([^()]*\?\s*'(\w+)'/g,
  /UserError\([^()]*\?\s*'\w+'\s*:\s*'(\w+)'/g,
  /\bcode(?::| =) '(\w+)'/g,
  /\bcode(?::| =) [^'\n,;]*(?:'vscode' )?\? '(\w+)'/g,
  /\bcode(?::| =) .*\? '\w+' : '(\w+)'/g,
  /\bblocked\('\w+', '(\w+)'/g,
  /\b(?:passed|warned|failed|skipped)\(\s*'(\w+)'/g,
  /\bpassed\(\w+ \? '(\w+)' : '\w+'/g,
  /\bpassed\(\w+ \? '\w+' : '(\w+)'/g,
];

describe('reasons', () => {
  test.each(Object.entries(reasons))('%s has a whole sentence', (code, args) => {
    expect(reasonTexts).toHaveProperty(code);
    expect(sentence({ code, args })).not.toMatch(/[[\]]|(?<!\$)\{/);
    expect(nextAction({ code, args })?.text ?? '').not.toMatch(/[[\]]|(?<!\$)\{/);
  });

  test('the table names no code that nobody knows', () => {
    expect(Object.keys(reasonTexts).toSorted()).toEqual(Object.keys(reasons).toSorted());
  });

  test('every code in the source has a sentence, and every sentence a place that uses it', () => {
    const codes = new Set<string>();
    for (const file of globSync('src/**/*.ts')) {
      if (file.endsWith('ui/reasons/sentence.ts')) continue;
      const text = readFileSync(file, 'utf8');
      for (const place of codePlaces) {
        for (const [, code = ''] of text.matchAll(place)) codes.add(code);
      }
    }
    expect([...codes].filter((code) => !(code in reasonTexts))).toEqual([]);
    expect(Object.keys(reasonTexts).filter((code) => !codes.has(code))).toEqual([]);
  });

  test('optional parts appear only with their arguments', () => {
    expect(sentence({ code: 'exited', args: { signal: 'SIGKILL', said: 'bye' } })).toBe(
      'The server process ended by signal SIGKILL. It said: bye',
    );
    expect(sentence({ code: 'exited', args: { exit: 0 } })).toBe(
      'The server process ended with exit code 0.',
    );
  });

  test('a cause is told after what it brought about, and its next action comes first', () => {
    const reason = {
      code: 'crashLoop',
      args: { count: 5 },
      cause: { code: 'notFound', args: { command: 'nodejs' } },
    };
    expect(sentence(reason)).toBe(
      'The server failed 5 times in a short while and is not restarted any more. The command "nodejs" was not found.',
    );
    expect(nextAction(reason)?.action).toBe('openConfiguration');
  });

  /** Those that come up in a window of VS Code alone, or are about one. */
  const aboutWindows: ReadonlySet<string> = new Set([
    ...Object.keys(participantReasons),
    ...Object.keys(reasons).filter((code) => /^(?:host|registry|pins|chat)[A-Z]/.test(code)),
    'askFirst',
    'autostartOverridden',
    'cachedToolsKept',
    'contractMismatch',
    'copiesNotStopped',
    'gatewayMissing',
    'noChat',
    'noWindow',
    'otherFolder',
    'sandboxUnsupported',
    'shellFailed',
    'shellTimedOut',
    'signInNoWindow',
    'toolOff',
    'unknownToolSet',
  ]);

  test.each(Object.entries(reasons))(
    '%s names no means of an editor in a terminal',
    (code, args) => {
      const next = nextAction({ code, args }, 'terminal');
      expect(next?.action).toBeUndefined();
      const editors =
        /\b(?:the log|editor|window|view|tree|palette|button)\b|setting "|VS Code|MCP:/i;
      if (!aboutWindows.has(code)) expect(next?.text ?? '').not.toMatch(editors);
    },
  );

  test('an unknown code is named with its arguments', () => {
    expect(sentence({ code: 'novel', args: { a: 1, b: ['x', 'y'] } })).toBe(
      'novel (a: 1; b: x, y)',
    );
    expect(nextAction({ code: 'novel' })).toBeUndefined();
  });
});

test.each(Object.keys(problemTexts) as (keyof typeof problemTexts)[])(
  'the problem %s has whole sentences',
  (code) => {
    const places = ['key', 'server', 'other', 'name', 'url', 'variable', 'line', 'command', 'cwd'];
    const more = ['shape', 'type', 'setting', 'program', 'written', 'suggestion', 'input'];
    const args = Object.fromEntries([...places, ...more].map((name) => [name, name]));
    const range = { startLine: 0, startCharacter: 0, endLine: 0, endCharacter: 1 };
    const given = { ...args, key: 'type', expected: 'strings', found: 'string' };
    const text = problemText({ code, severity: 'error', args: given, range });
    expect(text).toMatch(/^["A-Z].*\.$/);
    expect(text).not.toMatch(/\[\w|\w\]|(?<!\$)\{\w|undefined|stringNumber/);
  },
);
