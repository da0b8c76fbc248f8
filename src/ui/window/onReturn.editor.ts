import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';

/** Milliseconds after which a window knows what another one has stored: the editor needs 200. */
const storedElsewhere = 500;

/** Calls `look` whenever the person comes back to this window, once it knows what they stored in another one. */
export function onReturn(look: () => void): Disposable {
  const store = new DisposableStore();
  let timer: NodeJS.Timeout | undefined;
  store.add(() => clearTimeout(timer));
  store.add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      clearTimeout(timer);
      if (focused) timer = setTimeout(look, storedElsewhere);
    }),
  );
  return store;
}
