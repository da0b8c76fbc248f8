import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import type { ConfigSource } from '../../config/definition';
import type { Workspace } from '../../client/workspace';
import { t, effectiveText } from './effectiveText';
import { follow } from '../window/follow';

const uri = vscode.Uri.from({
  scheme: 'roundhouse-effective',
  path: `/${t('title')}.md`,
});

/** Read-only page of the effective configuration, which follows it. */
export function registerEffectivePage(
  model: Workspace,
  sources: () => readonly ConfigSource[],
): Disposable {
  const store = new DisposableStore();
  const changed = store.add(new vscode.EventEmitter<vscode.Uri>());
  const text = (): string =>
    effectiveText({
      servers: model.entries.value.values(),
      files: model.files.value,
      sources: sources(),
      trusted: model.trusted.value,
      now: Date.now(),
    });
  store.add(
    vscode.workspace.registerTextDocumentContentProvider(uri.scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: text,
    }),
  );
  // Each state of a server changes the entries; nobody reads a page that is not open.
  store.add(
    follow(
      () => [model.entries.value, model.files.value, model.trusted.value],
      () => {
        if (vscode.workspace.textDocuments.some((one) => one.uri.toString() === uri.toString())) {
          changed.fire(uri);
        }
      },
    ),
  );
  return store;
}

/** Shows that page; the command `roundhouse.showEffectiveConfiguration`. */
export async function showEffectivePage(): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: true });
}
