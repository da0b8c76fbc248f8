import * as vscode from 'vscode';

/** File system provider without writing. */
export abstract class ReadOnlyFiles {
  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}

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
