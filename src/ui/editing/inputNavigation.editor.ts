import { DisposableStore, type Disposable } from '../../base/disposable';
import { declaredInput, inputAt, inputLocations } from '../../config/lint/references';
import { editedFiles, spanRange, type ConfigDocuments } from './configDocuments.editor';
import * as vscode from 'vscode';

/** From `${input:…}` to its declaration, and to all its uses. */
export function registerInputNavigation(documents: ConfigDocuments): Disposable {
  const store = new DisposableStore();
  const at = (document: vscode.TextDocument, position: vscode.Position) => {
    const edited = documents.edited(document);
    const input = edited && inputAt(edited.tree, document.offsetAt(position));
    return input && { tree: edited.tree, id: input.id };
  };
  store.add(
    vscode.languages.registerDefinitionProvider(editedFiles, {
      provideDefinition(document, position) {
        const input = at(document, position);
        const declared = input && declaredInput(input.tree, input.id);
        return declared && new vscode.Location(document.uri, spanRange(document, declared.idNode));
      },
    }),
  );
  store.add(
    vscode.languages.registerReferenceProvider(editedFiles, {
      provideReferences(document, position) {
        const input = at(document, position);
        const places = input ? inputLocations(input.tree, input.id) : [];
        return places.map((span) => new vscode.Location(document.uri, spanRange(document, span)));
      },
    }),
  );
  return store;
}
