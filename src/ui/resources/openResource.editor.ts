import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { completes, Completions, type CompletionReference } from '../../client/completions';
import type { Workspace } from '../../client/workspace';
import type { ServerEntry } from '../../client/configuredServers';
import type { Inputs } from '../../client/inputs';
import { isUp } from '../../ipc/serverStates';
import { t as serverText } from '../text/texts';
import { untrustedText } from '../text/untrustedText';
import { delayedProgress, notice } from '../window/notice.editor';
import { pickRow } from '../window/pick.editor';
import { openPlainly } from './readOnlyFiles.editor';
import type { Target } from '../window/registerCommands.editor';
import { listedType, resourceGroups, type ItemGroup, type ItemPick } from './resourceItems';
import { expandTemplate, templateVariables } from './resourceTemplate';
import { t } from './resourceTexts';
import { enterArguments, type ArgumentForm } from './argumentInput.editor';
import type { ResourceFiles } from './resourceFiles.editor';

/** A window that asks for arguments. */
export interface ArgumentContext {
  readonly workspace: Workspace;
  /** Arguments are asked for in turn with the questions of a launch and of a server. */
  readonly inputs: Pick<Inputs, 'showing'>;
}

export interface OpenContext extends ArgumentContext {
  readonly files: ResourceFiles;
}

/** Opens a resource; asks which one if the target names none. */
export async function openResource(context: OpenContext, target: Target): Promise<void> {
  const { server, item } = target;
  if (server !== undefined && item !== undefined) await open(context, server, item);
  else await pickAndOpen(context, target);
}

async function pickAndOpen(context: OpenContext, target: Target): Promise<void> {
  const { workspace } = context;
  const groups = resourceGroups(workspace.entries.peek(), workspace.catalogs, target.server);
  if (groups.length === 0) {
    void notice('information', t('noResources'));
    return;
  }
  const picked = await pickItem(groups, t('pickResource'));
  target.server ??= picked?.server;
  if (picked?.kind === 'template') await openTemplate(context, picked.server, picked.item);
  else if (picked) await open(context, picked.server, picked.item);
}

/** Opens a resource, which may be one of a template. */
async function open(
  { workspace, files }: OpenContext,
  server: string,
  uri: string,
  template?: string,
): Promise<void> {
  const { definition } = entryOf(workspace, server);
  const abort = new AbortController();
  const title = t('readingResource', {
    uri: untrustedText(uri),
    server: definition.name,
  });
  const listed = listedType(workspace.host.catalog(server).peek(), uri, template);
  const reading = files.prepare({ server, uri }, listed, abort.signal);
  const address = await delayedProgress(title, reading, () => abort.abort());
  await openPlainly(address);
}

/** Asks for a template's variables and opens the resulting resource. */
export async function openTemplate(
  context: OpenContext,
  server: string,
  template: string,
): Promise<void> {
  const values = await askArguments(
    context,
    { server, reference: { type: 'ref/resource', uri: template } },
    { subject: template, values: templateVariables(template) },
  );
  if (values) await open(context, server, expandTemplate(template, values), template);
}

/** Picks an item, grouped by server. */
export async function pickItem(
  groups: readonly ItemGroup[],
  placeHolder: string,
): Promise<ItemPick | undefined> {
  const rows = groups.flatMap(({ name, picks }) => [
    { label: untrustedText(name), kind: vscode.QuickPickItemKind.Separator },
    ...picks.map((picked) => {
      const { label, description, detail } = picked;
      return {
        label,
        ...(description !== undefined && { description }),
        ...(detail !== undefined && { detail }),
        item: picked,
      };
    }),
  ]);
  const options = { matchOnDescription: true, matchOnDetail: true };
  const row = await pickRow<vscode.QuickPickItem & { item?: ItemPick }>(placeHolder, rows, options);
  return row?.item;
}

/**
 * Asks for the arguments of a prompt or template. A server with completions starts before, because that may ask, too.
 * `undefined` if the user cancels.
 * @throws UserError why the server does not start.
 */
export async function askArguments(
  { workspace, inputs }: ArgumentContext,
  { server, reference }: { readonly server: string; readonly reference: CompletionReference },
  form: Omit<ArgumentForm, 'completions'>,
  signal?: AbortSignal,
): Promise<Readonly<Record<string, string>> | undefined> {
  const completions = completionsOf(workspace, server, reference);
  if (completions && form.values.length > 0 && !(await bringUp(workspace, server, signal)))
    return undefined;
  return inputs.showing.run(() => enterArguments({ ...form, completions }, signal));
}

/**
 * Starts a server as a read does, which leaves alone one that only a person may start. False if the person declined.
 * @throws UserError why it does not start.
 */
async function bringUp(
  workspace: Workspace,
  server: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const { definition, snapshot, effective } = entryOf(workspace, server);
  if (isUp(snapshot.state) || effective.settings.autostart === 'never') return true;
  const { startFailure, startWithProgress } = await import('../tree/serverCommands.editor');
  const title = serverText('startingServer', { server: definition.name });
  const stop = (): void => void workspace.stop(server);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const start = (): Promise<void> => workspace.host.start(server, true, true);
    const after = await startWithProgress(workspace, { id: server, title }, start);
    const reason = after && startFailure(after);
    if (reason) throw UserError.from(reason);
    return after !== undefined && isUp(after.snapshot.state);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** Completions of a server for a prompt or template; `undefined` if it has no completions. */
export function completionsOf(
  workspace: Workspace,
  server: string,
  reference: CompletionReference,
): Completions | undefined {
  if (!completes(entryOf(workspace, server).snapshot)) return undefined;
  return new Completions(reference, (params, signal) =>
    workspace.host.read({ server, method: 'completion/complete', params, gesture: false }, signal),
  );
}

/** @throws UserError `unknownServer` {server, valid}, `ownedByEditor`. */
export function entryOf(workspace: Workspace, server: Target['server'] = ''): ServerEntry {
  const entry = workspace.entries.peek().get(server);
  if (!entry) {
    throw new UserError('unknownServer', { server, valid: [...workspace.entries.peek().keys()] });
  }
  if (entry.runBy === 'vscode') throw new UserError('ownedByEditor');
  return entry;
}
