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
  readonly #attaching = new Map<string, AbortController>();
  /** Servers that wait while the session of their last process is still open. */
  readonly #next = new Set<string>();

  constructor(private readonly workspace: Workspace) {
    this.#store.add(() => {
      for (const attaching of this.#attaching.values()) attaching.abort();
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
    for (const [id, attaching] of this.#attaching) if (!debuggers.has(id)) attaching.abort();
    for (const [id, session] of this.#sessions) {
      if (!debuggers.has(id)) void vscode.debug.stopDebugging(session);
    }
  }

  /** A process is debugged once: whoever ends that wants the server to go on without. */
  #attachNext(id: string): void {
    if (this.#attaching.has(id)) return;
    if (this.#sessions.has(id)) this.#next.add(id);
    else void this.#attach(id);
  }

  async #attach(id: string): Promise<void> {
    const entry = this.workspace.entries.peek().get(id);
    const debuggedBy = this.workspace.debuggers.peek().get(id);
    if (!entry || !debuggedBy) return;
    const { name, source } = entry.definition;
    const ending = new AbortController();
    this.#attaching.set(id, ending);
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
    }
  }

  #started(session: vscode.DebugSession): void {
    const { port, connect } = session.configuration as Attached;
    const id = session.parentSession ? undefined : this.#ports.get(Number(port ?? connect?.port));
    if (id === undefined) return;
    this.#sessions.set(id, session);
    // The server may have been stopped while the debugger came up.
    if (!this.workspace.debuggers.peek().has(id)) void vscode.debug.stopDebugging(session);
  }

  #ended(session: vscode.DebugSession): void {
    const [id] = [...this.#sessions].find(([, one]) => one.id === session.id) ?? [];
    if (id === undefined) return;
    this.#sessions.delete(id);
    const isNext = this.#next.delete(id);
    const { debuggers, entries } = this.workspace;
    if (!debuggers.peek().has(id)) return;
    if (isNext) void this.#attach(id);
    else if (entries.peek().get(id)?.snapshot.state.kind === 'running') void this.#showEnd(id);
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
