import * as vscode from 'vscode';
import type { ConfigSource, DialectId, ParsedConfig, Range } from '../../config/definition';
import type { Span } from '../../config/read/configDocument';
import { isVsCodeFormat } from '../../config/dialects';
import { readConfigTree, type ConfigTree } from '../../config/lint/configTree';
import { sharedReader } from '../../config/read/parseConfig';
import type { TextEdit } from '../../config/write/textEdit';

/** A configuration file in VS Code's format, open in an editor. */
export interface EditedConfig {
  readonly source: ConfigSource;
  readonly tree: ConfigTree;
}

/** A version of a document, as it was read so far. */
interface Reading {
  readonly version: number;
  readonly trees: Map<DialectId, ConfigTree>;
  readonly bySource: Map<ConfigSource, Promise<ParsedConfig>>;
  readonly parse: ReturnType<typeof sharedReader>;
}

/** Files on disk, and those that the editor stores for the user. */
const schemes: ReadonlySet<string> = new Set(['file', 'vscode-userdata']);

/** Possible files in VS Code's format; each request checks whether the file is a known source. */
export const editedFiles: vscode.DocumentSelector = [...schemes].flatMap((scheme) => [
  { scheme, pattern: '**/{mcp,roundhouse}.json' },
  { scheme, pattern: '**/*.code-workspace' },
]);

/** The open documents that are configuration files, read once for each version of their text. */
export class ConfigDocuments {
  readonly #readings = new WeakMap<vscode.TextDocument, Reading>();

  constructor(
    /** Possible configuration files, whether they exist or not. */
    private readonly sources: () => readonly ConfigSource[],
  ) {}

  /** Sources of a document; several if several folders have entries in one file. */
  sourcesOf({ uri }: vscode.TextDocument): readonly ConfigSource[] {
    if (!schemes.has(uri.scheme)) return [];
    return this.sources().filter(({ file }) => file === uri.fsPath);
  }

  /** The document as it stands on the screen, saved or not; `undefined` for any other file. */
  edited(document: vscode.TextDocument): EditedConfig | undefined {
    const source = this.sourcesOf(document).find(({ dialect }) => isVsCodeFormat(dialect));
    if (!source) return undefined;
    const { dialect } = source;
    const { trees } = this.#reading(document);
    const tree = trees.get(dialect) ?? readConfigTree(document.getText(), dialect);
    trees.set(dialect, tree);
    return { source, tree };
  }

  /** Parses a document as shown, saved or not, for one of its sources. */
  parsed(document: vscode.TextDocument, source: ConfigSource): Promise<ParsedConfig> {
    const { bySource, parse } = this.#reading(document);
    const parsed = bySource.get(source) ?? parse(source);
    bySource.set(source, parsed);
    return parsed;
  }

  #reading(document: vscode.TextDocument): Reading {
    const { version } = document;
    const known = this.#readings.get(document);
    if (known?.version === version) return known;
    const parse = sharedReader(document.getText());
    const reading = { version, trees: new Map(), bySource: new Map(), parse };
    this.#readings.set(document, reading);
    return reading;
  }

  /** The open document of a file. Of two with different schemes the active one counts, else one with unsaved text. */
  static open(file: string): vscode.TextDocument | undefined {
    const open = vscode.workspace.textDocuments.filter(
      ({ uri, isClosed }) => !isClosed && uri.fsPath === file && schemes.has(uri.scheme),
    );
    const active = open.find((document) => document === vscode.window.activeTextEditor?.document);
    return active ?? open.find(({ isDirty }) => isDirty) ?? open[0];
  }
}

/** The editor's range of a part of a document. */
export function spanRange(document: vscode.TextDocument, { offset, length }: Span): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}

/** Edits of ours as the editor's. */
export function editorEdits(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
): vscode.TextEdit[] {
  return edits.map((edit) => vscode.TextEdit.replace(spanRange(document, edit), edit.content));
}

/** The editor's kind of range. */
export function toRange(range: Range): vscode.Range {
  const { startLine, startCharacter, endLine, endCharacter } = range;
  return new vscode.Range(startLine, startCharacter, endLine, endCharacter);
}

/** Shows a document with the cursor at the start of a range, if there is one. */
export async function showDocument(
  document: vscode.TextDocument,
  range?: Range,
  options?: vscode.TextDocumentShowOptions,
): Promise<void> {
  const editor = await vscode.window.showTextDocument(document, options);
  if (!range) return;
  const shown = toRange(range);
  editor.selection = new vscode.Selection(shown.start, shown.start);
  editor.revealRange(shown, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Our kind of range. */
export function fromRange({ start, end }: vscode.Range): Range {
  return {
    startLine: start.line,
    startCharacter: start.character,
    endLine: end.line,
    endCharacter: end.character,
  };
}
