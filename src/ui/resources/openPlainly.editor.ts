import * as vscode from 'vscode';

/** Extensions that the editor shows as an image. */
const picture = /\.(?:png|jpe?g|gif|webp|bmp|ico|avif)$/i;

/**
 * Opens untrusted content as text or image, never with the editor registered for its extension. The server chooses
 * the name, and a notebook, for example, runs scripts in its outputs.
 */
export async function openPlainly(uri: vscode.Uri): Promise<void> {
  const editor = picture.test(uri.path) ? 'imagePreview.previewEditor' : 'default';
  await vscode.commands.executeCommand('vscode.openWith', uri, editor);
}
