import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';

/** File system of a scheme without writing. Its files do not change unless a subclass says so. */
export abstract class ReadOnlyFiles implements vscode.FileSystemProvider, Disposable {
  protected readonly store = new DisposableStore();
  protected readonly changed = this.store.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.changed.event;

  /** `notice`: shown to a person who tries to write. */
  constructor(scheme: string, notice: string) {
    const isReadonly = new vscode.MarkdownString(notice);
    this.store.add(
      vscode.workspace.registerFileSystemProvider(scheme, this, {
        isCaseSensitive: true,
        isReadonly,
      }),
    );
  }

  abstract readFile(uri: vscode.Uri): Promise<Uint8Array>;

  /** Size in bytes and epoch milliseconds of the last change. */
  protected abstract measure(uri: vscode.Uri): Promise<Pick<vscode.FileStat, 'size' | 'mtime'>>;

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { File } = vscode.FileType;
    const permissions = vscode.FilePermission.Readonly;
    return { type: File, ctime: 0, permissions, ...(await this.measure(uri)) };
  }

  watch(_uri: vscode.Uri): Disposable {
    return { dispose: () => undefined };
  }

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

  dispose(): void {
    this.store.dispose();
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
