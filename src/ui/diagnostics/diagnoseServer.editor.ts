import { computed } from '@preact/signals-core';
import * as vscode from 'vscode';
import { runFolder } from '../../ipc/runFolder';
import { type CheckResult, runChecks } from '../../client/diagnosis/check';
import { hostChecks } from '../../client/diagnosis/hostChecks';
import { redactorOf, serverChecks } from '../../client/diagnosis/serverChecks';
import type { ServerEntry } from '../../client/configuredServers';
import { untrustedText } from '../text/untrustedText';
import type { OpenWindow } from '../window/windowContext.editor';
import { checkTitle, t } from './doctorTexts';

/**
 * Checks everything that a server needs, and starts it if it does not run. Shows progress with Cancel, which rejects
 * with an `AbortError` as `signal` does. `onCheck` is called before each check, with the results so far.
 */
export function diagnoseServer(
  { workspace, resolver }: Pick<OpenWindow, 'workspace' | 'resolver'>,
  entry: ServerEntry,
  onCheck: NonNullable<Parameters<typeof runChecks>[1]['onCheck']>,
  signal: AbortSignal,
): Thenable<readonly CheckResult[]> {
  const { name } = entry.definition;
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: untrustedText(t('checking', { server: name })),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const abort = new AbortController();
    const subscription = token.onCancellationRequested(() => abort.abort());
    try {
      return await examine({ workspace, resolver }, entry, {
        signal: AbortSignal.any([abort.signal, signal]),
        onCheck: (check, results) => {
          progress.report({ message: checkTitle(check) });
          onCheck(check, results);
        },
      });
    } finally {
      subscription.dispose();
    }
  });
}

async function examine(
  { workspace, resolver }: Pick<OpenWindow, 'workspace' | 'resolver'>,
  entry: ServerEntry,
  options: Parameters<typeof runChecks>[1],
): Promise<readonly CheckResult[]> {
  const { definition, runBy } = entry;
  const isOurs = runBy !== 'vscode';
  // We do not start servers that VS Code runs, so nobody is asked to approve them.
  const asked = { gesture: isOurs, signal: options.signal };
  const found = await resolver.explain(entry, asked);
  const server = {
    snapshot: computed(() => workspace.entries.value.get(definition.id)?.snapshot),
    start: () => workspace.start(definition.id, true),
    stop: () => workspace.stop(definition.id),
  };
  const mode = workspace.host.mode.peek();
  const place = {
    folder: runFolder(process.env),
    platform: process.platform,
    build: mode.kind === 'shared' ? mode.build : undefined,
  };
  const checked = { definition, ...found, server: isOurs ? server : undefined };
  const checks = [...serverChecks(checked), ...hostChecks(place)];
  return runChecks(checks, { ...options, redact: redactorOf(found.answer) });
}
