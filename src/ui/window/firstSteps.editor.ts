import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import type { Workspace } from '../../client/workspace';
import { follow } from './follow';

/** Calls to look through; more than one, because a call that failed may have come last. */
const latest = 20;

/**
 * Context keys that complete the steps of the walkthrough, because a command that was only opened completes nothing.
 * The step of an approval has `roundhouse.serverRuns`.
 */
export function followFirstSteps({ entries, host }: Workspace): Disposable {
  const store = new DisposableStore();
  store.add(
    follow(
      () => entries.value.size > 0,
      (has) => setContext('roundhouse.hasServer', has),
    ),
  );
  const noteCall = async (): Promise<void> => {
    const listed = await host.send('calls', { limit: latest }).catch(() => undefined);
    if (!listed?.calls.some(({ outcome }) => outcome.kind === 'ok')) return;
    calls.dispose();
    setContext('roundhouse.toolCalled', true);
  };
  const calls = store.add(host.onCallsChanged(() => void noteCall()));
  return store;
}

function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
