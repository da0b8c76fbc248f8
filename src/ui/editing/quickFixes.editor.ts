import type { Signal } from '@preact/signals-core';
import type { Disposable } from '../../base/disposable';
import { type Fix, fixesFor } from '../../config/lint/fixes';
import { problemsIn, type LintFacts } from '../../config/lint/lintConfig';
import type { Problem } from '../../config/definition';
import { fixTitle } from './editingTexts';
import type { FoundProblems } from './shownProblems';
import { editedFiles, editorEdits, type ConfigDocuments } from './configDocuments.editor';
import { toRange } from './range.editor';
import * as vscode from 'vscode';

/** Ways out of the problems of configuration files, behind the light bulb. */
export function registerQuickFixes(
  documents: ConfigDocuments,
  found: Signal<FoundProblems>,
): Disposable {
  return vscode.languages.registerCodeActionsProvider(
    editedFiles,
    {
      provideCodeActions: (document, range, context) => {
        const facts = factsOf(found.peek().get(document.uri.fsPath) ?? []);
        return actions({ documents, document, facts }, range, context);
      },
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}

/** What the last look at the machine found. */
function factsOf(problems: readonly Problem[]): LintFacts {
  const missing = problems.filter(
    ({ code }) => code === 'commandMissing' || code === 'commandLine',
  );
  return { missingCommands: new Set(missing.flatMap(({ args }) => args['server'] ?? [])) };
}

interface Edited {
  readonly documents: ConfigDocuments;
  readonly document: vscode.TextDocument;
  readonly facts: LintFacts;
}

async function actions(
  { documents, document, facts }: Edited,
  range: vscode.Range,
  { diagnostics, only }: vscode.CodeActionContext,
): Promise<vscode.CodeAction[]> {
  const edited = documents.edited(document);
  if (!edited || (only && !only.contains(vscode.CodeActionKind.QuickFix))) return [];
  const { version } = document;
  // From the text as it stands now: what is shown may be older than the last key.
  const { source } = edited;
  const text = document.getText();
  const parsed = await documents.parsed(document, source);
  if (document.version !== version) return [];
  return problemsIn({ text, source, parsed }, facts)
    .filter((problem) => toRange(problem.range).intersection(range))
    .flatMap((problem) =>
      fixesFor(edited.tree, source, problem).map((fix) => {
        const shown = diagnostics.filter(
          ({ code, range }) => code === problem.code && range.isEqual(toRange(problem.range)),
        );
        return action(document, problem, fix, shown);
      }),
    );
}

function action(
  document: vscode.TextDocument,
  problem: Problem,
  fix: Fix,
  diagnostics: vscode.Diagnostic[],
): vscode.CodeAction {
  const title = fixTitle(fix);
  const shown = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  shown.diagnostics = diagnostics;
  shown.isPreferred = fix.preferred;
  if (fix.code === 'moveSecret') {
    const { startLine, startCharacter } = problem.range;
    // Where it stands, not what it is: arguments of commands may be logged.
    const at = { line: startLine, character: startCharacter };
    const target = { file: document.uri.fsPath };
    shown.command = { title, command: 'roundhouse.moveSecret', arguments: [target, at] };
    return shown;
  }
  shown.edit = new vscode.WorkspaceEdit();
  shown.edit.set(document.uri, editorEdits(document, fix.edits));
  return shown;
}
