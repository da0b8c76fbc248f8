import { signal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { Sequencer } from '../../base/sequencer';
import { raceAbort } from '../../base/abort';
import { waitingLine } from '../tree/waitingLine';
import { follow } from '../window/follow';

/**
 * Shows requests of servers one after another. A status bar item names the waiting servers, in its own colour while
 * the window is in the background.
 */
export class QuestionQueue implements Disposable {
  readonly #store = new DisposableStore();
  readonly #asking = new Sequencer();
  readonly #waiting = signal<readonly string[]>([]);
  readonly #ending = new AbortController();

  constructor() {
    const item = this.#store.add(
      vscode.window.createStatusBarItem('roundhouse.questions', vscode.StatusBarAlignment.Left),
    );
    item.name = 'MCP Roundhouse: Questions';
    item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    this.#store.add(
      follow(
        () => waitingLine(this.#waiting.value),
        (line) => {
          if (!line) return item.hide();
          item.text = line.text;
          item.tooltip = line.tooltip;
          item.show();
        },
      ),
    );
    this.#store.add(() => this.#ending.abort());
  }

  /**
   * Runs `ask` when it is this request's turn. The signal aborts when the request is cancelled, which also rejects at
   * once, or when the window closes.
   */
  async put<T>(
    server: string,
    abort: AbortSignal,
    ask: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const either = AbortSignal.any([abort, this.#ending.signal]);
    this.#waiting.value = [...this.#waiting.peek(), server];
    const answer = this.#asking.run(async () => {
      either.throwIfAborted();
      return ask(either);
    });
    try {
      return await raceAbort(answer, either);
    } finally {
      const at = this.#waiting.peek().indexOf(server);
      this.#waiting.value = this.#waiting.peek().toSpliced(at, 1);
    }
  }

  dispose(): void {
    this.#store.dispose();
  }
}
