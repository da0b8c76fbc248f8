import type { Disposable } from '../../base/disposable';
import { variableCompletions, type VariableCompletion } from '../../config/lint/completions';
import { meaningOf } from './editingTexts';
import { editedFiles, spanRange, type ConfigDocuments } from './configDocuments.editor';
import * as vscode from 'vscode';

/** Variables, ids of inputs and names of the environment while a person types `${`. */
export function registerCompletions(
  documents: ConfigDocuments,
  environment: () => Readonly<Record<string, string | undefined>>,
): Disposable {
  return vscode.languages.registerCompletionItemProvider(
    editedFiles,
    {
      provideCompletionItems(document, position) {
        const edited = documents.edited(document);
        if (!edited) return undefined;
        const names = Object.keys(environment()).toSorted();
        const offset = document.offsetAt(position);
        const items = variableCompletions(edited.tree, offset, names).map((completion, index) =>
          item(document, completion, index),
        );
        // Behind `${input:` and `${env:` there are others than behind the `$` that they began with.
        return new vscode.CompletionList(items, items.length > 0);
      },
    },
    '$',
    '{',
    ':',
  );
}

const kinds: Readonly<Record<VariableCompletion['kind'], vscode.CompletionItemKind>> = {
  variable: vscode.CompletionItemKind.Variable,
  prefix: vscode.CompletionItemKind.Keyword,
  input: vscode.CompletionItemKind.Field,
  environment: vscode.CompletionItemKind.Constant,
};

function item(
  document: vscode.TextDocument,
  { kind, text, replace }: VariableCompletion,
  index: number,
): vscode.CompletionItem {
  const shown = new vscode.CompletionItem(`\${${text}}`, kinds[kind]);
  shown.filterText = `\${${text}`;
  shown.sortText = String(index).padStart(6, '0');
  shown.range = spanRange(document, replace);
  const inJson = JSON.stringify(text).slice(1, -1);
  // A detail would take the place of the name in a narrow list.
  const meaning = meaningOf(kind === 'prefix' ? `${text}…` : text);
  if (meaning !== undefined) shown.documentation = meaning;
  if (kind === 'prefix') {
    shown.insertText = new vscode.SnippetString(`\\\${${inJson}$1\\}`);
    shown.command = { title: '', command: 'editor.action.triggerSuggest' };
  } else {
    shown.insertText = `\${${inJson}}`;
  }
  return shown;
}
