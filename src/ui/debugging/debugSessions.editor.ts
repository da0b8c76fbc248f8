import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import type { ServerDebugger } from '../../client/launch/debuggedLaunch';
import { listening } from '../../client/launch/debuggedLaunch';
import type { Workspace } from '../../client/workspace';
import { actionTitle } from '../reasons/sentence';
import { t } from '../text/texts';
import { showFailure, notice } from '../window/notice.editor';

/** Milliseconds in which a server that was launched should listen for its debugger. */
const attachTimeoutMs = 30_000;
const host = '127.0.0.1';

/** Attaches the editor's debugger to each process of the servers that are launched with one. */
export class DebugSessions implements Disposable {
  readonly #store = new DisposableStore();
  /** The server that was last attached to at each port. */
  readonly #ports = new Map<number, string>();
  /** The top session of each server, which may have others below it. */
  readonly #sessions = new Map<string, vscode.DebugSession>();
  /** Servers whose process is there and waits. */
  readonly #waiting = new Set<string>();
  readonly #attaching = new Map<string, Attaching>();
  /** Servers that wait while the attach to their last process, or its session, is not over. */
  readonly #next = new Set<string>();

  constructor(private readonly workspace: Workspace) {
    this.#store.add(() => {
      this.#next.clear();
      for (const { ending } of this.#attaching.values()) ending.abort();
    });
    this.#store.add(vscode.debug.onDidStartDebugSession((session) => this.#started(session)));
    this.#store.add(vscode.debug.onDidTerminateDebugSession((session) => this.#ended(session)));
    this.#store.add(effect(() => this.#look()));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #look(): void {
    const debuggers = this.workspace.debuggers.value;
    const entries = this.workspace.entries.value;
    for (const id of debuggers.keys()) {
      const state = entries.get(id)?.snapshot.state;
      const waits = state?.kind === 'starting' && state.step === 'initializing';
      if (!waits) this.#waiting.delete(id);
      else if (!this.#waiting.has(id)) {
        this.#waiting.add(id);
        this.#attachNext(id);
      }
    }
    for (const [id, { debuggedBy, ending }] of this.#attaching) {
      if (debuggers.get(id) !== debuggedBy) ending.abort();
    }
    for (const [id, session] of this.#sessions) {
      // Its debugger would try for long to reach a process that has gone.
      const isVain = this.#attaching.get(id)?.ending.signal.aborted === true;
      if (isVain || !debuggers.has(id)) void vscode.debug.stopDebugging(session);
    }
  }

  /** A process is debugged once: whoever ends that wants the server to go on without. */
  #attachNext(id: string): void {
    // The debugger tries again by itself.
    if (this.#attaching.get(id)?.debuggedBy === this.workspace.debuggers.peek().get(id)) return;
    this.#next.add(id);
    this.#attachIfFree(id);
  }

  /** Attaches to a process that waits, once all is over of the one before. */
  #attachIfFree(id: string): void {
    if (this.#attaching.has(id) || this.#sessions.has(id)) return;
    if (this.#next.delete(id)) void this.#attach(id);
  }

  async #attach(id: string): Promise<void> {
    const entry = this.workspace.entries.peek().get(id);
    const debuggedBy = this.workspace.debuggers.peek().get(id);
    if (!entry || !debuggedBy) return;
    const { name, source } = entry.definition;
    const ending = new AbortController();
    this.#attaching.set(id, { debuggedBy, ending });
    this.#ports.set(debuggedBy.port, id);
    try {
      const limit = AbortSignal.timeout(attachTimeoutMs);
      // The debugger of Node tries again by itself.
      if (debuggedBy.mode.type === 'debugpy') {
        await listening(debuggedBy.port, AbortSignal.any([ending.signal, limit]));
      }
      const folder = source.folder === undefined ? undefined : vscode.Uri.file(source.folder);
      const started = await vscode.debug.startDebugging(
        folder && vscode.workspace.getWorkspaceFolder(folder),
        attachTo(t('debugSession', { server: name }), debuggedBy),
        { suppressDebugView: true },
      );
      if (!started) throw new UserError('debuggerNotAttached');
    } catch (error) {
      if (ending.signal.aborted) return;
      // Nobody else would ever let it go on.
      await this.workspace.stop(id);
      const failure = error instanceof UserError ? error : new UserError('debuggerNotAttached');
      showFailure(failure, entry.definition);
    } finally {
      this.#attaching.delete(id);
      this.#attachIfFree(id);
    }
  }

  #started(session: vscode.DebugSession): void {
    const port = portOf(session);
    const id = session.parentSession ? undefined : this.#ports.get(port);
    if (id === undefined) return;
    this.#sessions.set(id, session);
    // The server may have been stopped, or debugged again, while the debugger came up.
    if (!this.#isDebuggedAt(id, port)) void vscode.debug.stopDebugging(session);
  }

  #ended(session: vscode.DebugSession): void {
    const [id] = [...this.#sessions].find(([, one]) => one.id === session.id) ?? [];
    if (id === undefined) return;
    this.#sessions.delete(id);
    if (this.#next.has(id)) return this.#attachIfFree(id);
    const state = this.workspace.entries.peek().get(id)?.snapshot.state;
    if (this.#isDebuggedAt(id, portOf(session)) && state?.kind === 'running') {
      void this.#showEnd(id);
    }
  }

  #isDebuggedAt(id: string, port: number): boolean {
    return this.workspace.debuggers.peek().get(id)?.port === port;
  }

  async #showEnd(id: string): Promise<void> {
    const server = this.workspace.entries.peek().get(id)?.definition.name ?? id;
    const restart = actionTitle('restartServer');
    const text = t('debuggingEnded', { server });
    if ((await notice('information', text, restart)) === restart) {
      await vscode.commands.executeCommand('roundhouse.restartServer', id);
    }
  }
}

/** An attach that is not over; aborted when its server is debugged no longer, or at another port. */
interface Attaching {
  readonly debuggedBy: ServerDebugger;
  readonly ending: AbortController;
}

/** The port that an attach configuration names. */
function portOf({ configuration }: vscode.DebugSession): number {
  const { port, connect } = configuration as Attached;
  return Number(port ?? connect?.port);
}

/** Port fields of an attach configuration. */
interface Attached {
  readonly port?: unknown;
  readonly connect?: { readonly port?: unknown };
}

function attachTo(name: string, { mode, port }: ServerDebugger): vscode.DebugConfiguration {
  const common = {
    name,
    type: mode.type,
    request: 'attach',
    internalConsoleOptions: 'neverOpen',
    suppressMultipleSessionWarning: true,
  };
  if (mode.type === 'debugpy') return { ...common, connect: { host, port } };
  return { ...common, address: host, port, timeout: attachTimeoutMs, continueOnAttach: true };
}
