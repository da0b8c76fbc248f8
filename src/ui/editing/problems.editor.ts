import { effect, type Signal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { canonicalJson } from '../../base/json';
import type { ConfigFile, Problem } from '../../config/definition';
import { isVsCodeFormat } from '../../config/dialects';
import { problemsIn, type LintFacts, type ReadText } from '../../config/lint/lintConfig';
import type { CommandLookup } from '../../client/launch/commandLookup';
import type { Workspace } from '../../client/workspace';
import { largeTextRead, readFileText } from '../window/configText';
import { isUp } from '../../ipc/serverStates';
import { type Fix, fixesFor } from '../../config/lint/fixes';
import { problemText } from './problemTexts';
import { severities, unreported, type FoundProblems, type OtherDiagnostic } from './shownProblems';
import {
  ConfigDocuments,
  fromRange,
  toRange,
  editedFiles,
  editorEdits,
} from './configDocuments.editor';
import { fixTitle } from './editingTexts';
import type { WindowContext } from '../window/windowContext.editor';

const ourName = 'MCP Roundhouse';

/** Milliseconds without a key before the text on the screen is checked. */
const typingPauseMs = 200;

/**
 * Problems of the configuration files, in the Problems panel and in the editor. Follows every file that is read, and the
 * text of those that are open.
 */
export class ShownProblems implements Disposable {
  readonly #store = new DisposableStore();
  readonly #collection = this.#store.add(vscode.languages.createDiagnosticCollection('roundhouse'));
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** The latest look at each file; what an earlier one finds is not shown any more. */
  readonly #looks = new Map<string, symbol>();
  /** Documents at which the problems of each file are shown, and these problems. */
  readonly #shown = new Map<string, { readonly uri: vscode.Uri; readonly problems: string }>();
  #seen: { readonly trusted?: boolean; readonly files: ReadonlySet<ConfigFile> } = {
    files: new Set(),
  };
  #entries: Workspace['entries']['value'] = new Map();
  private readonly workspace: Workspace;
  private readonly found: Signal<FoundProblems>;

  constructor(
    { workspace, found }: Pick<WindowContext, 'workspace' | 'found'>,
    private readonly documents: ConfigDocuments,
    private readonly commands: CommandLookup,
  ) {
    this.workspace = workspace;
    this.found = found;
    this.#store.add(() => this.#timers.forEach((timer) => clearTimeout(timer)));
    this.#store.add(effect(() => this.#all()));
    this.#store.add(effect(() => this.#searchAgain()));
    this.#store.add(vscode.workspace.onDidOpenTextDocument((document) => this.#soon(document, 0)));
    this.#store.add(vscode.workspace.onDidCloseTextDocument((document) => this.#soon(document, 0)));
    this.#store.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) =>
        this.#soon(document, typingPauseMs),
      ),
    );
    this.#store.add(
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        for (const { fsPath } of uris) if (this.#shown.has(fsPath)) this.#show(fsPath);
      }),
    );
    this.#store.add(
      vscode.workspace.onDidSaveTextDocument((document) => {
        this.commands.forget();
        this.#soon(document, 0);
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Looks at files that came or changed; at all of them once the workspace is trusted. */
  #all(): void {
    const trusted = this.workspace.trusted.value;
    const present = this.workspace.files.value;
    const files = new Set(present.map(({ source }) => source.file));
    for (const file of this.#shown.keys()) if (!files.has(file)) this.#hide(file);
    const isNew = trusted !== this.#seen.trusted;
    const changed = present.filter((file) => isNew || !this.#seen.files.has(file));
    this.#seen = { trusted, files: new Set(present) };
    for (const file of new Set(changed.map(({ source }) => source.file))) void this.#look(file);
  }

  /** Looks again where a server starts whose command was missing, and where commands are searched in other folders. */
  #searchAgain(): void {
    const before = this.#entries;
    this.#entries = this.workspace.entries.value;
    const files = new Set<string>();
    for (const [id, now] of this.#entries) {
      const old = before.get(id);
      if (!old) continue;
      const { name, source } = now.definition;
      const starts = isUp(now.snapshot.state) && !isUp(old.snapshot.state);
      const facts = starts ? factsOf(this.found.peek().get(source.file) ?? []) : undefined;
      const isFound = facts?.missingCommands.has(name) === true;
      if (isFound) this.commands.forget();
      const paths = [old, now].map(({ effective }) => canonicalJson([effective.settings.path]));
      if (isFound || paths[0] !== paths[1]) files.add(source.file);
    }
    for (const file of files) void this.#look(file);
  }

  #soon(document: vscode.TextDocument, milliseconds: number): void {
    if (this.documents.sourcesOf(document).length === 0) return;
    const file = document.uri.fsPath;
    clearTimeout(this.#timers.get(file));
    this.#timers.set(
      file,
      setTimeout(() => void this.#look(file), milliseconds),
    );
  }

  async #look(file: string): Promise<void> {
    const look = Symbol(file);
    this.#looks.set(file, look);
    const found = await this.#problems(file);
    if (this.#store.disposed || this.#looks.get(file) !== look) return;
    this.found.value = new Map(this.found.peek()).set(file, found);
    this.#show(file);
  }

  /** Shows what was found last, without what other extensions report of an open file. */
  #show(file: string): void {
    const uri = ConfigDocuments.open(file)?.uri ?? vscode.Uri.file(file);
    const problems = unreported(this.found.peek().get(file) ?? [], otherDiagnostics(uri));
    const shown = this.#shown.get(file);
    const isSame = shown?.uri.toString() === uri.toString();
    const written = JSON.stringify(problems);
    // A diagnostic that is set again fires a change, which would loop for ever.
    if (isSame && shown?.problems === written) return;
    if (!isSame) this.#clear(file);
    this.#shown.set(file, { uri, problems: written });
    this.#collection.set(uri, problems.map(diagnostic));
  }

  /** A file as it is shown or stored, for each of its sources. */
  async #readings(file: string): Promise<readonly ReadText[]> {
    const open = ConfigDocuments.open(file);
    if (open) {
      const text = open.getText();
      const sources = this.documents.sourcesOf(open);
      const large = largeTextRead(text, sources);
      if (large) return sources.map((source) => ({ text: '', source, parsed: large }));
      // All begin at once, as the text may change meanwhile.
      const readings = sources.map(async (source) => {
        return { text, source, parsed: await this.documents.parsed(open, source) };
      });
      return Promise.all(readings);
    }
    const read = this.workspace.files.peek().filter(({ source }) => source.file === file);
    // The text of another host's file is not looked at, and some have many megabytes.
    if (!read.some(({ source }) => isVsCodeFormat(source.dialect)))
      return read.map((one) => ({ ...one, text: '' }));
    const sources = read.map(({ source }) => source);
    const found = await readFileText(file, sources).catch(() => undefined);
    if (found === undefined) return [];
    const { text, parse } = found;
    return Promise.all(
      sources.map(async (source) => ({ text, source, parsed: await parse(source) })),
    );
  }

  async #problems(file: string): Promise<readonly Problem[]> {
    const found = new Map<string, Problem>();
    for (const reading of await this.#readings(file)) {
      const missingCommands = await this.#missingCommands(reading);
      for (const problem of problemsIn(reading, { missingCommands })) {
        found.set(JSON.stringify(problem), problem);
      }
    }
    return [...found.values()];
  }

  /** In Restricted Mode nothing that a file names is looked up, and of another host's file nothing is told. */
  async #missingCommands({ source, parsed }: ConfigFile): Promise<ReadonlySet<string>> {
    const missing = new Set<string>();
    if (!this.workspace.trusted.peek() || !isVsCodeFormat(source.dialect)) return missing;
    for (const definition of parsed.definitions) {
      const path = this.workspace.entries.peek().get(definition.id)?.effective.settings.path;
      if (await this.commands.isMissing(definition, path)) missing.add(definition.name);
    }
    return missing;
  }

  #hide(file: string): void {
    this.#clear(file);
    const found = new Map(this.found.peek());
    if (found.delete(file)) this.found.value = found;
  }

  #clear(file: string): void {
    const shown = this.#shown.get(file);
    if (shown) this.#collection.delete(shown.uri);
    this.#shown.delete(file);
  }
}

/** Diagnostics of other extensions about a file. */
function otherDiagnostics(uri: vscode.Uri): readonly OtherDiagnostic[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter(({ source }) => source !== ourName)
    .map(({ severity, range, source }) => ({
      severity: severities[severity] ?? 'hint',
      range: fromRange(range),
      by: source,
    }));
}

function diagnostic(problem: Problem): vscode.Diagnostic {
  const severity = severities.indexOf(problem.severity);
  const shown = new vscode.Diagnostic(toRange(problem.range), problemText(problem), severity);
  shown.source = ourName;
  shown.code = problem.code;
  if (problem.code === 'unusedInput') shown.tags = [vscode.DiagnosticTag.Unnecessary];
  return shown;
}

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

/** Findings of the last search for commands. */
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
