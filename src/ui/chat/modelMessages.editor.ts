import * as vscode from 'vscode';

/** Parts that the editor's models take from any conversation. */
type PlainPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: object };

/** A message for the editor's models. `convert`: makes images and results of tools, which not all models take. */
export function modelMessage<P extends { readonly kind: 'image' | 'result' }>(
  message: { readonly role: 'user' | 'assistant'; readonly parts: readonly (PlainPart | P)[] },
  convert: (part: P) => unknown,
): vscode.LanguageModelChatMessage {
  const { User, Assistant } = vscode.LanguageModelChatMessageRole;
  const role = message.role === 'user' ? User : Assistant;
  const made = new vscode.LanguageModelChatMessage(role, '');
  const parts = message.parts.map((part) => (isPlain(part) ? plainPart(part) : convert(part)));
  // Some parts are newer than the declarations.
  made.content = parts as vscode.LanguageModelChatMessage['content'];
  return made;
}

function isPlain(part: { readonly kind: string }): part is PlainPart {
  return part.kind === 'text' || part.kind === 'call';
}

function plainPart(part: PlainPart): unknown {
  return part.kind === 'text'
    ? new vscode.LanguageModelTextPart(part.text)
    : new vscode.LanguageModelToolCallPart(part.id, part.name, part.input);
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
