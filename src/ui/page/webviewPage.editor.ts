import type * as vscode from 'vscode';
import type * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { follow } from '../window/follow';
import { showFailure } from '../window/notice.editor';

/** The editor's side of a page in a tab, until the tab is closed. `ToPage` and `FromPage` are their messages. */
export abstract class WebviewPage<ToPage, FromPage> implements Disposable {
  protected readonly store = new DisposableStore();
  /** Aborted when the tab is closed. */
  protected readonly closed = new AbortController();
  /** True once the page was loaded. */
  protected isReady = false;
  /** To be sent as soon as the page is loaded. */
  #wanted: ToPage | undefined;

  /** `server`: the id of the one that the page is about. */
  constructor(
    readonly panel: vscode.WebviewPanel,
    messages: z.ZodMiniType<FromPage>,
    server?: string,
  ) {
    this.store.add(() => this.closed.abort());
    this.store.add(
      panel.webview.onDidReceiveMessage((message: unknown) => {
        const { data } = messages.safeParse(message);
        if (data) this.act(data).catch((error: unknown) => showFailure(error, { id: server }));
      }),
    );
  }

  dispose(): void {
    this.store.dispose();
  }

  protected abstract act(message: FromPage): Promise<void>;

  /** Sends a message, unless the page is not loaded or is closed. */
  protected send(message: ToPage): void {
    if (this.isReady && !this.store.disposed) void this.panel.webview.postMessage(message);
  }

  /** Sends a message now, or with {@link sendWanted}. */
  protected sendOnceReady(message: ToPage): void {
    if (this.isReady) this.send(message);
    else this.#wanted = message;
  }

  /** Sends what was wanted before the page was loaded. */
  protected sendWanted(): void {
    if (this.#wanted) this.send(this.#wanted);
    this.#wanted = undefined;
  }

  /** Shows the result of `read` over signals, until the tab is closed. */
  protected follow<T>(read: () => T, show: (value: T) => void): void {
    this.store.add(follow(read, show));
  }
}
