import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import type { Workspace } from '../../client/workspace';
import { lenses, type Lens } from './lenses';
import type { Clock } from '../window/clock.editor';
import type { ConfigDocuments } from './configDocuments.editor';
import { follow } from '../window/follow';
import { toRange } from './range.editor';

/** Lenses over each entry of the configuration files, in whatever way they are written. */
export function registerLenses(
  model: Workspace,
  documents: ConfigDocuments,
  clock: Clock,
): Disposable {
  const store = new DisposableStore();
  const changed = store.add(new vscode.EventEmitter<void>());
  store.add(
    // Files of other hosts have all kinds of names: whether one is known is seen from its path.
    vscode.languages.registerCodeLensProvider([{ scheme: 'file' }, { scheme: 'vscode-userdata' }], {
      onDidChangeCodeLenses: changed.event,
      async provideCodeLenses(document) {
        const shown: Lens[] = [];
        for (const source of documents.sourcesOf(document)) {
          // The text on the screen decides where the lenses stand, saved or not.
          const { definitions } = await documents.parsed(document, source);
          shown.push(...lenses(definitions, model.entries.peek(), clock.now.peek()));
        }
        return shown.map(codeLens);
      },
    }),
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
  enable: 'roundhouse.enableServer',
  debug: 'roundhouse.debugServer',
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
