import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { reasonOf } from '../../base/errors';
import type { StoredResult } from '../../ipc/largeResults';
import type { HostClient } from '../../client/hostConnection/hostClient';
import { sentence } from '../reasons/sentence';
import { ReadOnlyFiles, openPlainly } from './readOnlyFiles.editor';
import { t } from './readOnlyTexts';
import { resourceAddress } from './resourceAddress';
import { resourceAt } from './resourceName';

const scheme = 'roundhouse-result';

/** Large results that the host stores, as a read-only file system. */
export class ResultDocuments extends ReadOnlyFiles {
  constructor(private readonly host: Pick<HostClient, 'send'>) {
    super(scheme, t('result'));
  }

  /**
   * Opens a result, by default the newest.
   * @throws UserError `noResults`, `unknownResult`.
   */
  async open(named?: string): Promise<void> {
    const { result, tool, mimeType } = await this.host.send('findResult', { result: named });
    const address = resourceAddress({ server: result, uri: tool }, mimeType);
    await openPlainly(vscode.Uri.from({ scheme, ...address }));
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const { file } = await this.#find(uri);
    return readFile(file);
  }

  protected async measure(uri: vscode.Uri) {
    const { bytes } = await this.#find(uri);
    return { size: bytes, mtime: 0 };
  }

  async #find(uri: vscode.Uri): Promise<StoredResult> {
    const name = resourceAt(uri);
    if (!name) throw vscode.FileSystemError.FileNotFound(uri);
    try {
      return await this.host.send('findResult', { result: name.server });
    } catch (error) {
      throw vscode.FileSystemError.FileNotFound(sentence(reasonOf(error)));
    }
  }
}
