import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { reasonOf } from '../../base/errors';
import { Throttle } from '../../base/throttle';
import type { ToolUse } from '../../ipc/state';
import type { ToolCosts } from '../costs/toolCosts';
import { loadPage } from '../page/pagePanel.editor';
import { WebviewPage } from '../page/webviewPage.editor';
import { sentence } from '../reasons/sentence';
import { TrafficFollower } from '../traffic/trafficFollower.editor';
import { copyText } from '../window/copy.editor';
import { follow } from '../window/follow';
import type { OpenWindow } from '../window/windowContext.editor';
import { pageCalls } from './callsContent';
import { pageConfiguration } from './configurationContent';
import { pageCosts, pageToolCosts } from './costsContent';
import {
  fromOverviewSchema,
  type FromOverview,
  type OverviewPart,
  type ToOverview,
} from './overviewMessages';
import { t } from './overviewTexts';
import { serverRows } from './serversContent';

/** Parts of the window that the page uses. */
export type OverviewContext = Pick<
  OpenWindow,
  'extensionContext' | 'workspace' | 'clock' | 'config' | 'settings' | 'costs' | 'costWatch'
>;

/** Calls that the page shows, the newest. */
const mostCalls = 1_000;

/** Milliseconds in which all calls that are over are shown at once. */
const callsInterval = 250;

/** The page of all servers in an editor tab. Only what a person looks at is read and sent. */
export class OverviewPage extends WebviewPage<ToOverview, FromOverview> {
  /** The part that is shown. */
  #look: Omit<Extract<FromOverview, { kind: 'look' }>, 'kind'> | undefined;
  readonly #traffic: TrafficFollower;
  #following: Disposable | undefined;
  readonly #calls = this.store.add(new Throttle(callsInterval, () => void this.#sendCalls()));

  constructor(
    private readonly window: OverviewContext,
    panel: vscode.WebviewPanel,
  ) {
    super(panel, fromOverviewSchema);
    const { extensionContext, workspace } = window;
    loadPage(panel, extensionContext.extensionUri, 'overviewPage');
    panel.title = t('title');
    this.#traffic = this.store.add(
      new TrafficFollower(workspace.host, (message) => this.send(message)),
    );
    this.follow(
      () => workspace.host.mode.value,
      () => this.#follow(),
    );
    this.store.add(panel.onDidChangeViewState(() => this.#follow()));
    this.store.add(
      workspace.host.onCallsChanged(() => {
        if (this.#look?.part === 'calls' && panel.visible) this.#calls.schedule();
      }),
    );
    this.store.add(() => this.#following?.dispose());
  }

  /** Shows a part, of one server if there is an id. */
  show(part: OverviewPart, server?: string): void {
    this.sendOnceReady({ kind: 'show', part, server });
  }

  protected async act(message: FromOverview): Promise<void> {
    const { workspace } = this.window;
    switch (message.kind) {
      case 'ready':
        this.isReady = true;
        this.sendWanted();
        // A page that is loaded anew searches for nothing.
        return this.#traffic.act({ kind: 'search', text: '' });
      case 'look':
        this.#look = message;
        return this.#follow();
      case 'run': {
        const { command, server, item } = message;
        const target = item === undefined ? server : { server, item };
        await vscode.commands.executeCommand(`roundhouse.${command}`, target);
        return;
      }
      case 'toggle': {
        const { server, tool, isOn } = message;
        const entry = workspace.entries.peek().get(server);
        if (entry) await workspace.toolSelection.toggle(entry.definition, tool, isOn);
        return;
      }
      case 'search':
      case 'messages':
        return this.#traffic.act(message);
      case 'exportTraffic': {
        // The first export loads this code.
        const { exportTraffic } = await import('../traffic/exportTraffic.editor');
        return exportTraffic(workspace.host);
      }
      case 'copy':
        return copyText(message.text);
      case 'useSet':
        return workspace.toolSelection.switchTo(message.name);
    }
  }

  /** Follows what a person looks at now, and nothing else. */
  #follow(): void {
    this.#following?.dispose();
    this.#following = undefined;
    const look = this.#look;
    this.#traffic.look(this.panel.visible && look?.part === 'traffic');
    if (!look || !this.panel.visible) return;
    const { workspace, clock, config, costs, costWatch, settings } = this.window;
    const { entries, files, trusted, policies, toolSelection } = workspace;
    switch (look.part) {
      case 'servers':
        this.#following = this.#followServers();
        return;
      case 'costs':
        this.#following = follow(
          () => [
            costs.value,
            policies.value,
            toolSelection.active.value,
            toolSelection.all,
            settings.toolBudget.value,
            costWatch.tokens.uncounted.value,
          ],
          () => void this.#sendCosts(look.open),
        );
        return;
      case 'calls':
        this.#calls.run();
        // The filter has the names of all servers.
        this.#following = this.#followServers();
        return;
      case 'traffic':
        return;
      case 'configuration':
        this.#following = follow(
          () => ({
            servers: entries.value.values(),
            files: files.value,
            isTrusted: trusted.value,
            now: clock.now.value,
          }),
          (read) => {
            const input = { ...read, sources: config.sources };
            this.send({ kind: 'configuration', configuration: pageConfiguration(input) });
          },
        );
        return;
    }
  }

  #followServers(): Disposable {
    const { workspace, clock, costs } = this.window;
    return follow(
      () => [workspace.entries.value.values(), costs.value, clock.now.value] as const,
      (read) => this.send({ kind: 'servers', servers: serverRows(...read) }),
    );
  }

  async #sendCosts(open: readonly string[]): Promise<void> {
    const { workspace, settings, costWatch } = this.window;
    const { servers: byId, ...sum } = this.window.costs.peek();
    const costs: ToolCosts = { ...sum, servers: [...byId.values()] };
    const uses = await this.#uses([...byId.keys()]);
    const now = Date.now();
    const policies = workspace.policies.peek();
    this.send({
      kind: 'costs',
      costs: pageCosts({
        costs,
        sets: workspace.toolSelection.all,
        active: workspace.toolSelection.active.peek(),
        policies,
        uses,
        budget: settings.toolBudget.peek(),
        isUncounted: costWatch.tokens.uncounted.peek(),
        now,
      }),
    });
    for (const server of open) {
      const cost = byId.get(server);
      if (!cost) continue;
      const knowledge = {
        policy: policies.get(server),
        vetted: workspace.entries.peek().get(server)?.snapshot.vetted,
        use: uses.get(server),
      };
      this.send({ kind: 'tools', server, tools: pageToolCosts(cost, knowledge, now) });
    }
  }

  /** Tool usage by server; the page needs none if the host does not answer. */
  async #uses(servers: readonly string[]): Promise<ReadonlyMap<string, ToolUse>> {
    const { host } = this.window.workspace;
    const uses = servers.map(async (id): Promise<[string, ToolUse][]> => {
      const use = await host.send('toolUsage', { id }, this.closed.signal).catch(() => undefined);
      return use ? [[id, use]] : [];
    });
    return new Map((await Promise.all(uses)).flat());
  }

  async #sendCalls(): Promise<void> {
    const wanted = { server: this.#look?.server, limit: mostCalls };
    try {
      const { host } = this.window.workspace;
      const { calls, refusals } = await host.send('calls', wanted, this.closed.signal);
      const isCut = calls.length >= mostCalls;
      this.send({ kind: 'calls', calls: pageCalls(calls, refusals), isCut });
    } catch (error) {
      this.send({ kind: 'calls', calls: [], isCut: false, failure: sentence(reasonOf(error)) });
    }
  }
}
