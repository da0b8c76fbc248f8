import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { stopCopies, needsTakeOver, ownerLayer } from '../../client/owner';
import type { Workspace } from '../../client/workspace';
import { t } from '../chat/chatTexts';
import { notice } from '../window/notice.editor';
import {
  changeOwner,
  showReasons,
  copiesOf,
  doubledNow,
  ownerContext,
  ownerSettings,
} from './ownerChoice.editor';

/** Milliseconds for chat's list of tools to settle; there is no event for it. */
const settleMs = 3000;
const offeredKey = 'roundhouse.takeOverOffered';

/**
 * Watches the choice of the owner. Offers once to finish a take-over that only the settings have. If chat has a
 * server's tools twice, offers once per window to stop VS Code's copy.
 */
export class OwnerWatch implements Disposable {
  readonly #store = new DisposableStore();
  readonly #offered = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly model: Workspace,
  ) {
    this.#store.add(() => clearTimeout(this.#timer));
    this.#store.add(
      effect(() => {
        void model.owner.value;
        void model.trusted.value;
        // Subscribing to the catalogs also keeps them known until the check reads them.
        for (const id of model.entries.value.keys()) void model.host.catalog(id).value;
        this.check();
      }),
    );
    this.#store.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('chat.mcp')) this.check();
      }),
    );
  }

  /** Looks at settings and tools once they have settled. */
  check(): void {
    clearTimeout(this.#timer);
    if (this.#store.disposed) return;
    this.#timer = setTimeout(() => {
      void this.#look();
    }, settleMs);
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #look(): Promise<void> {
    if (this.model.owner.value !== 'roundhouse' || !this.model.trusted.value) return;
    const settings = ownerSettings(this.context);
    if (needsTakeOver(settings)) await this.#offerFinish(ownerLayer(settings));
    else await this.#offerStop(doubledNow(this.model));
  }

  async #offerFinish(layer: 'user' | 'workspace'): Promise<void> {
    if (this.context.workspaceState.get(offeredKey)) return;
    await this.context.workspaceState.update(offeredKey, true);
    const finish = t('finish');
    const answer = await notice('information', t('finishQuestion'), finish);
    if (answer === finish) await changeOwner(this.context, this.model, 'roundhouse', layer);
  }

  async #offerStop(doubled: readonly string[]): Promise<void> {
    const servers = doubled.filter((name) => !this.#offered.has(name));
    if (servers.length === 0) return;
    for (const name of servers) this.#offered.add(name);
    const stopCopy = t('stopCopy');
    const text = t('doubled', { servers });
    if ((await notice('warning', text, stopCopy)) !== stopCopy) return;
    const ports = ownerContext(this.context, this.model);
    showReasons(await stopCopies(ports, copiesOf(this.model, servers)));
    const reload = t('reload');
    const next = await notice('information', t('copyStopped'), reload);
    if (next === reload) await ports.reloadWindow();
  }
}
