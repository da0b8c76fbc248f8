import * as vscode from 'vscode';

/** API newer than the oldest supported editor, as far as this editor has it. */
interface NewerApi {
  readonly LanguageModelDataPart?: {
    image(data: Uint8Array, mimeType: string): unknown;
  };
}

/** An image for the model; `undefined` where the editor cannot pass one on. */
export function imagePart(data: Uint8Array, mimeType: string): unknown {
  const newer: typeof vscode & NewerApi = vscode;
  return newer.LanguageModelDataPart?.image(data, mimeType);
}
