import * as vscode from 'vscode';
import { questionRefused } from '../../ipc/questions';
import type { ChatPart } from './chatResult';
import type { SampledAnswer } from '../sampling/sampledAnswer';
import type { SampledMessage, SampledPart, SamplingRequest } from '../sampling/samplingRequest';
import { t } from '../sampling/samplingTexts';
import { imageCount, requestWords } from '../sampling/samplingWords';
import { imagePart } from '../diagnostics/probe.editor';

type Message = vscode.LanguageModelChatMessage;

/** What goes along with the messages. */
interface ModelRequest extends Pick<SamplingRequest, 'tools' | 'mustCall'> {
  /** Why the model is used, for the person. */
  readonly justification: string;
}

/** About so many have a token in English. */
const charactersPerToken = 4;

/** About so many has an image, at most. */
const tokensPerImage = 1_600;

/**
 * The messages of a server as the editor's models take them.
 * @throws UserError `questionRefused` for an image where the editor passes none on.
 */
export function chatMessages({ messages }: SamplingRequest): readonly Message[] {
  return messages.map(chatMessage);
}

/** About how many tokens a request has for a model, its tools included. */
export async function requestTokens(
  model: vscode.LanguageModelChat,
  request: SamplingRequest,
): Promise<number> {
  return (await countTokens(model, requestWords(request))) + imageCount(request) * tokensPerImage;
}

/** Some models count nothing, or fail to, and a budget that nothing is taken from is none. */
export async function countTokens(model: vscode.LanguageModelChat, text: string): Promise<number> {
  const count = await model.countTokens(text).then(
    (counted) => counted,
    () => 0,
  );
  return count > 0 ? count : Math.ceil(text.length / charactersPerToken);
}

/**
 * Has a model say its answer, up to where that ends; aborting ends it, too.
 * @throws UserError `questionRefused` where the model may not be used or is gone.
 */
export async function runModel(
  model: vscode.LanguageModelChat,
  messages: readonly Message[],
  { tools, mustCall, justification }: ModelRequest,
  answer: SampledAnswer,
  signal: AbortSignal,
): Promise<void> {
  const source = new vscode.CancellationTokenSource();
  const cancel = (): void => source.cancel();
  signal.addEventListener('abort', cancel);
  const { Auto, Required } = vscode.LanguageModelChatToolMode;
  try {
    const { stream } = await model.sendRequest(
      [...messages],
      { justification, tools: [...tools], toolMode: mustCall ? Required : Auto },
      source.token,
    );
    await gather(stream, answer);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof vscode.LanguageModelError)) throw error;
    throw questionRefused('rejected', t('toldModel', { code: error.code }));
  } finally {
    signal.removeEventListener('abort', cancel);
    // A model that goes on beyond the limits is told to end.
    source.cancel();
    source.dispose();
  }
}

async function gather(stream: AsyncIterable<unknown>, answer: SampledAnswer): Promise<void> {
  for await (const part of stream) {
    if (part instanceof vscode.LanguageModelTextPart && (await answer.addText(part.value))) break;
    if (!(part instanceof vscode.LanguageModelToolCallPart)) continue;
    if (await answer.addCall(part.callId, part.name, part.input)) break;
  }
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
  if (part === undefined) throw questionRefused('invalidParams', t('toldNoImages'));
  return part;
}
