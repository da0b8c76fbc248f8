import * as vscode from 'vscode';

/** Endings that the editor shows as a picture. */
const picture = /\.(?:png|jpe?g|gif|webp|bmp|ico|avif)$/i;

/**
 * Opens what a server gave as text or as a picture, and never by what an editor is registered for its ending, because
 * the name is the server's choice, too: a notebook runs the scripts of its outputs.
 */
export async function openPlainly(uri: vscode.Uri): Promise<void> {
  const editor = picture.test(uri.path) ? 'imagePreview.previewEditor' : 'default';
  await vscode.commands.executeCommand('vscode.openWith', uri, editor);
}
