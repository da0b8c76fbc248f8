import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable';
import { reasonOf, UserError, type Reason } from '../base/errors';
import { genericToolsRefusal } from '../hostClient/ownerPolicy';
import { AgentTools } from '../participant/agentTools';
import { agentTurn, type TurnEnd } from '../participant/agentTurn';
import { textMessage, type Message } from '../participant/messages';
import { keptTurn, pastMessages, readKeptTurn, type PastTurn } from '../participant/pastTurns';
import { WindowServers } from '../participant/windowServers';
import { sayParticipant } from '../views/participantTexts';
import { actionTitles, nextAction, sentence } from '../views/strings';
import { signalOf } from './cancellation';
import { accessSetting } from './ownerPorts';
import type { ParticipantParts } from './participant';
import { participantModel } from './participantModel';
import { participantPages } from './participantPages';
import { attachedParts } from './participantAttachments';
import { participantPrompt, promptFollowups } from './participantPrompts';
import { participantTools } from './participantTools';

/** Of what a model takes in, what earlier turns and attachments may have. */
const [shareOfPast, shareOfAttachments] = [0.25, 0.3];

/** How a request is answered, and what is offered after it. */
export function participantTurns(parts: ParticipantParts) {
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
        refuse(parts);
        return await answer(parts, { request, context, stream }, signal);
      } catch (error) {
        return signal.aborted ? {} : failure(reasonOf(error), stream);
      } finally {
        store.dispose();
      }
    },
    followups: async (result: vscode.ChatResult): Promise<vscode.ChatFollowup[]> => {
      if (readKeptTurn(result.metadata)?.end === 'capped') {
        return [{ prompt: sayParticipant('continue') }];
      }
      return promptFollowups(result.metadata);
    },
  };
}

/** A request in its conversation. */
export interface Asked {
  readonly request: vscode.ChatRequest;
  readonly context: vscode.ChatContext;
  readonly stream: vscode.ChatResponseStream;
}

/** @throws UserError why nothing is done here: a policy, or Restricted Mode. */
function refuse({ model }: ParticipantParts): void {
  const refused = genericToolsRefusal({ trusted: model.trusted.peek(), access: accessSetting() });
  if (refused) throw new UserError(refused.code, refused.args);
}

async function answer(
  parts: ParticipantParts,
  asked: Asked,
  signal: AbortSignal,
): Promise<vscode.ChatResult> {
  const { request, stream } = asked;
  const pages = participantPages(parts, stream);
  if (request.command === 'tools') return pages.tools(request.prompt, signal);
  if (request.command === 'servers') return pages.servers();
  if (parts.model.entries.peek().size === 0) return pages.noServers();
  if (request.command !== 'prompt') return converse(parts, asked, undefined, signal);
  const prompt = await participantPrompt(parts.model, asked, signal);
  return prompt.kind === 'messages'
    ? converse(parts, asked, prompt.messages, signal)
    : prompt.result;
}

/** Has the model answer; `prompt`: the messages that stand for what the person wrote. */
async function converse(
  parts: ParticipantParts,
  { request, context, stream }: Asked,
  prompt: readonly Message[] | undefined,
  signal: AbortSignal,
): Promise<vscode.ChatResult> {
  const { model, settings, costs } = parts;
  const turnModel = participantModel(request.model);
  const attached = await attachedParts(
    request.references,
    turnModel.characters * shareOfAttachments,
  );
  // Providers refuse empty text.
  const written = request.prompt.trim() === '' ? sayParticipant('goOn') : request.prompt;
  const question = prompt ?? [textMessage('user', written)];
  const attachments: Message[] = attached.length > 0 ? [{ role: 'user', parts: attached }] : [];
  const { toolBudget, participantRounds: rounds } = settings.current;
  const servers = new WindowServers(model, () => costs.peek());
  if (servers.isPartial) {
    stream.progress(sayParticipant('starting', { servers: servers.unread }));
    await servers.wake(signal);
  }
  const tools = new AgentTools(
    servers,
    participantTools(parts, request, (text) => stream.progress(text)),
    toolBudget,
  );
  const past = pastMessages(pastTurns(context), turnModel.characters * shareOfPast);
  const { end, messages } = await agentTurn(
    { model: turnModel, tools, rounds, say: (text) => stream.markdown(text) },
    [...past, ...attachments, ...question],
    signal,
  );
  tellEnd(end, rounds, stream);
  const metadata = keptTurn(messages, end.kind, prompt);
  return end.kind === 'failed' ? { ...failure(end.reason, stream), metadata } : { metadata };
}

function tellEnd(end: TurnEnd, rounds: number, stream: vscode.ChatResponseStream): void {
  if (end.kind === 'capped') stream.markdown(`\n\n${sayParticipant('capped', { rounds })}`);
}

/** What went wrong, with what can be done: where a command of ours does it, as a button. */
function failure(reason: Reason, stream: vscode.ChatResponseStream): vscode.ChatResult {
  const next = nextAction(reason);
  if (next?.action) {
    stream.button({ command: `roundhouse.${next.action}`, title: actionTitles[next.action] });
  }
  return { errorDetails: { message: [sentence(reason), next?.text].filter(Boolean).join(' ') } };
}

/** The turns of this conversation that were ours, oldest first. */
function pastTurns({ history }: vscode.ChatContext): PastTurn[] {
  const turns: PastTurn[] = [];
  let asked = '';
  for (const turn of history) {
    if (turn instanceof vscode.ChatRequestTurn) {
      asked = [turn.command && `/${turn.command}`, turn.prompt].filter(Boolean).join(' ');
    } else if (turn instanceof vscode.ChatResponseTurn) {
      const shown = turn.response.flatMap((part) =>
        part instanceof vscode.ChatResponseMarkdownPart ? part.value.value : [],
      );
      turns.push({ asked, shown: shown.join(''), metadata: turn.result.metadata });
    }
  }
  return turns;
}
