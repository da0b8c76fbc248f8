import * as vscode from 'vscode';
import type { DisposableStore } from '../../base/disposable';

/** A signal that is aborted where the editor cancels, for as long as the store is open. */
export function signalOf(token: vscode.CancellationToken, store: DisposableStore): AbortSignal {
  const abort = new AbortController();
  store.add(token.onCancellationRequested(() => abort.abort()));
  if (token.isCancellationRequested) abort.abort();
  return abort.signal;
}

/** A token that is cancelled where a signal is aborted, for as long as the store is open. */
export function tokenOf(signal: AbortSignal, store: DisposableStore): vscode.CancellationToken {
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => source.cancel();
  signal.addEventListener('abort', cancel);
  store.add(() => {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  });
  if (signal.aborted) cancel();
  return source.token;
}
