import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../base/disposable';
import { parseConfig } from '../config/parseConfig';
import type { WorkspaceModel } from '../hostClient/workspaceModel';
import { lenses, type Lens } from '../views/lenses';
import type { Clock } from './clock';
import { follow } from './follow';
import { toRange } from './range';

/** Lenses over each entry of the configuration files. */
export function registerLenses(model: WorkspaceModel, clock: Clock): Disposable {
  const store = new DisposableStore();
  const changed = store.add(new vscode.EventEmitter<void>());
  store.add(
    vscode.languages.registerCodeLensProvider(
      { scheme: 'file', pattern: '**/{mcp,roundhouse}.json' },
      {
        onDidChangeCodeLenses: changed.event,
        provideCodeLenses(document) {
          const file = model.files.peek().find(({ source }) => source.file === document.uri.fsPath);
          if (!file) return [];
          // The text on the screen decides where the lenses stand, saved or not.
          const { definitions } = parseConfig(document.getText(), file.source);
          return lenses(definitions, model.entries.peek(), clock.now.peek()).map(codeLens);
        },
      },
    ),
  );
  store.add(
    follow(
      () => [model.entries.value, clock.now.value],
      () => changed.fire(),
    ),
  );
  return store;
}

const commands: Readonly<Record<Lens['action'], string>> = {
  start: 'roundhouse.startServer',
  stop: 'roundhouse.stopServer',
  restart: 'roundhouse.restartServer',
  whyNotRunning: 'roundhouse.whyNotRunning',
  showLog: 'roundhouse.showLog',
  listTools: 'roundhouse.listTools',
};

function codeLens({ range, title, tooltip, action, server }: Lens): vscode.CodeLens {
  return new vscode.CodeLens(toRange(range), {
    title,
    command: commands[action],
    arguments: [server],
    ...(tooltip !== undefined && { tooltip }),
  });
}
