import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import { imagePart, modelMessage, modelOutput } from '../chat/modelMessages.editor';
import type { OfferedTool, ModelOutput, TurnModel } from './agentTurn';
import type { Message } from './messages';
import { t, toModel } from './participantTexts';

/** Characters per token at least, in all but the strangest texts. */
const charactersPerToken = 3;
/** Input tokens assumed if a model does not report its limit. */
const usualTokens = 32_000;

/** The model that the user has chosen beside the chat input. */
export function participantModel(model: vscode.LanguageModelChat): TurnModel {
  const tokens = model.maxInputTokens > 0 ? model.maxInputTokens : usualTokens;
  return {
    characters: tokens * charactersPerToken,
    send: (messages, tools, signal) => send(model, messages, tools, signal),
  };
}

async function* send(
  model: vscode.LanguageModelChat,
  messages: readonly Message[],
  tools: readonly OfferedTool[],
  signal: AbortSignal,
): AsyncIterable<ModelOutput> {
  try {
    const images = takesImages(model);
    const options = {
      justification: t('justification'),
      tools: tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        inputSchema,
      })),
    };
    const sent = messages.map((message) => chatMessage(message, images));
    yield* modelOutput(model, sent, options, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error, model.name);
  }
}

/** Messages with which providers say that a filter has stopped the answer. */
const filtered = /off[_ -]topic|content[_ -]filter|\bresponse (?:got|was|is) filtered/i;

/** The failure of a model as a reason, with the provider's message. */
function failureOf(error: unknown, model: string): UserError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  const said = { model, message };
  const code = error instanceof vscode.LanguageModelError ? error.code : '';
  switch (code) {
    case vscode.LanguageModelError.Blocked.name:
      return new UserError('modelBlocked', said, { cause: error });
    case vscode.LanguageModelError.NoPermissions.name:
      return new UserError('modelNotAllowed', { model }, { cause: error });
    case vscode.LanguageModelError.NotFound.name:
      return new UserError('modelGone', { model }, { cause: error });
    default:
      return filtered.test(message)
        ? new UserError('modelFiltered', said, { cause: error })
        : new UserError('modelFailed', said, { cause: error });
  }
}

/** Model properties of newer editors. */
interface NewerModel {
  readonly capabilities?: { readonly supportsImageToText?: boolean };
}

/** True if the model takes images, or if the editor does not say. */
function takesImages(model: vscode.LanguageModelChat & NewerModel): boolean {
  return model.capabilities?.supportsImageToText ?? true;
}

function chatMessage(message: Message, images: boolean): vscode.LanguageModelChatMessage {
  const text = (value: string) => new vscode.LanguageModelTextPart(value);
  return modelMessage(
    message,
    ({ base64, mimeType, otherwise = '' }) =>
      images
        ? (imagePart(base64, mimeType) ?? text(otherwise))
        : text(`${otherwise}\n${toModel('noImages')}`),
    (value) => (images || !isImage(value) ? value : text(toModel('noImages'))),
  );
}

function isImage(value: unknown): boolean {
  return isObject(value) && String(value['mimeType']).startsWith('image/');
}
