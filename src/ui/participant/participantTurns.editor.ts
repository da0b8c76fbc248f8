import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable';
import { reasonOf, UserError, type Reason } from '../../base/errors';
import { genericToolsRefusal } from '../../client/chatAccess';
import { nextAction, sentenceWithNext } from '../reasons/sentence';
import { accessSetting } from '../chat/chatAccess.editor';
import { noneOurs, ourServers } from '../chat/chatServers';
import { signalOf } from '../window/cancellation.editor';
import { untrustedMarkdown } from '../text/markdown';
import { AgentTools } from './agentTools';
import { agentTurn, shareOfMessages, type TurnOutcome } from './agentTurn';
import { textMessage, beginning, sizeOf, type Message } from './messages';
import { pageTurn, storedTurn, pastMessages, readStoredTurn, type PastTurn } from './pastTurns';
import { WindowServers } from './windowServers';
import { t, toModel } from './participantTexts';
import type { ParticipantContext } from './participant.editor';
import { participantModel } from './participantModel.editor';
import { attachedParts } from './attachments.editor';
import { participantPrompt, promptFollowups } from './promptCommand.editor';
import { editorTools } from './editorTools.editor';
import {
  participantFound,
  participantTools,
  serverTools,
  toolCommandsShown,
  participantServers,
  serverCommandsShown,
} from './participantPages';

/** Share of the model's input that earlier turns may take. The rest of the messages' share is for the question. */
const shareOfPast = 0.25;
const shareOfAsked = shareOfMessages - shareOfPast;

/** Answers requests of the participant and offers follow-ups. */
export function participantTurns(window: ParticipantContext) {
  return {
    answer: async (
      request: vscode.ChatRequest,
      context: vscode.ChatContext,
      stream: vscode.ChatResponseStream,
      token: vscode.CancellationToken,
    ): Promise<vscode.ChatResult> => {
      const store = new DisposableStore();
      const signal = signalOf(token, store);
      try {
        refuse(window);
        return await answer(window, { request, context, stream }, signal);
      } catch (error) {
        const failed = signal.aborted ? {} : failure(reasonOf(error), stream);
        // A command is never sent to a model, not even in later turns.
        return request.command ? { ...failed, metadata: pageTurn } : failed;
      } finally {
        store.dispose();
      }
    },
    followups: async (result: vscode.ChatResult): Promise<vscode.ChatFollowup[]> => {
      if (readStoredTurn(result.metadata)?.end === 'capped') {
        return [{ prompt: t('continue') }];
      }
      return promptFollowups(result.metadata);
    },
  };
}

/** A request with its conversation. */
export interface Asked {
  readonly request: vscode.ChatRequest;
  readonly context: vscode.ChatContext;
  readonly stream: vscode.ChatResponseStream;
}

/** @throws UserError if a policy or Restricted Mode does not allow it. */
function refuse({ workspace }: ParticipantContext): void {
  const refused = genericToolsRefusal({
    trusted: workspace.trusted.peek(),
    access: accessSetting(),
  });
  if (refused) throw UserError.from(refused);
}

async function answer(
  window: ParticipantContext,
  asked: Asked,
  signal: AbortSignal,
): Promise<vscode.ChatResult> {
  const { request, stream } = asked;
  const pages = participantPages(window, stream);
  if (request.command === 'tools') return pages.tools(request.prompt, signal);
  if (request.command === 'servers') return pages.servers();
  const entries = window.workspace.entries.peek();
  if (entries.size === 0) return pages.noServers();
  const refused = noneOurs(entries.values());
  if (refused) throw UserError.from(refused);
  if (request.command !== 'prompt') return converse(window, asked, undefined, signal);
  const prompt = await participantPrompt(window, asked, signal);
  return prompt.kind === 'messages'
    ? converse(window, asked, prompt.messages, signal)
    : prompt.result;
}

/** Has the model answer. `prompt`: messages that replace the text of the request. */
async function converse(
  window: ParticipantContext,
  { request, context, stream }: Asked,
  prompt: readonly Message[] | undefined,
  signal: AbortSignal,
): Promise<vscode.ChatResult> {
  const { workspace, settings, costs } = window;
  const model = participantModel(request.model);
  const most = model.characters * shareOfAsked;
  const question = beginning(prompt ?? [textMessage('user', wordsOf(request.prompt))], most);
  const attached = await attachedParts(request.references, most - sizeOf(question));
  const attachments: Message[] = attached.length > 0 ? [{ role: 'user', parts: attached }] : [];
  const asked = [...attachments, ...question];
  const { toolBudget, participantRounds: rounds } = settings.current;
  const servers = new WindowServers(workspace, () => costs.peek());
  if (servers.isPartial) {
    stream.progress(t('starting', { servers: servers.unread.map(untrustedMarkdown) }));
    await servers.wake(signal);
  }
  const tools = new AgentTools(
    servers,
    editorTools(window, request, (text) => stream.progress(text)),
    toolBudget,
  );
  const past = pastMessages(pastTurns(context), model.characters * shareOfPast);
  const outcome = await agentTurn(
    { model, tools, rounds, say: (text) => stream.markdown(text) },
    [...past, ...asked],
    signal,
  );
  tellEnd(outcome, rounds, stream);
  const { end, messages } = outcome;
  const isOnlyWritten = !prompt && attached.length === 0;
  const metadata = storedTurn(messages, end.kind, isOnlyWritten ? undefined : asked);
  return end.kind === 'failed' ? { ...failure(end.reason, stream), metadata } : { metadata };
}

/** Text of a request; providers refuse empty text. */
function wordsOf(prompt: string): string {
  return prompt.trim() === '' ? toModel('goOn') : prompt;
}

function tellEnd(
  { end, messages }: TurnOutcome,
  rounds: number,
  stream: vscode.ChatResponseStream,
): void {
  const isSilent = end.kind === 'answered' && messages.at(-1)?.role !== 'assistant';
  if (isSilent) stream.markdown(t('silent'));
  if (end.kind === 'capped') stream.markdown(`\n\n${t('capped', { rounds })}`);
}

/** Shows a failure with its next action, as a button if a command does it. */
function failure(reason: Reason, stream: vscode.ChatResponseStream): vscode.ChatResult {
  const next = nextAction(reason);
  if (next?.action) {
    const { command, title } = next.action;
    stream.button({ command: `roundhouse.${command}`, title });
  }
  return { errorDetails: { message: untrustedMarkdown(sentenceWithNext(reason)) } };
}

/** Earlier turns of this participant, oldest first. */
function pastTurns({ history }: vscode.ChatContext): PastTurn[] {
  const turns: PastTurn[] = [];
  let asked = '';
  for (const turn of history) {
    if (turn instanceof vscode.ChatRequestTurn) {
      asked = wordsOf([turn.command && `/${turn.command}`, turn.prompt].filter(Boolean).join(' '));
    } else if (turn instanceof vscode.ChatResponseTurn) {
      const shown = turn.response.flatMap((part) =>
        part instanceof vscode.ChatResponseMarkdownPart ? part.value.value : [],
      );
      turns.push({ asked, shown: shown.join(''), metadata: turn.result.metadata });
    }
  }
  return turns;
}

/** Tools listed for a search. */
const mostFound = 20;

/** Answers of commands that need no model. */
function participantPages(
  { workspace, costs }: Pick<ParticipantContext, 'workspace' | 'costs'>,
  stream: vscode.ChatResponseStream,
) {
  const result: vscode.ChatResult = { metadata: pageTurn };
  const show = (text: string, enabledCommands: readonly string[], hasIcons = false) => {
    const markdown = new vscode.MarkdownString(text, hasIcons);
    markdown.isTrusted = { enabledCommands };
    stream.markdown(markdown);
    return result;
  };
  return {
    async tools(words: string, signal: AbortSignal): Promise<vscode.ChatResult> {
      const shown = costs.peek();
      if (words.trim() === '') return show(participantTools(shown), toolCommandsShown);
      const one = serverTools(words, shown);
      if (one !== undefined) return show(one, toolCommandsShown);
      const servers = ourServers(workspace.entries.peek().values());
      const asked = { query: words, limit: mostFound, servers };
      const found = await workspace.host.send('searchTools', asked, signal);
      const nameOf = (id: string): string =>
        workspace.entries.peek().get(id)?.definition.name ?? id;
      return show(participantFound(words, found, nameOf), toolCommandsShown);
    },
    servers(): vscode.ChatResult {
      const entries = [...workspace.entries.peek().values()];
      if (entries.length === 0) return this.noServers();
      return show(participantServers(entries, costs.peek(), Date.now()), serverCommandsShown, true);
    },
    noServers(): vscode.ChatResult {
      stream.markdown(t('noServers'));
      stream.button({ command: 'roundhouse.addServer', title: t('addServer') });
      return result;
    },
  };
}
