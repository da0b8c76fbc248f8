import { effect, type ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { lazy } from '../../base/lazy';
import type { Workspace } from '../../client/workspace';

const names = [
  'roundhouse_list_servers',
  'roundhouse_search_tools',
  'roundhouse_describe_tool',
  'roundhouse_call_tool',
  'roundhouse_read_more',
] as const;
export type GenericToolName = (typeof names)[number];

/** Registers the generic tools while they are wanted, as `roundhouse.genericTools` says. */
export function registerChatTools(
  workspace: Workspace,
  wanted: ReadonlySignal<boolean>,
): Disposable {
  const dispose = effect(() => {
    if (!wanted.value) return undefined;
    const registered = registerAll(workspace);
    return () => registered.dispose();
  });
  return { dispose };
}

function registerAll(workspace: Workspace): Disposable {
  const store = new DisposableStore();
  const tool = (name: GenericToolName): vscode.LanguageModelTool<object> =>
    lazy(
      async () => (await import('./genericTools.editor')).genericTools(workspace)[name],
      'prepareInvocation',
      'invoke',
    );
  for (const name of names) store.add(vscode.lm.registerTool(name, tool(name)));
  return store;
}
