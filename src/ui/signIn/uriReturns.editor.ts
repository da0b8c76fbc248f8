import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';

/** Takes what a browser brings back by `vscode://<extension>/callback`. */
export class UriReturns implements vscode.UriHandler, Disposable {
  readonly #arrived = new vscode.EventEmitter<string>();
  readonly onArrived = this.#arrived.event;

  handleUri(uri: vscode.Uri): void {
    if (uri.path === '/callback') this.#arrived.fire(uri.query);
  }

  dispose(): void {
    this.#arrived.dispose();
  }
}
