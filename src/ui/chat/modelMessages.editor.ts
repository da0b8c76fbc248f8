import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable';
import { isObject } from '../../base/json';
import type { McpObject } from '../../ipc/state';
import { tokenOf } from '../window/cancellation.editor';

interface ImagePart {
  readonly kind: 'image';
  readonly base64: string;
  readonly mimeType: string;
  /** Text for models that take no images. */
  readonly otherwise?: string;
}

/** Part of a message or of a tool's result. `other`: a part as the editor made it. */
type ModelPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: McpObject }
  | { readonly kind: 'result'; readonly id: string; readonly parts: readonly ModelPart[] }
  | { readonly kind: 'other'; readonly value?: unknown }
  | ImagePart;

/** A message for the editor's models. `image` makes images, which not all models take; `other` the other parts. */
export function modelMessage(
  message: { readonly role: 'user' | 'assistant'; readonly parts: readonly ModelPart[] },
  image: (part: ImagePart) => unknown,
  other = (value: unknown): unknown => value,
): vscode.LanguageModelChatMessage {
  const partOf = (part: ModelPart): unknown => {
    switch (part.kind) {
      case 'text':
        return new vscode.LanguageModelTextPart(part.text);
      case 'call':
        return new vscode.LanguageModelToolCallPart(part.id, part.name, part.input);
      case 'result':
        return new vscode.LanguageModelToolResultPart(part.id, part.parts.map(partOf));
      case 'other':
        return other(part.value);
      case 'image':
        return image(part);
    }
  };
  const { User, Assistant } = vscode.LanguageModelChatMessageRole;
  const role = message.role === 'user' ? User : Assistant;
  const made = new vscode.LanguageModelChatMessage(role, '');
  // Some parts are newer than the declarations.
  made.content = message.parts.map(partOf) as vscode.LanguageModelChatMessage['content'];
  return made;
}

/** Streams a model's output. Ends a model that goes on when nobody reads it any more, or the signal aborts. */
export async function* modelOutput(
  model: vscode.LanguageModelChat,
  messages: readonly vscode.LanguageModelChatMessage[],
  options: vscode.LanguageModelChatRequestOptions,
  signal: AbortSignal,
): AsyncGenerator<Extract<ModelPart, { kind: 'text' | 'call' }>> {
  const store = new DisposableStore();
  const ending = new AbortController();
  try {
    const token = tokenOf(AbortSignal.any([signal, ending.signal]), store);
    const { stream } = await model.sendRequest([...messages], options, token);
    for await (const part of stream) {
      if (part instanceof vscode.LanguageModelTextPart) yield { kind: 'text', text: part.value };
      if (part instanceof vscode.LanguageModelToolCallPart) {
        const { callId: id, name, input } = part;
        // A model may leave the input out or give a wrong type.
        yield { kind: 'call', id, name, input: isObject(input) ? input : {} };
      }
    }
  } finally {
    ending.abort();
    store.dispose();
  }
}

/** API newer than the oldest supported editor, as far as this editor has it. */
interface NewerApi {
  readonly LanguageModelDataPart?: {
    image(data: Uint8Array, mimeType: string): unknown;
  };
}

/** An image for the model; `undefined` if the editor cannot pass one on. */
export function imagePart(base64: string, mimeType: string): unknown {
  const newer: typeof vscode & NewerApi = vscode;
  return newer.LanguageModelDataPart?.image(Buffer.from(base64, 'base64'), mimeType);
}
