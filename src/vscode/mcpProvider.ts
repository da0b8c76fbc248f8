import { computed, effect, signal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import { canonicalJson } from '../base/json';
import type { WorkspaceModel } from '../hostClient/workspaceModel';
import { chatDefinitions, type ChatDefinition } from '../views/chatDefinitions';

/** Milliseconds in which changes are told to VS Code as one. */
const coalesce = 100;
/**
 * Milliseconds after publishing at which a start is tried. VS Code takes a definition up some time
 * later, cannot be asked when, and ignores a start of one that it does not know or already runs.
 */
const startAttempts = [800, 2500, 6000] as const;

/**
 * Publishes every server that Roundhouse runs to VS Code's chat, and starts those definitions where
 * `chat.mcp.autostart` is ours and so does not. `onStarted` is called after each start.
 */
export function registerMcpProvider(
  extensionId: string,
  model: WorkspaceModel,
  onStarted: () => void,
): Disposable {
  const store = new DisposableStore();
  const changed = store.add(new vscode.EventEmitter<void>());
  const wanted = computed(() =>
    chatDefinitions({
      servers: model.entries.value.values(),
      gateway: model.host.gateway.value,
      trusted: model.trusted.value,
      owner: model.owner.value,
    }),
  );
  const published = signal<readonly ChatDefinition[]>([]);
  const timers = store.add(new Timers());
  const starter = new Starter(extensionId, timers, onStarted);

  store.add(
    vscode.lm.registerMcpServerDefinitionProvider('roundhouse', {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => published.peek().map(httpDefinition),
    }),
  );
  store.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      // Definitions that VS Code was not allowed to start wait for another start.
      if (change.affectsConfiguration('chat.mcp.access')) starter.again();
    }),
  );
  store.add(
    effect(() => {
      void wanted.value;
      timers.once('publish', coalesce, () => {
        const next = wanted.peek();
        if (canonicalJson(next) === canonicalJson(published.peek())) return;
        published.value = next;
        changed.fire();
        starter.follow(model.owner.peek() === 'roundhouse' ? next : []);
      });
    }),
  );
  return store;
}

/** Starts definitions that are new or changed since they were last started. */
class Starter {
  #versions = new Map<string, string>();

  constructor(
    private readonly extensionId: string,
    private readonly timers: Timers,
    private readonly onStarted: () => void,
  ) {}

  follow(definitions: readonly ChatDefinition[]): void {
    const stale = definitions.filter(({ label, version }) => this.#versions.get(label) !== version);
    this.#versions = new Map(definitions.map(({ label, version }) => [label, version]));
    for (const { label, version } of stale) this.#attempt(label, version);
  }

  /** Starts what does not run of all that is followed. */
  again(): void {
    for (const [label, version] of this.#versions) this.#attempt(label, version);
  }

  #attempt(label: string, version: string): void {
    for (const delay of startAttempts) {
      this.timers.once(`${label} ${delay}`, delay, () => {
        if (this.#versions.get(label) === version) void this.#start(label);
      });
    }
  }

  async #start(label: string): Promise<void> {
    const id = `${this.extensionId.toLowerCase()}/${label}`;
    try {
      await vscode.commands.executeCommand('workbench.mcp.startServer', id, {
        waitForLiveTools: true,
      });
    } catch {
      // Another product may lack the command; there its own autostart is all there is.
    }
    this.onStarted();
  }
}

/** Named timers: a second one of the same name replaces the first. */
class Timers implements Disposable {
  readonly #running = new Map<string, NodeJS.Timeout>();

  once(name: string, delay: number, action: () => void): void {
    clearTimeout(this.#running.get(name));
    const timer = setTimeout(() => {
      this.#running.delete(name);
      action();
    }, delay);
    this.#running.set(name, timer);
  }

  dispose(): void {
    for (const timer of this.#running.values()) clearTimeout(timer);
    this.#running.clear();
  }
}

function httpDefinition(definition: ChatDefinition): vscode.McpHttpServerDefinition {
  // `parse` would undo the escapes of the path, and the slash in a server's id would split it.
  const uri = vscode.Uri.parse(definition.origin).with({ path: definition.path });
  const { label, headers, version } = definition;
  return new vscode.McpHttpServerDefinition(label, uri, { ...headers }, version);
}
