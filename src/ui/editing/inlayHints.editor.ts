import { DisposableStore, type Disposable } from '../../base/disposable';
import { inputReferences, type InputReference } from '../../config/lint/references';
import type { Inputs } from '../../client/inputs';
import { t } from './editingTexts';
import { editedFiles, spanRange, type ConfigDocuments } from './configDocuments.editor';
import * as vscode from 'vscode';

/** Behind each `${input:…}` whose value is stored: that it is, and commands to change it. */
export function registerInlayHints(documents: ConfigDocuments, inputs: Inputs): Disposable {
  const store = new DisposableStore();
  const changed = store.add(new vscode.EventEmitter<void>());
  store.add(inputs.onChanged(() => changed.fire()));
  store.add(
    vscode.languages.registerInlayHintsProvider(editedFiles, {
      onDidChangeInlayHints: changed.event,
      async provideInlayHints(document, range) {
        const edited = documents.edited(document);
        if (!edited) return [];
        const { file } = edited.source;
        const shown = inputReferences(edited.tree).filter(
          ({ span }) => spanRange(document, span).intersection(range) !== undefined,
        );
        const stored = new Set<string>();
        for (const id of new Set(shown.map(({ id }) => id))) {
          if (await inputs.kept(file, id)) stored.add(id);
        }
        return shown
          .filter(({ id }) => stored.has(id))
          .map((reference) => hint(document, file, reference));
      },
    }),
  );
  return store;
}

/** Never the value, whatever kind of input it is. */
function hint(
  document: vscode.TextDocument,
  file: string,
  { id, span }: InputReference,
): vscode.InlayHint {
  const part = new vscode.InlayHintLabelPart(t('storedHint'));
  part.tooltip = tooltip(file, id);
  return new vscode.InlayHint(document.positionAt(span.offset + span.length), [part]);
}

function tooltip(file: string, id: string): vscode.MarkdownString {
  const link = (title: string, command: string): string =>
    `[${title}](command:${command}?${encodeURIComponent(JSON.stringify([{ file }, id]))})`;
  const commands = ['roundhouse.editInput', 'roundhouse.clearInput'] as const;
  const links = [link(t('editStored'), commands[0]), link(t('clearStored'), commands[1])];
  const text = new vscode.MarkdownString(`${t('storedTooltip')}\n\n${links.join(' · ')}`);
  text.isTrusted = { enabledCommands: commands };
  return text;
}
