import { computed, type ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { stableComputed } from '../../base/stableComputed';
import { isForModels } from '../../config/settings/toolPolicy';
import type { Catalog } from '../../ipc/state';
import type { KeyValueStore } from '../../client/stores';
import { TokenCounter } from '../../client/policy/tokenCounter';
import { ToolTokens, type ToolCounts, ToolTokenCache } from '../../client/policy/toolTokens';
import { showFailure, notice } from '../window/notice.editor';
import { follow } from '../window/follow';
import type { WindowContext } from '../window/windowContext.editor';
import { t } from './toolCostTexts';
import {
  serversInChat,
  shownCosts,
  toolCosts,
  type CostInput,
  type ShownCosts,
  type ToolCosts,
} from './toolCosts';

/** Key of the warnings that this workspace has shown. */
const warnedKey = 'roundhouse.toldCosts';

/**
 * Costs of the window's tools: counted in the background, shown, with a warning once they are too high. Sums, warnings
 * and advice are computed from the counts, the policies and the host's record of calls.
 */
export class ToolCostWatch implements Disposable {
  readonly tokens: ToolTokens;
  readonly #store = new DisposableStore();
  readonly #costs: ReadonlySignal<ToolCosts>;

  constructor(
    window: Pick<WindowContext, 'extensionContext' | 'workspace' | 'settings' | 'costs'>,
  ) {
    const { extensionContext, workspace, settings } = window;
    const cacheFile = vscode.Uri.joinPath(
      extensionContext.globalStorageUri,
      'toolTokens.json',
    ).fsPath;
    const counter = this.#store.add(
      new TokenCounter(extensionContext.asAbsolutePath('dist/tokenCounterThread.js')),
    );
    const cache = this.#store.add(new ToolTokenCache(cacheFile));
    this.tokens = this.#store.add(new ToolTokens(workspace, counter, cache));
    this.#costs = costsOf(workspace, this.tokens.counts);
    this.#store.add(
      follow(
        () => shownCosts(this.#costs.value, settings.toolBudget.value),
        (shown) => {
          window.costs.value = shown;
          this.#warn(shown, extensionContext.workspaceState).catch(showFailure);
        },
      ),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #warn({ warnings }: ShownCosts, store: KeyValueStore): Promise<void> {
    const stored = store.get(warnedKey);
    const shown: readonly unknown[] = Array.isArray(stored) ? stored : [];
    const fresh = warnings.filter(({ mark }) => !shown.includes(mark));
    if (fresh.length === 0) return;
    await store.update(warnedKey, [...shown, ...fresh.map(({ mark }) => mark)]);
    const [show, choose] = [t('showCosts'), t('chooseSet')];
    const text = fresh.map(({ text: one }) => one).join(' ');
    const chosen = await notice('warning', text, show, choose);
    if (chosen === show) await vscode.commands.executeCommand('roundhouse.showToolCosts');
    else if (chosen) await vscode.commands.executeCommand('roundhouse.chooseToolSet');
  }
}

/** Computes costs from entries and catalogs only, because states of servers change more often. */
function costsOf(
  { entries, host, policies }: WindowContext['workspace'],
  counts: ReadonlySignal<ToolCounts>,
): ReadonlySignal<ToolCosts> {
  const servers = stableComputed(() => serversInChat(entries.value));
  const heldBack = stableComputed(() =>
    [...entries.value].flatMap(
      ([
        id,
        {
          snapshot: { vetted },
        },
      ]) => (vetted?.held.length ? [[id, vetted.held] as const] : []),
    ),
  );
  let costs: ToolCosts | undefined;
  return computed(() => {
    const held = new Map(heldBack.value.map(([id, tools]) => [id, new Set(tools)]));
    const known = servers.value.flatMap(({ id }): [string, Catalog][] => {
      const catalog = host.catalog(id).value;
      return catalog ? [[id, catalog]] : [];
    });
    const policyOf = policies.value;
    const input: CostInput = {
      servers: servers.value,
      catalogs: new Map(known),
      counts: counts.value,
      isOn: (server, tool) => {
        const policy = policyOf.get(server);
        return !held.get(server)?.has(tool) && (!policy || isForModels(policy, tool));
      },
    };
    return (costs = toolCosts(input, costs));
  });
}
