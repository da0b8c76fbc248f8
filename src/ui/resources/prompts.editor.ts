import * as vscode from 'vscode';
import { raceAbort } from '../../base/abort';
import { messageOf, UserError } from '../../base/errors';
import type { Workspace } from '../../client/workspace';
import { untrustedText } from '../text/untrustedText';
import { delayedProgress, notice } from '../window/notice.editor';
import type { Target } from '../window/registerCommands.editor';
import { pickRow } from '../window/pick.editor';
import { promptText, promptArguments, withAddresses, type PromptText } from './prompts';
import { promptGroups } from './resourceItems';
import { t } from './resourceTexts';
import { askArguments, entryOf, pickItem, type ArgumentContext } from './openResource.editor';
import { addressOf } from './resourceDocument.editor';

/** Runs a prompt and opens its result where the user wants. Asks for the prompt if the target names none. */
export async function runPrompt(context: ArgumentContext, target: Target): Promise<void> {
  const picked = await pickPrompt(context.workspace, target);
  target.server ??= picked?.server;
  if (picked) await run(context, picked.server, picked.item);
}

interface PickedPrompt {
  readonly server: string;
  /** Prompt name. */
  readonly item: string;
}

async function pickPrompt(
  workspace: Workspace,
  { server, item }: Target,
): Promise<PickedPrompt | undefined> {
  if (server !== undefined && item !== undefined) return { server, item };
  const groups = promptGroups(workspace.entries.peek(), workspace.catalogs, server);
  if (groups.length > 0) return pickItem(groups, t('pickPrompt'));
  void notice('information', t('noPrompts'));
  return undefined;
}

async function run(context: ArgumentContext, server: string, name: string): Promise<void> {
  const { workspace } = context;
  const { definition } = entryOf(workspace, server);
  const prompts = workspace.host.catalog(server).peek()?.prompts ?? [];
  const prompt = prompts.find((one) => one.name === name);
  if (!prompt) {
    const valid = prompts.map((one) => one.name);
    throw new UserError('unknownPrompt', { server: definition.name, prompt: name, valid });
  }
  const values = await askArguments(
    context,
    { server, reference: { type: 'ref/prompt', name } },
    { subject: name, values: promptArguments(prompt) },
  );
  if (!values) return;
  const abort = new AbortController();
  const reading = workspace.host.read(
    { server, method: 'prompts/get', params: { name, arguments: values }, gesture: true },
    abort.signal,
  );
  const title = t('runningPrompt', {
    prompt: untrustedText(name),
    server: definition.name,
  });
  const result = await delayedProgress(title, reading, () => abort.abort());
  await place({ server, name, title }, promptText(name, result));
}

interface PlacedPrompt {
  readonly server: string;
  readonly name: string;
  /** Title of its progress. */
  readonly title: string;
}

/** Asks for the destination and opens the result there. */
async function place(prompt: PlacedPrompt, text: PromptText): Promise<void> {
  const { left } = text;
  const chatDetail = left.length > 0 ? t('toChatWithout', { left }) : t('toChatDetail');
  const places = [
    { label: t('toChat'), detail: chatDetail, put: () => toChat(prompt, text) },
    {
      label: t('toEditor'),
      detail: t('toEditorDetail'),
      put: () => toEditor(text),
    },
  ];
  const placeHolder = t('promptReady', { prompt: untrustedText(prompt.name) });
  const picked = await pickRow(placeHolder, places);
  await picked?.put();
}

/**
 * Opens the chat with the text in its input; the user sends it. The text has the addresses of resources that
 * cannot be read, because VS Code leaves them out.
 */
async function toChat(
  { server, title }: PlacedPrompt,
  { chat, attachments }: PromptText,
): Promise<void> {
  const cut = new AbortController();
  const reading = attachments.map(async ({ uri, mimeType }) => {
    const address = addressOf({ server, uri }, mimeType);
    const isRead = await raceAbort(
      Promise.resolve(vscode.workspace.fs.stat(address)),
      cut.signal,
    ).then(
      () => true,
      () => false,
    );
    return { uri, address, isRead };
  });
  // Cancel is for those that are not read yet.
  const tried = await delayedProgress(title, Promise.all(reading), () => cut.abort());
  const unread = tried.filter(({ isRead }) => !isRead).map(({ uri }) => uri);
  try {
    await vscode.commands.executeCommand('workbench.action.chat.open', {
      query: withAddresses(chat, unread),
      isPartialQuery: true,
      attachFiles: tried.filter(({ isRead }) => isRead).map(({ address }) => address),
    });
  } catch (error) {
    const message = messageOf(error);
    throw new UserError('noChat', { message }, { cause: error });
  }
  if (unread.length > 0) void notice('warning', t('notAttached', { unread }));
}

async function toEditor({ markdown }: PromptText): Promise<void> {
  const document = await vscode.workspace.openTextDocument({
    language: 'markdown',
    content: markdown,
  });
  await vscode.window.showTextDocument(document);
}
