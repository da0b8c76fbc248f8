import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { inputAt, renameInput } from '../../config/lint/references';
import type { Approvals } from '../../client/approvals';
import type { Inputs } from '../../client/inputs';
import type { Workspace } from '../../client/workspace';
import { renameRefusals } from './editingTexts';
import { carryApprovals } from './applyToFile.editor';
import {
  editedFiles,
  editorEdits,
  spanRange,
  type ConfigDocuments,
} from './configDocuments.editor';

export interface RenameContext {
  readonly model: Workspace;
  readonly documents: ConfigDocuments;
  readonly inputs: Inputs;
  readonly approvals: Approvals;
}

/** Renames an input at its declaration and every use; its stored value goes along. */
export function registerRename(ports: RenameContext): Disposable {
  const store = new DisposableStore();
  const renames = store.add(new PendingRenames(ports));
  store.add(
    vscode.languages.registerRenameProvider(editedFiles, {
      prepareRename(document, position) {
        const edited = ports.documents.edited(document);
        const input = edited && inputAt(edited.tree, document.offsetAt(position));
        if (!input) throw new Error(renameRefusals.noInput);
        return { range: spanRange(document, input.span), placeholder: input.id };
      },
      async provideRenameEdits(document, position, to) {
        const edited = ports.documents.edited(document);
        if (!edited) throw new Error(renameRefusals.noInput);
        const { tree, source } = edited;
        const rename = renameInput(tree, document.offsetAt(position), to);
        if (typeof rename === 'string') throw new Error(renameRefusals[rename]);
        const { from, edits, after } = rename;
        if (from !== to) {
          await carryApprovals(ports.approvals, source, { before: tree.text, after });
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
class PendingRenames implements Disposable {
  readonly #pending = new Set<Rename>();
  readonly #inputs: Inputs;
  readonly #stop: () => void;

  constructor({ model, inputs }: RenameContext) {
    this.#inputs = inputs;
    this.#stop = effect(() => this.#settle(model.files.value));
  }

  async add(rename: Rename): Promise<void> {
    const { file, from, to } = rename;
    await this.#inputs.copy(file, from, to);
    this.#pending.add(rename);
  }

  dispose(): void {
    this.#stop();
  }

  #settle(files: Workspace['files']['value']): void {
    for (const rename of this.#pending) {
      const { file, from, to } = rename;
      const ids = files
        .filter(({ source }) => source.file === file)
        .flatMap(({ parsed }) => parsed.inputs.map(({ id }) => id));
      if (!ids.includes(to) || ids.includes(from)) continue;
      this.#pending.delete(rename);
      void this.#inputs.forget(file, from);
    }
  }
}
