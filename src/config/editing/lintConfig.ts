import type { ConfigSource, ParsedConfig, Problem } from '../definition';
import type { Span } from '../documents/configDocument';
import { shapeOf } from '../read/shapeOf';
import { isEditable, readConfigTree, type ConfigTree } from './configTree';
import { inputReferences } from './inputReferences';
import { entryViews, secretsOf, type EntryView } from './entryView';
import { remoteBridge } from './remoteBridge';
import { unexpandedSpots } from './unexpanded';
import { wordsOf } from './valueFixes';
import { withMeanings } from './withMeanings';

/** What a look at the machine found; the rest of the linting needs the text alone. */
export interface LintFacts {
  /** Names of servers whose command is not there. */
  readonly missingCommands: ReadonlySet<string>;
}

/** A text, and what the reader of its source makes of it. */
export interface ReadText {
  readonly text: string;
  readonly source: ConfigSource;
  readonly parsed: ParsedConfig;
}

/**
 * Everything to be shown for the text of a file: what keeps it from being read and, in VS Code's
 * format, what is probably not meant. Of another host's file only errors: the file is not ours.
 */
export function problemsIn(
  { text, source, parsed }: ReadText,
  facts: LintFacts,
): readonly Problem[] {
  const { problems, complete } = parsed;
  if (!isEditable(source.dialect)) return problems.filter(({ severity }) => severity === 'error');
  const tree = readConfigTree(text, source.dialect);
  const told = withMeanings(problems, tree);
  // A half-typed file has gaps that look like mistakes.
  return complete ? [...told, ...lintConfig(tree, source, facts)] : told;
}

/** What is probably not meant in a file that can be read. Linear in the length of the text. */
export function lintConfig(
  tree: ConfigTree,
  source: ConfigSource,
  facts: LintFacts,
): readonly Problem[] {
  const lint = new Lint(tree, source, facts);
  lint.emptyFile();
  lint.unusedInputs();
  for (const entry of entryViews(tree)) lint.entry(entry);
  return lint.problems;
}

/** Whether a working folder is relative; one that begins with a variable is not known to be. */
export function isRelative(folder: string): boolean {
  return folder.trim() !== '' && !/^(?:[\\/~]|[A-Za-z]:[\\/]|\$\{)/.test(folder);
}

/**
 * The program of a command that is a whole command line; `undefined` where it is none. A path can have
 * spaces, so it is a line only if no file has this name.
 */
function programOfLine(command: string, isMissing: boolean): string | undefined {
  if (!/\s/.test(command.trim())) return undefined;
  const [program, next] = wordsOf(command) ?? [];
  if (program === undefined || next === undefined) return undefined;
  if (!/[\\/]/.test(program)) return program;
  const mayGoOn = /^[^-./~][^]*[\\/]/.test(next);
  return isMissing && !mayGoOn ? program : undefined;
}

class Lint {
  readonly problems: Problem[] = [];

  constructor(
    private readonly tree: ConfigTree,
    private readonly source: ConfigSource,
    private readonly facts: LintFacts,
  ) {}

  emptyFile(): void {
    if (this.tree.document.root !== undefined || this.source.dialect !== 'vscode') return;
    const shape = shapeOf(['servers']);
    this.#add('emptyFile', 'information', { offset: 0, length: this.tree.text.length }, { shape });
  }

  unusedInputs(): void {
    const used = new Set(inputReferences(this.tree).map(({ id }) => id));
    for (const { id, node } of this.tree.inputs) {
      if (!used.has(id)) this.#add('unusedInput', 'hint', node, { input: id });
    }
  }

  entry(entry: EntryView): void {
    const server = entry.name;
    if (entry.stdio) this.#program(entry);
    for (const { name, span } of secretsOf(entry, this.tree)) {
      this.#add('plainSecret', 'warning', span, { name, server });
    }
    for (const { span, ...args } of unexpandedSpots(entry, this.tree, this.source)) {
      this.#add('unexpanded', 'warning', span, { ...args, server });
    }
  }

  #program({ name: server, keys, stdio }: EntryView): void {
    const command = keys.get('command')?.value;
    if (stdio === undefined || command === undefined || keys.has('url')) return;
    const cwd = keys.get('cwd')?.value;
    if (cwd && stdio.cwd !== undefined && isRelative(stdio.cwd)) {
      const args = { cwd: stdio.cwd, server };
      if (this.source.folder === undefined) this.#add('cwdFromHome', 'warning', cwd, args);
      else this.#add('cwdFromWorkspace', 'information', cwd, args);
    }
    const isMissing = this.facts.missingCommands.has(server);
    const program = programOfLine(stdio.command, isMissing);
    if (program !== undefined) {
      this.#add('commandLine', 'warning', command, { program, server });
    } else if (isMissing) {
      this.#add('commandMissing', 'warning', command, { command: stdio.command, server });
    }
    const bridge = remoteBridge(stdio);
    if (bridge === undefined) return;
    const at = bridge.index === -1 ? command : keys.get('args')?.value.children?.[bridge.index];
    this.#add('remoteBridge', 'information', at ?? command, { server });
  }

  #add(
    code: Problem['code'],
    severity: Problem['severity'],
    at: Span,
    args: Problem['args'],
  ): void {
    this.problems.push({ code, severity, args, range: this.tree.document.range(at) });
  }
}
