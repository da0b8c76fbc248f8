import { effect } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { inputAt, renameInput } from '../../config/lint/references';
import type { ConfigFile } from '../../config/definition';
import type { Inputs } from '../../client/inputs';
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
  { workspace, inputs }: Pick<WindowContext, 'workspace' | 'inputs'>,
  documents: ConfigDocuments,
): Disposable {
  const store = new DisposableStore();
  const renames = new PendingRenames(inputs);
  store.add(effect(() => renames.settle(workspace.files.value)));
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
        if (renames.isTaken(workspace.files.peek(), { file: source.file, from, to })) {
          throw new Error(renameRefusal('idTaken'));
        }
        if (from !== to) {
          await carryEntries(workspace, source, { before: tree.text, after });
          await renames.add(source.file, from, to);
        }
        const change = new vscode.WorkspaceEdit();
        change.set(document.uri, editorEdits(document, edits));
        return change;
      },
    }),
  );
  return store;
}

type Files = readonly ConfigFile[];

interface IdChange {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

interface Rename extends IdChange {
  /** True while both ids have the value. */
  readonly isCopied: boolean;
}

/**
 * Renames that are not saved yet. Until then both ids have the value, because servers still run with the old text. Those
 * that are saved may be undone.
 */
export class PendingRenames {
  readonly #pending = new Set<Rename>();

  constructor(private readonly inputs: Pick<Inputs, 'copy' | 'rename' | 'forget'>) {}

  async add(file: string, from: string, to: string): Promise<void> {
    await this.inputs.copy(file, from, to);
    this.#put({ file, from, to, isCopied: true });
  }

  /** True if another input of the file as it was saved has the new id: servers that run use its value. */
  isTaken(files: Files, { file, from, to }: IdChange): boolean {
    const former = new Set([from]);
    for (const rename of [...this.#pending].toReversed()) {
      if (rename.file === file && former.has(rename.to)) former.add(rename.from);
    }
    const saved = files.find(({ source }) => source.file === file);
    return !former.has(to) && saved?.parsed.inputs.some(({ id }) => id === to) === true;
  }

  /** Drops the old ids whose new ones are in the files as they were saved, or takes their values back. */
  settle(files: Files): void {
    for (const rename of this.#pending) {
      const { file, from, to, isCopied } = rename;
      const saved = files.find(({ source }) => source.file === file);
      if (!saved) continue;
      const [hasOld, hasNew] = [from, to].map((id) =>
        saved.parsed.inputs.some((input) => input.id === id),
      );
      if (hasNew && !hasOld) {
        this.#put({ file, from: to, to: from, isCopied: false });
        void (isCopied ? this.inputs.forget(file, from) : this.inputs.rename(file, from, to));
      } else if (!isCopied && hasNew === hasOld) {
        // An input of that id is another one from now on.
        this.#pending.delete(rename);
      }
    }
  }

  /** Takes the place of every other rename between the two ids, which would drop the value that this one moves. */
  #put(rename: Rename): void {
    const ids = [rename.from, rename.to];
    for (const one of this.#pending) {
      const isSame = one.file === rename.file && ids.includes(one.from) && ids.includes(one.to);
      if (isSame) this.#pending.delete(one);
    }
    this.#pending.add(rename);
  }
}
