import * as vscode from 'vscode';
import { serverRequestRefused } from '../../ipc/serverRequest';
import { publicName, rawName } from '../../protocol/publicNames';
import { modelTool } from '../../tools/schema/modelTool';
import { imagePart, modelMessage, modelOutput } from '../chat/modelMessages.editor';
import type { SampledAnswer } from './sampledAnswer';
import {
  imageCount,
  requestWords,
  type SampledMessage,
  type SamplingRequest,
} from './samplingRequest';
import { toServer } from './samplingTexts';

type Message = vscode.LanguageModelChatMessage;

interface ModelRequest extends Pick<SamplingRequest, 'tools' | 'mustCall'> {
  /** Reason for the use of the model, shown to the user. */
  readonly justification: string;
}

/** Characters per token, roughly. */
const charactersPerToken = 4;

/** Tokens of an image, at most. */
const tokensPerImage = 1_600;

/**
 * The request's messages for the editor's models, with names of tools that they take.
 * @throws UserError `questionRefused` for an image if the editor passes none on.
 */
export function chatMessages({ messages }: Pick<SamplingRequest, 'messages'>): readonly Message[] {
  return messages.map((message) =>
    modelMessage(withPublicNames(message), ({ base64, mimeType }) => {
      const part = imagePart(base64, mimeType);
      if (part === undefined) throw serverRequestRefused('invalidParams', toServer('toldNoImages'));
      return part;
    }),
  );
}

function withPublicNames({ role, parts }: SampledMessage): SampledMessage {
  const named = parts.map((part) =>
    part.kind === 'call' ? { ...part, name: publicName(part.name) } : part,
  );
  return { role, parts: named };
}

/** Approximate tokens of a request with its tools. */
export async function requestTokens(
  model: vscode.LanguageModelChat,
  request: SamplingRequest,
): Promise<number> {
  return (await countTokens(model, requestWords(request))) + imageCount(request) * tokensPerImage;
}

/** Tokens of a text. Estimates if the model counts nothing or fails, so that the budget still applies. */
export async function countTokens(model: vscode.LanguageModelChat, text: string): Promise<number> {
  const count = await model.countTokens(text).then(
    (counted) => counted,
    () => 0,
  );
  return count > 0 ? count : Math.ceil(text.length / charactersPerToken);
}

/**
 * Streams a model's output into the answer until it ends or the signal aborts.
 * @throws UserError `questionRefused` if the model may not be used or is gone.
 */
export async function runModel(
  model: vscode.LanguageModelChat,
  messages: readonly Message[],
  { tools, mustCall, justification }: ModelRequest,
  answer: SampledAnswer,
  signal: AbortSignal,
): Promise<void> {
  const { Auto, Required } = vscode.LanguageModelChatToolMode;
  const taken = tools.map((tool) => ({ ...modelTool(tool).tool, name: publicName(tool.name) }));
  const options = { justification, tools: taken, toolMode: mustCall ? Required : Auto };
  try {
    for await (const part of modelOutput(model, messages, options, signal)) {
      const isComplete =
        part.kind === 'text'
          ? await answer.addText(part.text)
          : await answer.addCall(part.id, rawName(tools, part.name), part.input);
      if (isComplete) break;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof vscode.LanguageModelError)) throw error;
    throw serverRequestRefused('rejected', toServer('toldModel', { code: error.code }));
  }
}
