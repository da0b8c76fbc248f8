import { homedir } from 'node:os';
import type { Disposable } from '../../base/disposable';
import { declaredInput, symbolAt } from '../../config/lint/references';
import type { Inputs } from '../../client/inputs';
import type { Workspace } from '../../client/workspace';
import { inputHover, serverHover, variableHover } from './editingHovers';
import {
  editedFiles,
  spanRange,
  type ConfigDocuments,
  type EditedConfig,
} from './configDocuments.editor';
import * as vscode from 'vscode';

/** What a variable, an input or a server is, and how the server is doing. */
export function registerHovers(
  model: Workspace,
  documents: ConfigDocuments,
  inputs: Inputs,
): Disposable {
  return vscode.languages.registerHoverProvider(editedFiles, {
    async provideHover(document, position) {
      const edited = documents.edited(document);
      const found = edited && symbolAt(edited.tree, document.offsetAt(position));
      if (!found) return undefined;
      const lines = await linesOf(found, edited, { model, inputs });
      const texts = lines.map((line) => new vscode.MarkdownString(line));
      return texts.length > 0
        ? new vscode.Hover(texts, spanRange(document, found.span))
        : undefined;
    },
  });
}

async function linesOf(
  found: NonNullable<ReturnType<typeof symbolAt>>,
  { source, tree }: EditedConfig,
  { model, inputs }: { readonly model: Workspace; readonly inputs: Inputs },
): Promise<readonly string[]> {
  switch (found.kind) {
    case 'variable':
      return variableHover(found.variable, { folder: source.folder, home: homedir() });
    case 'input': {
      const kept = await inputs.kept(source.file, found.id);
      return inputHover(found.id, declaredInput(tree, found.id), kept);
    }
    case 'server': {
      const entry = model.entries.peek().get(`${source.id}/${found.name}`);
      return entry ? serverHover(entry, Date.now()) : [];
    }
  }
}
