import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Workspace } from '../../../../src/client/workspace';
import type { ServerState } from '../../../../src/ipc/state';
import { entries, shopFile, snapshot } from '../samples';

/** A progress that is shown. */
interface Progress {
  readonly title: string;
  readonly done: Promise<void>;
  readonly cancel: (() => void) | undefined;
}

const shown = vi.hoisted((): string[] => []);
const progress = vi.hoisted((): Progress[] => []);

vi.mock('vscode', () => ({
  ConfigurationTarget: {},
  EventEmitter: vi.fn(),
  ProgressLocation: {},
  commands: { executeCommand: (name: string) => Promise.resolve(void shown.push(name)) },
  l10n: { t: (said: string) => said },
  window: {
    showErrorMessage: (text: string) => Promise.resolve(void shown.push(text)),
    showInformationMessage: (text: string, button?: string) => {
      shown.push(text);
      return Promise.resolve(button);
    },
    withProgress: (
      { title, cancellable }: { readonly title: string; readonly cancellable: boolean },
      task: (_: unknown, token: object) => Promise<void>,
    ) => {
      let cancel = (): void => undefined;
      const onCancellationRequested = (listener: () => void) => {
        cancel = listener;
        return { dispose: vi.fn() };
      };
      const done = task(undefined, { onCancellationRequested });
      progress.push({ title, done, cancel: cancellable ? () => cancel() : undefined });
      return done;
    },
  },
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { serverCommands, serverSwitches } =
  await import('../../../../src/ui/tree/serverCommands.editor');

const files = [shopFile('{ "servers": { "till": { "command": "till" } } }')];
const [id = ''] = entries(files).keys();

function till(state: ServerState, runBy?: 'vscode' | 'undecided') {
  return entries(files, { till: snapshot(state) }, runBy);
}

/** Connects chat to the server. */
function connect(before: ReturnType<typeof till>) {
  const servers = signal(before);
  const workspace = { entries: servers, trusted: signal(true) } as unknown as Workspace;
  const startInChat = vi.fn();
  const done = serverCommands(workspace, { startInChat }).startInChat({ server: id }, undefined);
  return { servers, startInChat, done };
}

beforeEach(() => {
  shown.length = 0;
  progress.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
});

const failed = { kind: 'failed', error: { code: 'emptyCommand' } } as const;
const starting = { kind: 'starting', step: 'initializing', attempt: 1 } as const;

test.each([
  [till({ kind: 'idle', cached: false }, 'vscode'), 'VS Code runs this server'],
  [till({ kind: 'disabled', reason: { code: 'disabledBySettings' } }), 'till: '],
  [till(failed), 'till: '],
])('chat that cannot be connected is told of with its reason', async (before, text) => {
  await connect(before).done;
  expect(shown).toEqual([expect.stringContaining(text)]);
});

test.each([
  [till(failed), 'till: '],
  [new Map(), 'is not in the configuration any more'],
])('a server that is lost while chat connects is told of', async (after, text) => {
  const { servers, startInChat, done } = connect(till(starting));
  await vi.waitFor(() => expect(startInChat).toHaveBeenCalled());
  servers.value = after;
  await done;
  expect(shown).toEqual([expect.stringContaining(text)]);
});

/** Runs a command about all servers, whose work in the host goes on until `end`. */
function commandAll(name: 'startAll' | 'stopAll', before: ReturnType<typeof till>) {
  vi.useFakeTimers();
  const servers = signal(before);
  let end = (): void => undefined;
  let fail: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  const stop = vi.fn(() => Promise.resolve());
  const begin = vi.fn(() => promise);
  const owner = signal('roundhouse');
  const workspace = { entries: servers, trusted: signal(true), owner, stop, [name]: begin };
  const handlers = serverCommands(workspace as unknown as Workspace, { startInChat: vi.fn() });
  return {
    servers,
    stop,
    begin,
    end: () => end(),
    fail: (error: Error) => fail(error),
    done: handlers[name]({}, undefined),
  };
}

const idle = { kind: 'idle', cached: false } as const;
const resolving = { kind: 'starting', step: 'resolving', attempt: 1 } as const;
const running = { kind: 'running', since: 0 } as const;

test('servers that start show their progress, whose Cancel stops them', async () => {
  const { servers, stop, end, done } = commandAll('startAll', till(starting));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(progress).toMatchObject([{ title: 'Starting the servers' }]);
  progress[0]?.cancel?.();
  expect(stop).toHaveBeenCalledWith(id);
  servers.value = till(idle);
  end();
  await done;
  await progress[0]?.done;
});

test('no progress is shown while a person is asked before a start', async () => {
  const { servers, end, done } = commandAll('startAll', till(idle));
  await vi.advanceTimersByTimeAsync(5_000);
  servers.value = till(resolving);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(progress).toEqual([]);
  servers.value = till(starting);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(progress).toHaveLength(1);
  servers.value = till(running);
  end();
  await done;
});

test('the progress ends with the starts while a person is asked about other servers', async () => {
  const { servers, end, done } = commandAll('startAll', till(starting));
  await vi.advanceTimersByTimeAsync(1_000);
  servers.value = till(running);
  await progress[0]?.done;
  servers.value = till(starting);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(progress).toHaveLength(2);
  servers.value = till(running);
  end();
  await done;
});

test('a failure while servers start is told when they have settled', async () => {
  const { servers, fail, done } = commandAll('startAll', till(starting));
  const failing = expect(done).rejects.toThrow('lost');
  await vi.advanceTimersByTimeAsync(1_000);
  fail(new Error('lost'));
  servers.value = till(running);
  await failing;
});

test('servers that stop show their progress', async () => {
  const { servers, end, done } = commandAll('stopAll', till({ kind: 'stopping' }));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(progress).toMatchObject([{ title: 'Stopping the servers', cancel: undefined }]);
  servers.value = till(idle);
  end();
  await done;
});

test('where none of the servers may start, the reason is told', async () => {
  const byEditor = commandAll('startAll', till(idle, 'vscode'));
  await expect(byEditor.done).rejects.toMatchObject({ code: 'ownedByEditor' });
  const inactiveReason = { code: 'disabledBySettings', args: { layer: 'user' } };
  const off = Array.from(
    till(idle),
    ([one, entry]) => [one, { ...entry, inactiveReason }] as const,
  );
  const disabled = commandAll('startAll', new Map(off));
  await disabled.done;
  const none = commandAll('startAll', new Map());
  await none.done;
  await vi.waitFor(() => expect(shown).toHaveLength(3));
  expect(shown).toEqual([
    expect.stringContaining('till: '),
    'No servers are configured.',
    'roundhouse.addServer',
  ]);
  for (const { begin } of [byEditor, disabled, none]) expect(begin).not.toHaveBeenCalled();
});

test('that VS Code runs all servers is told when they are to be stopped', async () => {
  const { done, begin } = commandAll('stopAll', till(idle, 'vscode'));
  await expect(done).rejects.toMatchObject({ code: 'ownedByEditor' });
  expect(begin).not.toHaveBeenCalled();
});

test.each([
  [till(running), '"till" is not disabled.'],
  [
    till({ kind: 'disabled', reason: { code: 'runsNowhere' } }),
    expect.stringMatching(/^till: ./) as string,
  ],
])('a server that no setting disables is not enabled without a word', async (servers, told) => {
  const workspace = { entries: signal(servers) } as unknown as Workspace;
  const setting = signal({ user: undefined, workspace: undefined, folders: new Map() });
  await serverSwitches(workspace, setting, '').enableServer({ server: id });
  expect(shown).toEqual([told]);
});

const blockedBy = (need: 'trust' | 'input' | 'authorization', code: string): ServerState => ({
  kind: 'blocked',
  need,
  reason: { code },
});

test.each([
  ['a sign-in whose server cannot be reached', blockedBy('authorization', 'unreachable'), true],
  ['a sign-in that leads too near', blockedBy('authorization', 'strayAddress'), true],
  ['a sign-in that took too long', blockedBy('authorization', 'signInTimedOut'), true],
  ['a sign-in that the person cancelled', blockedBy('authorization', 'signInCancelled'), false],
  ['an approval that the person did not give', blockedBy('trust', 'notApproved'), false],
  ['a value that the person did not enter', blockedBy('input', 'inputMissing'), false],
])('a start by hand that ended is told of, unless the person declined: %s', async (...given) => {
  const [, state, isTold] = given;
  const workspace = { entries: signal(till(state)), trusted: signal(true), start: async () => {} };
  const handlers = serverCommands(workspace as unknown as Workspace, { startInChat: vi.fn() });
  await handlers.startServer({ server: id }, undefined);
  expect(shown.filter((text) => text.startsWith('till: '))).toHaveLength(isTold ? 1 : 0);
});
