import type * as vscode from 'vscode';
import { UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { WorkspaceModel } from '../hostClient/workspaceModel';
import type { Message } from '../participant/messages';
import { promptMessages } from '../participant/promptMessages';
import { promptRequest, writtenArguments } from '../participant/promptRequest';
import { participantPrompts } from '../views/participantPrompts';
import { sayParticipant } from '../views/participantTexts';
import { promptArguments } from '../views/promptArguments';
import { promptGroups, type ItemPick } from '../views/resourceItems';
import { askValues } from './askValues';
import { catalogs } from './catalogs';
import { completionsOf, entryOf } from './openResource';
import type { Asked } from './participantTurns';

/** Prompts that are offered for a click. */
const mostOffered = 8;

/** What came of `/prompt`: what the model is to be sent, or what the person was told in its place. */
export type PreparedPrompt =
  | { readonly kind: 'messages'; readonly messages: readonly Message[] }
  | { readonly kind: 'told'; readonly result: vscode.ChatResult };

/** Gets the prompt that a person wrote behind `/prompt`, and asks for what it needs; without a name lists them. */
export async function participantPrompt(
  model: WorkspaceModel,
  { request, stream }: Pick<Asked, 'request' | 'stream'>,
  signal: AbortSignal,
): Promise<PreparedPrompt> {
  const groups = promptGroups(model.entries.peek(), catalogs(model));
  const wanted = promptRequest(request.prompt, groups);
  if (wanted.kind === 'several') {
    throw new UserError('promptUnclear', { prompt: request.prompt, valid: wanted.valid });
  }
  if (wanted.kind === 'none') {
    stream.markdown(participantPrompts(request.prompt, groups));
    const offered = groups.flatMap(({ name, picks }) => picks.map(({ item }) => `${name}/${item}`));
    return { kind: 'told', result: { metadata: { prompts: offered.slice(0, mostOffered) } } };
  }
  const { server, item: name } = wanted.pick;
  const values = await valuesFor(model, wanted.pick, wanted.rest);
  if (!values) {
    stream.markdown(sayParticipant('promptLeft', { prompt: name }));
    return { kind: 'told', result: {} };
  }
  stream.progress(
    sayParticipant('preparing', { server: entryOf(model, server).definition.name, prompt: name }),
  );
  const params = { name, arguments: values };
  const result = await model.host.read(
    { server, method: 'prompts/get', params, gesture: true },
    signal,
  );
  return { kind: 'messages', messages: promptMessages(name, result) };
}

/** The prompts that were listed, for a click. */
export function promptFollowups(metadata: unknown): vscode.ChatFollowup[] {
  const prompts: unknown = isObject(metadata) ? metadata['prompts'] : undefined;
  return (Array.isArray(prompts) ? prompts : [])
    .filter((prompt) => typeof prompt === 'string')
    .map((prompt) => ({ prompt, command: 'prompt', label: prompt }));
}

/** What was written, else what the person is asked for; nothing where they leave. */
async function valuesFor(
  model: WorkspaceModel,
  { server, item: name }: ItemPick,
  rest: string,
): Promise<Readonly<Record<string, string>> | undefined> {
  const prompt = model.host
    .catalog(server)
    .peek()
    ?.prompts.find((one) => one.name === name);
  const asked = prompt ? promptArguments(prompt) : [];
  const written = writtenArguments(rest, asked);
  const open = asked.filter((one) => !Object.hasOwn(written, one.name));
  const isComplete = rest !== '' && open.every(({ required }) => !required);
  if (isComplete || open.length === 0) return written;
  const completions = completionsOf(model, server, { type: 'ref/prompt', name });
  const answered = await askValues({ subject: name, values: open, completions });
  return answered && { ...written, ...answered };
}
