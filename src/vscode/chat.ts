import type * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { WorkspaceModel } from '../hostClient/workspaceModel';
import { registerGenericTools } from './genericTools';
import { registerMcpProvider } from './mcpProvider';
import { OwnerWatch } from './ownerWatch';

/** Everything that brings the servers into VS Code's chat. */
export function registerChat(context: vscode.ExtensionContext, model: WorkspaceModel): Disposable {
  const store = new DisposableStore();
  const watch = store.add(new OwnerWatch(context, model));
  store.add(registerMcpProvider(context.extension.id, model, () => watch.check()));
  store.add(registerGenericTools(model));
  return store;
}
