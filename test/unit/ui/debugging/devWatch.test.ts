import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LogOutputChannel } from 'vscode';
import { WatchPolicy } from '../../../../src/client/watchPolicy';
import type { Workspace } from '../../../../src/client/workspace';
import type { ServerState, StartStep } from '../../../../src/ipc/state';
import { entries, shopFile, snapshot } from '../samples';

type Listener = (uri: { readonly fsPath: string }) => void;
/** Those of the watchers, in the order of their patterns: the file is one of the last but one. */
const listeners = vi.hoisted((): Listener[] => []);
const patterns = vi.hoisted((): string[] => []);

vi.mock('vscode', () => {
  const disposable = { dispose: () => undefined };
  const listen = (listener: Listener) => {
    listeners.push(listener);
    return disposable;
  };
  const silent = () => disposable;
  const watcher = {
    onDidChange: listen,
    onDidCreate: silent,
    onDidDelete: silent,
    dispose: () => undefined,
  };
  return {
    RelativePattern: vi.fn(function (_: string, pattern: string) {
      patterns.push(pattern);
    }),
    Uri: { file: (file: string) => file },
    workspace: { createFileSystemWatcher: () => watcher },
    l10n: { t: (said: string) => said },
  };
});

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { registerDevWatch } = await import('../../../../src/ui/debugging/devWatch.editor');

const file = shopFile(`{ "servers": {
  "till": { "command": "till", "dev": { "watch": ["src/**", "!src/**/*.log"] } }
} }`);
const starting = (step: StartStep): ServerState => ({ kind: 'starting', attempt: 1, step });
const running: ServerState = { kind: 'running', since: 0 };
const error = { code: 'exited' };
const failed: ServerState = { kind: 'failed', error };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  listeners.length = 0;
  patterns.length = 0;
});

/**
 * A server that goes through these states, and whose file is saved in the first one, or in all of them in which it
 * starts; the restarts in each state.
 */
function restartsIn(states: readonly ServerState[], isWriting = false): readonly number[] {
  const of = (state?: ServerState) => entries([file], state && { till: snapshot(state) });
  const shown = signal(of(states[0]));
  let restarts = 0;
  const workspace = {
    entries: shown,
    fileChanged: (id: string) => {
      const state = shown.peek().get(id)?.snapshot.state ?? running;
      const { decision } = new WatchPolicy().changed(state, 0);
      if (decision === 'restart') restarts += 1;
      return decision;
    },
  };
  const log = { info: vi.fn(), warn: vi.fn() };
  const watch = registerDevWatch(
    workspace as unknown as Workspace,
    log as unknown as LogOutputChannel,
  );
  const save = () => {
    listeners.at(-2)?.({ fsPath: '/home/ann/shop/src/till.js' });
    vi.advanceTimersByTime(300);
  };
  save();
  const counts = states.map((state) => {
    shown.value = of(state);
    if (isWriting && state.kind === 'starting') save();
    return restarts;
  });
  watch.dispose();
  expect(log.info).toHaveBeenCalledTimes(restarts);
  return counts;
}

test('a file that is saved while its server starts restarts it once, when the start is over', () => {
  const states = [starting('initializing'), starting('listing'), running, running];
  expect(restartsIn(states)).toEqual([0, 0, 1, 1]);
});

test('a file that is saved before its server is launched restarts nothing', () => {
  expect(restartsIn([starting('queued'), starting('listing'), running])).toEqual([0, 0, 0]);
});

test('a server that writes its file at every start restarts once', () => {
  const start = [starting('initializing'), running];
  expect(restartsIn([...start, ...start, running], true)).toEqual([0, 1, 1, 1, 1]);
  // What is saved during another start counts.
  const counts = restartsIn([...start, ...start, ...start], true);
  expect(counts).toEqual([0, 1, 1, 1, 1, 2]);
});

test('a file that is saved while the start of a broken version fails starts its server again', () => {
  const states = [starting('initializing'), failed, starting('queued'), running];
  expect(restartsIn(states)).toEqual([0, 1, 1, 1]);
});

test('a server that writes its file at every start and fails is tried once more', () => {
  const start = [starting('initializing'), failed];
  expect(restartsIn([...start, ...start, failed], true)).toEqual([0, 1, 1, 1, 1]);
});

test('a file that is saved during a start that is tried again by itself restarts nothing', () => {
  const state: ServerState = { kind: 'backingOff', attempt: 2, retryAt: 9, error };
  expect(restartsIn([starting('initializing'), state, running])).toEqual([0, 0, 0]);
});

test('a file of a pattern that begins with "!" restarts nothing, and hides no other', () => {
  const changed = vi.fn(() => 'restart');
  const workspace = { entries: signal(entries([file])), fileChanged: changed };
  const log = { info: vi.fn(), warn: vi.fn() };
  const watch = registerDevWatch(
    workspace as unknown as Workspace,
    log as unknown as LogOutputChannel,
  );
  expect(patterns).toEqual(['src/**', 'src/**/*.log']);
  const [included, excluded] = listeners;
  const note = { fsPath: '/home/ann/shop/src/till.log' };
  included?.(note);
  excluded?.(note);
  vi.advanceTimersByTime(300);
  expect(changed).not.toHaveBeenCalled();
  const till = { fsPath: '/home/ann/shop/src/till.js' };
  included?.(till);
  included?.({ fsPath: '/home/ann/shop/src/shelf.js' });
  included?.(till);
  vi.advanceTimersByTime(200);
  excluded?.(note);
  included?.(note);
  vi.advanceTimersByTime(100);
  expect(changed).toHaveBeenCalledOnce();
  expect(log.info).toHaveBeenCalledWith(expect.stringContaining('till.js'));
  watch.dispose();
});
