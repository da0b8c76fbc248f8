import * as vscode from 'vscode';
import { questionRefused } from '../contract/questions';
import type { ChatPart } from '../views/chatResult';
import { SampledAnswer, type AnswerLimits } from '../views/sampledAnswer';
import type { SampledMessage, SampledPart, SamplingRequest } from '../views/samplingRequest';
import { saySampling } from '../views/samplingTexts';
import { imagePart } from './probe';

type Message = vscode.LanguageModelChatMessage;

/** About so many have a token in English. */
const charactersPerToken = 4;

/**
 * The messages of a server as the editor's models take them.
 * @throws UserError `questionRefused` for an image where the editor passes none on.
 */
export function chatMessages({ messages }: SamplingRequest): readonly Message[] {
  return messages.map(chatMessage);
}

/** How many tokens the messages have for a model, tools apart. */
export async function countTokens(
  model: vscode.LanguageModelChat,
  messages: readonly Message[],
): Promise<number> {
  const counts = await Promise.all(messages.map((message) => counted(model, message)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Some models count nothing at all, and a budget that nothing is taken from is none. */
async function counted(
  model: vscode.LanguageModelChat,
  said: string | Message,
  token?: vscode.CancellationToken,
): Promise<number> {
  const count = await model.countTokens(said, token);
  if (count > 0) return count;
  const text = typeof said === 'string' ? said : JSON.stringify(said.content);
  return Math.ceil(text.length / charactersPerToken);
}

/**
 * Has a model answer, up to the limits of the server or fewer tokens; aborting ends that.
 * @throws UserError `questionRefused` where the model may not be used or is gone.
 */
export async function runModel(
  model: vscode.LanguageModelChat,
  messages: readonly Message[],
  request: SamplingRequest & { readonly justification: string },
  signal: AbortSignal,
): Promise<SampledAnswer> {
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => source.cancel();
  signal.addEventListener('abort', cancel);
  const { maxTokens, stopSequences, justification, tools, mustCall } = request;
  const count = (text: string): Promise<number> => counted(model, text, source.token);
  const limits: AnswerLimits = { maxTokens, stopSequences, count };
  const { Auto, Required } = vscode.LanguageModelChatToolMode;
  try {
    const { stream } = await model.sendRequest(
      [...messages],
      { justification, tools: [...tools], toolMode: mustCall ? Required : Auto },
      source.token,
    );
    return await gathered(stream, new SampledAnswer(limits));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof vscode.LanguageModelError)) throw error;
    throw questionRefused('rejected', saySampling('toldModel', { code: error.code }));
  } finally {
    signal.removeEventListener('abort', cancel);
    // A model that goes on beyond the limits is told to end.
    source.cancel();
    source.dispose();
  }
}

async function gathered(
  stream: AsyncIterable<unknown>,
  answer: SampledAnswer,
): Promise<SampledAnswer> {
  for await (const part of stream) {
    if (part instanceof vscode.LanguageModelTextPart && (await answer.addText(part.value))) break;
    if (!(part instanceof vscode.LanguageModelToolCallPart)) continue;
    if (await answer.addCall(part.callId, part.name, part.input)) break;
  }
  await answer.end();
  return answer;
}

function chatMessage({ role, parts }: SampledMessage): Message {
  const { User, Assistant } = vscode.LanguageModelChatMessageRole;
  const message = new vscode.LanguageModelChatMessage(role === 'user' ? User : Assistant, '');
  // Parts that are newer than the declarations are among them.
  message.content = parts.map(chatPart) as Message['content'];
  return message;
}

function chatPart(part: SampledPart): unknown {
  switch (part.kind) {
    case 'text':
      return new vscode.LanguageModelTextPart(part.text);
    case 'image':
      return image(part.base64, part.mimeType);
    case 'call':
      return new vscode.LanguageModelToolCallPart(part.id, part.name, part.input);
    case 'result':
      return new vscode.LanguageModelToolResultPart(part.id, part.parts.map(resultPart));
  }
}

function resultPart(part: ChatPart): unknown {
  return part.kind === 'text'
    ? new vscode.LanguageModelTextPart(part.text)
    : image(part.base64, part.mimeType);
}

function image(base64: string, mimeType: string): unknown {
  const part = imagePart(Buffer.from(base64, 'base64'), mimeType);
  if (part === undefined) throw questionRefused('invalidParams', saySampling('toldNoImages'));
  return part;
}
