import type * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import type { Workspace } from '../../client/workspace';
import { DebugSessions } from './debugSessions.editor';
import { registerDevWatch } from './devWatch.editor';

/** What an entry asks for in `dev`: a restart when files change, and a debugger that stays attached. */
export function registerDevMode(model: Workspace, log: vscode.LogOutputChannel): Disposable {
  const store = new DisposableStore();
  store.add(registerDevWatch(model, log));
  store.add(new DebugSessions(model));
  return store;
}
