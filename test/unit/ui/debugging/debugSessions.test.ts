import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ServerDebugger } from '../../../../src/client/launch/debuggedLaunch';
import type { Workspace } from '../../../../src/client/workspace';
import type { ServerState } from '../../../../src/ipc/state';
import { entries, shopFile, snapshot } from '../samples';

/** A session of the debugger, as far as it matters. */
interface Session {
  readonly id: string;
  readonly configuration: { readonly port: number };
}

/** An attach that the debugger has begun. */
interface Attach {
  readonly session: Session;
  /** The debugger gives it up, or has attached. */
  readonly answer: (attached: boolean) => void;
}

/** The editor's debugger: its attaches in their order, and the sessions that it is told to stop. */
const editor = vi.hoisted(() => ({
  attaches: [] as Attach[],
  stopped: [] as Session[],
  shown: [] as string[],
  started: (_session: Session): void => undefined,
  ended: (_session: Session): void => undefined,
}));

vi.mock('vscode', () => {
  const listen = (event: 'started' | 'ended') => (listener: (session: Session) => void) => {
    editor[event] = listener;
    return { dispose: () => undefined };
  };
  const show = (text: string) => Promise.resolve(void editor.shown.push(text));
  return {
    CancellationError: class extends Error {},
    Uri: { file: (file: string) => file },
    workspace: { getWorkspaceFolder: () => undefined },
    window: { showErrorMessage: show, showInformationMessage: show },
    commands: { executeCommand: vi.fn() },
    l10n: { t: (said: string) => said },
    debug: {
      onDidStartDebugSession: listen('started'),
      onDidTerminateDebugSession: listen('ended'),
      startDebugging: (_folder: unknown, configuration: { readonly port: number }) =>
        new Promise<boolean>((answer) => {
          const session = { id: String(editor.attaches.length), configuration };
          editor.attaches.push({ session, answer });
          editor.started(session);
        }),
      stopDebugging: (session: Session) => Promise.resolve(void editor.stopped.push(session)),
    },
  };
});

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { DebugSessions } = await import('../../../../src/ui/debugging/debugSessions.editor');

const file = shopFile(
  '{ "servers": { "till": { "command": "node", "dev": { "debug": { "type": "node" } } } } }',
);
const id = 'folder:shop/till';
const waits: ServerState = { kind: 'starting', attempt: 1, step: 'initializing' };
const running: ServerState = { kind: 'running', since: 0 };

const of = (state: ServerState) => entries([file], { till: snapshot(state) });
const shown = signal(of({ kind: 'idle', cached: false }));
const debuggers = signal<ReadonlyMap<string, ServerDebugger>>(new Map());
const stop = vi.fn(async () => void (debuggers.value = new Map()));
let sessions: InstanceType<typeof DebugSessions>;

/** What happens after the answers that have been given. */
const settled = () => new Promise((resolve) => setTimeout(resolve));
const is = (state: ServerState): void => void (shown.value = of(state));
/** A person debugs the server at this port: its process ends, and another one waits. */
function debug(port: number): void {
  debuggers.value = new Map([[id, { port, mode: { type: 'node' } }]]);
  is({ kind: 'stopping' });
  is(waits);
}
const ports = () => editor.attaches.map(({ session }) => session.configuration.port);

beforeEach(() => {
  sessions = new DebugSessions({ entries: shown, debuggers, stop } as unknown as Workspace);
});

afterEach(async () => {
  sessions.dispose();
  await settled();
  is({ kind: 'idle', cached: false });
  debuggers.value = new Map();
  stop.mockClear();
  for (const list of [editor.attaches, editor.stopped, editor.shown]) list.length = 0;
});

test('a server that is debugged again while its debugger attaches gets one for its new process', async () => {
  debug(1);
  const [first] = editor.attaches;
  debug(2);
  expect(ports()).toEqual([1]);
  expect([...new Set(editor.stopped)]).toEqual([first?.session]);
  editor.stopped.length = 0;
  // The debugger finds nobody at the port of the process that has gone.
  if (first) editor.ended(first.session);
  expect(ports()).toEqual([1]);
  first?.answer(false);
  await settled();
  expect(ports()).toEqual([1, 2]);
  editor.attaches[1]?.answer(true);
  is(running);
  await settled();
  expect(stop).not.toHaveBeenCalled();
  expect([editor.shown, editor.stopped]).toEqual([[], []]);
});

test('a session that outlasts its attach is waited for, too', async () => {
  debug(1);
  const [first] = editor.attaches;
  debug(2);
  first?.answer(true);
  await settled();
  expect(ports()).toEqual([1]);
  if (first) editor.ended(first.session);
  expect(ports()).toEqual([1, 2]);
  expect([stop.mock.calls, editor.shown]).toEqual([[], []]);
});

test('a debugger that does not attach stops its server, which would wait for ever', async () => {
  debug(1);
  editor.attaches[0]?.answer(false);
  await settled();
  expect(stop).toHaveBeenCalledExactlyOnceWith(id);
  expect(editor.shown).toHaveLength(1);
});

test('a restart attaches again once the session before has ended', async () => {
  debug(1);
  const [first] = editor.attaches;
  first?.answer(true);
  await settled();
  is(running);
  is(waits);
  expect(ports()).toEqual([1]);
  if (first) editor.ended(first.session);
  expect(ports()).toEqual([1, 1]);
});

test('the end of a session is told while its server runs', async () => {
  debug(1);
  const [first] = editor.attaches;
  first?.answer(true);
  await settled();
  is(running);
  if (first) editor.ended(first.session);
  await settled();
  expect(ports()).toEqual([1]);
  expect(editor.shown).toHaveLength(1);
});
