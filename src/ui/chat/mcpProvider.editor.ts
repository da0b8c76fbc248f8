import { computed, effect, signal, type Signal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import type { Reason } from '../../base/errors';
import { canonicalJson } from '../../base/json';
import { chatClosed } from '../../client/chatAccess';
import type { Workspace } from '../../client/workspace';
import { beginWhen } from '../window/follow';
import type { ChatConnections } from './chatConnections';
import { chatDefinitions, type ChatDefinition } from './chatDefinitions';
import { accessSetting } from './chatAccess.editor';

/** Milliseconds in which changes are published together. */
const coalesce = 100;

export interface McpProviderContext {
  readonly extensionId: string;
  readonly workspace: Workspace;
  /** Receives by server id why chat does not have its tools. */
  readonly notInChat: Signal<ReadonlyMap<string, Reason>>;
  /** Called when chat has connected to a server. */
  readonly onConnected: () => void;
}

export interface McpProvider extends Disposable {
  /** Connects chat to a server, even if the user stopped it in VS Code. */
  startInChat(serverId: string): void;
}

/** Publishes the servers that Roundhouse runs to VS Code's chat and keeps chat connected to them. */
export function registerMcpProvider(parts: McpProviderContext): McpProvider {
  const { extensionId, workspace, notInChat } = parts;
  const store = new DisposableStore();
  const changed = store.add(new vscode.EventEmitter<void>());
  const wanted = computed(() =>
    chatDefinitions({
      servers: workspace.entries.value.values(),
      gateway: workspace.host.gateway.value,
      trusted: workspace.trusted.value,
    }),
  );
  const published = signal<readonly ChatDefinition[]>([]);
  const access = signal(chatClosed(accessSetting()));
  const closed = computed(() => access.value ?? withoutGateway(workspace.host));

  store.add(
    vscode.lm.registerMcpServerDefinitionProvider('roundhouse', {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => published.peek().map(httpDefinition),
    }),
  );
  store.add(
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('chat.mcp')) access.value = chatClosed(accessSetting());
    }),
  );
  let timer: NodeJS.Timeout | undefined;
  store.add(() => clearTimeout(timer));
  store.add(
    effect(() => {
      void wanted.value;
      timer ??= setTimeout(() => {
        timer = undefined;
        const next = wanted.peek();
        if (canonicalJson(next) === canonicalJson(published.peek())) return;
        published.value = next;
        changed.fire();
      }, coalesce);
    }),
  );
  const command = async (name: 'startServer' | 'stopServer', label: string): Promise<void> => {
    const id = `${extensionId.toLowerCase()}/${label}`;
    try {
      await vscode.commands.executeCommand(`workbench.mcp.${name}`, id);
    } catch {
      // Another product may lack the command; there its own autostart is all there is.
    }
  };
  let connections: ChatConnections | undefined;
  const connect = async (): Promise<void> => {
    const { ChatConnections } = await import('./chatConnections');
    const made = store.add(
      new ChatConnections({
        definitions: published,
        servers: workspace.host.servers,
        closed,
        editor: {
          start: (label) => void command('startServer', label),
          // VS Code's own restart shows its log.
          restart: (label) =>
            void command('stopServer', label).then(() => command('startServer', label)),
        },
        onConnected: parts.onConnected,
      }),
    );
    store.add(effect(() => void (notInChat.value = made.absent.value)));
    connections = made;
  };
  store.add(
    beginWhen(
      () => workspace.host.servers.value.size > 0,
      () => void connect(),
    ),
  );
  return {
    startInChat: (serverId) => connections?.start(serverId),
    dispose: () => store.dispose(),
  };
}

/** Reason if the host could not open a gateway; the host works without one. */
function withoutGateway({ mode, gateway }: Workspace['host']): Reason | undefined {
  const { kind } = mode.value;
  const isAttached = kind === 'shared' || kind === 'window';
  return isAttached && !gateway.value ? { code: 'chatNoGateway' } : undefined;
}

function httpDefinition(definition: ChatDefinition): vscode.McpHttpServerDefinition {
  // `parse` would undo the escapes of the path, and the slash in a server's id would split it.
  const uri = vscode.Uri.parse(definition.origin).with({ path: definition.path });
  const { label, headers, version } = definition;
  return new vscode.McpHttpServerDefinition(label, uri, { ...headers }, version);
}
