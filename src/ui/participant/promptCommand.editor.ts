import type * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import { untrustedText } from '../text/untrustedText';
import { untrustedMarkdown } from '../text/markdown';
import { promptArguments } from '../resources/prompts';
import { promptGroups, writtenServers, type ItemPick } from '../resources/resourceItems';
import { askArguments, entryOf, type ArgumentContext } from '../resources/openResource.editor';
import { textMessage, type Message } from './messages';
import { pageTurn } from './pastTurns';
import {
  promptRequest,
  writtenArguments,
  promptMessages,
  participantPrompts,
  type WrittenArguments,
} from './promptCommand';
import { t } from './participantTexts';
import type { Asked } from './participantTurns.editor';

/** Prompts offered as buttons. */
const mostOffered = 8;

/** Outcome of `/prompt`: messages for the model, or an answer that the user got instead. */
export type PreparedPrompt =
  | { readonly kind: 'messages'; readonly messages: readonly Message[] }
  | { readonly kind: 'answered'; readonly result: vscode.ChatResult };

/**
 * Gets the prompt that the user named after `/prompt` and asks for missing arguments. Lists all prompts if no name is
 * given.
 */
export async function participantPrompt(
  context: ArgumentContext,
  { request, stream }: Pick<Asked, 'request' | 'stream'>,
  signal: AbortSignal,
): Promise<PreparedPrompt> {
  const { workspace } = context;
  const groups = promptGroups(workspace.entries.peek(), workspace.catalogs);
  const wanted = promptRequest(request.prompt, groups);
  if (wanted.kind === 'several') {
    throw new UserError('promptUnclear', { prompt: request.prompt, valid: wanted.valid });
  }
  if (wanted.kind === 'none') {
    stream.markdown(participantPrompts(request.prompt, groups));
    const servers = writtenServers(groups);
    const prompts = groups
      .flatMap(({ picks }) => picks.map(({ server, item }) => `${servers.get(server)}/${item}`))
      .slice(0, mostOffered);
    return { kind: 'answered', result: { metadata: { ...pageTurn, prompts } } };
  }
  const { server, item: name } = wanted.pick;
  const values = await valuesFor(context, wanted.pick, wanted.rest, signal);
  const prompt = untrustedMarkdown(name);
  if (!values) {
    stream.markdown(t('promptLeft', { prompt }));
    return { kind: 'answered', result: { metadata: pageTurn } };
  }
  const serverName = untrustedMarkdown(entryOf(workspace, server).definition.name);
  stream.progress(t('preparing', { server: serverName, prompt }));
  const params = { name, arguments: values.given };
  const result = await workspace.host.read(
    { server, method: 'prompts/get', params, gesture: true },
    signal,
  );
  // Keeps text that no argument takes.
  const more = values.left === '' ? [] : [textMessage('user', values.left)];
  return { kind: 'messages', messages: [...promptMessages(name, result), ...more] };
}

/** Buttons for the prompts that were listed. */
export function promptFollowups(metadata: unknown): vscode.ChatFollowup[] {
  const prompts: unknown = isObject(metadata) ? metadata['prompts'] : undefined;
  return (Array.isArray(prompts) ? prompts : [])
    .filter((prompt) => typeof prompt === 'string')
    .map((prompt) => ({ prompt, command: 'prompt', label: untrustedText(prompt) }));
}

/** Arguments that were written, completed by questions; `undefined` if the user cancels. */
async function valuesFor(
  context: ArgumentContext,
  { server, item: name }: ItemPick,
  rest: string,
  signal: AbortSignal,
): Promise<WrittenArguments | undefined> {
  const prompt = context.workspace.host
    .catalog(server)
    .peek()
    ?.prompts.find((one) => one.name === name);
  const asked = prompt ? promptArguments(prompt) : [];
  const written = writtenArguments(rest, asked);
  const open = asked.filter((one) => !Object.hasOwn(written.given, one.name));
  const isComplete = rest !== '' && open.every(({ required }) => !required);
  if (isComplete || open.length === 0) return written;
  const answered = await askArguments(
    context,
    { server, reference: { type: 'ref/prompt', name } },
    { subject: name, values: open },
    signal,
  );
  signal.throwIfAborted();
  return answered && { ...written, given: { ...written.given, ...answered } };
}
