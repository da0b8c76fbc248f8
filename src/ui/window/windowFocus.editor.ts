import { signal, type ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';

/** Focus of this window. */
export class WindowFocus implements Disposable {
  readonly #focused = signal(vscode.window.state.focused);
  readonly #subscription = vscode.window.onDidChangeWindowState(({ focused }) => {
    this.#focused.value = focused;
  });

  get focused(): ReadonlySignal<boolean> {
    return this.#focused;
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
