import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { TrustMode } from '../hostClient/approvals';
import type { Owner } from '../hostClient/workspaceModel';

const defaults = {
  owner: 'ask' as Owner,
  trust: 'ask' as TrustMode,
  host: 'shared' as 'shared' | 'window',
  hostGraceSeconds: process.platform === 'win32' ? 5 : 30,
};

/** Our settings and workspace trust, as they count in this window. */
export class Settings implements Disposable {
  readonly #store = new DisposableStore();
  readonly #values = signal(read());
  readonly #trusted = signal(vscode.workspace.isTrusted);
  readonly owner: ReadonlySignal<Owner> = computed(() => this.#values.value.owner);

  constructor() {
    this.#store.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('roundhouse')) this.#values.value = read();
      }),
    );
    this.#store.add(
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        // What the workspace sets counts only from now on.
        this.#values.value = read();
        this.#trusted.value = true;
      }),
    );
  }

  /** False in Restricted Mode. */
  get trusted(): ReadonlySignal<boolean> {
    return this.#trusted;
  }

  get current(): typeof defaults {
    return this.#values.peek();
  }

  dispose(): void {
    this.#store.dispose();
  }
}

/** What is missing or not one of the allowed values counts as the default. */
function read(): typeof defaults {
  const configuration = vscode.workspace.getConfiguration('roundhouse');
  const oneOf = <T extends string>(key: string, allowed: readonly T[], otherwise: T): T =>
    allowed.find((value) => value === configuration.get(key)) ?? otherwise;
  const grace: unknown = configuration.get('hostGraceSeconds');
  return {
    owner: oneOf('owner', ['ask', 'roundhouse', 'vscode'], defaults.owner),
    trust: oneOf('trust', ['ask', 'workspace'], defaults.trust),
    host: oneOf('host', ['shared', 'window'], defaults.host),
    hostGraceSeconds: typeof grace === 'number' && grace >= 0 ? grace : defaults.hostGraceSeconds,
  };
}
