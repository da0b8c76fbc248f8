import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { inputAt, renameInput } from '../../config/lint/references';
import type { Workspace } from '../../client/workspace';
import type { WindowContext } from '../window/windowContext.editor';
import { renameRefusal } from './editingTexts';
import { carryEntries } from './applyToFile.editor';
import {
  editedFiles,
  editorEdits,
  spanRange,
  type ConfigDocuments,
} from './configDocuments.editor';

/** Renames an input at its declaration and every use; its stored value goes along. */
export function registerRename(
  { model, inputs }: Pick<WindowContext, 'model' | 'inputs'>,
  documents: ConfigDocuments,
): Disposable {
  const store = new DisposableStore();
  const renames = new PendingRenames(inputs);
  store.add(effect(() => renames.settle(model.files.value)));
  store.add(
    vscode.languages.registerRenameProvider(editedFiles, {
      prepareRename(document, position) {
        const edited = documents.edited(document);
        const input = edited && inputAt(edited.tree, document.offsetAt(position));
        if (!input) throw new Error(renameRefusal('noInput'));
        return { range: spanRange(document, input.span), placeholder: input.id };
      },
      async provideRenameEdits(document, position, to) {
        const edited = documents.edited(document);
        if (!edited) throw new Error(renameRefusal('noInput'));
        const { tree, source } = edited;
        const rename = renameInput(tree, document.offsetAt(position), to);
        if (typeof rename === 'string') throw new Error(renameRefusal(rename));
        const { from, edits, after } = rename;
        if (from !== to) {
          await carryEntries(model, source, { before: tree.text, after });
          await renames.add({ file: source.file, from, to });
        }
        const change = new vscode.WorkspaceEdit();
        change.set(document.uri, editorEdits(document, edits));
        return change;
      },
    }),
  );
  return store;
}

interface Rename {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Renames that are not saved yet. Until then both ids have the value, because servers still run with the old text. */
class PendingRenames {
  readonly #pending = new Set<Rename>();

  constructor(private readonly inputs: WindowContext['inputs']) {}

  async add(rename: Rename): Promise<void> {
    const { file, from, to } = rename;
    await this.inputs.copy(file, from, to);
    this.#pending.add(rename);
  }

  /** Drops the old ids whose new ones are in the files as they were saved. */
  settle(files: Workspace['files']['value']): void {
    for (const rename of this.#pending) {
      const { file, from, to } = rename;
      const ids = files
        .filter(({ source }) => source.file === file)
        .flatMap(({ parsed }) => parsed.inputs.map(({ id }) => id));
      if (!ids.includes(to) || ids.includes(from)) continue;
      this.#pending.delete(rename);
      void this.inputs.forget(file, from);
    }
  }
}
