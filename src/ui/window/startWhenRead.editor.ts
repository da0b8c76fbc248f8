import * as vscode from 'vscode';
import type { ConfigSource } from '../../config/definition';
import type { SeenDefinition } from '../../config/fingerprint';
import { parseAnyConfig } from '../../config/read/parseConfig';
import { inputOffers } from '../../client/launch/launchValues';
import { untilRead } from '../../client/untilRead';
import { t } from '../text/texts';
import { openIfThere } from '../editing/applyToFile.editor';
import { notice } from './notice.editor';
import type { WindowContext } from './windowContext.editor';

/** Milliseconds in which a file that was just written is read again by itself. */
const readTimeoutMs = 5000;

/**
 * The entry that stands in a file now, right after it was written, with what its inputs offer, because the preview
 * showed both. `undefined` where none of that name can be understood.
 */
export async function entryInFile(
  target: ConfigSource,
  name: string,
): Promise<SeenDefinition | undefined> {
  const document = await openIfThere(vscode.Uri.file(target.file));
  const { definitions } = await parseAnyConfig(document?.getText() ?? '', target);
  const found = definitions.find((definition) => definition.name === name);
  return found && { ...found, dependencies: inputOffers(found) };
}

/**
 * Starts a server that was just written, once its file has been read again. A start is consent, so that another entry
 * of the same id is not started.
 */
export async function startWhenRead(
  { workspace, approvals }: Pick<WindowContext, 'workspace' | 'approvals'>,
  written: SeenDefinition,
): Promise<void> {
  if ((await untilRead(workspace, written, readTimeoutMs)) === 'changed') {
    const server = workspace.entries.peek().get(written.id)?.definition.name ?? written.id;
    void notice('warning', t('startChanged', { server }));
    return;
  }
  const definition = workspace.entries.peek().get(written.id)?.definition;
  // As written, because the file may offer something else by now. Nobody has seen the other dependencies.
  if (definition) await approvals.approve([{ ...definition, dependencies: written.dependencies }]);
  await vscode.commands.executeCommand('roundhouse.startServer', written.id);
}
