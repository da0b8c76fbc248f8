import type { Node } from 'jsonc-parser';
import type { ConfigSource, ParsedConfig, Problem } from '../definition';
import type { Span } from '../read/configDocument';
import { isVsCodeFormat } from '../dialects';
import { ProblemList, shapeOf } from '../read/problemList';
import { isShell } from '../variables';
import { readConfigTree, type ConfigTree, RawOffsets, stringNodes } from './configTree';
import { inputReferences } from './references';
import { entryViews, secretsOf, type EntryView } from './entryView';
import { remoteBridge } from './remoteBridge';
import { wordsOf } from './fixes';
import { withSuggestions } from './suggestions';

/** Facts about the machine; all other checks need the text alone. */
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
 * All problems to show for a file, in the editor and in the terminal. The reader reports what keeps an entry from
 * being understood. Files in VS Code's format also get probable mistakes, because people edit them here. Another
 * host's file gets only errors, because that file is not ours. `typingMistakes.ts` of the tests lists typical mistakes
 * with their sentences and fixes.
 */
export function problemsIn(
  { text, source, parsed }: ReadText,
  facts: LintFacts,
): readonly Problem[] {
  const { problems, complete } = parsed;
  if (!isVsCodeFormat(source.dialect))
    return problems.filter(({ severity }) => severity === 'error');
  const tree = readConfigTree(text, source.dialect);
  const explained = withSuggestions(problems, tree);
  // A half-typed file has gaps that look like mistakes.
  return complete ? [...explained, ...lintConfig(tree, source, facts)] : explained;
}

/** Finds probable mistakes in a file that can be read. Linear in the length of the text. */
function lintConfig(tree: ConfigTree, source: ConfigSource, facts: LintFacts): readonly Problem[] {
  const lint = new Lint(tree, source, facts);
  lint.emptyFile();
  lint.unusedInputs();
  for (const entry of entryViews(tree)) lint.entry(entry);
  return lint.problems.all;
}

/** True if a working folder is surely relative. One that begins with a variable may be absolute. */
function isRelative(folder: string): boolean {
  return folder.trim() !== '' && !/^(?:[\\/~]|[A-Za-z]:[\\/]|\$\{)/.test(folder);
}

/**
 * The program of a command that is a whole command line, else `undefined`. A path may contain spaces, so it is a command
 * line only if no file has this name.
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
  readonly problems;

  constructor(
    private readonly tree: ConfigTree,
    private readonly source: ConfigSource,
    private readonly facts: LintFacts,
  ) {
    this.problems = new ProblemList(tree.document);
  }

  emptyFile(): void {
    if (this.tree.document.root !== undefined || this.source.dialect !== 'vscode') return;
    const shape = shapeOf(['servers']);
    this.problems.add(
      'information',
      'emptyFile',
      { offset: 0, length: this.tree.text.length },
      { shape },
    );
  }

  unusedInputs(): void {
    const used = new Set(inputReferences(this.tree).map(({ id }) => id));
    for (const { id, node } of this.tree.inputs) {
      if (!used.has(id)) this.problems.add('hint', 'unusedInput', node, { input: id });
    }
  }

  entry(entry: EntryView): void {
    const server = entry.name;
    if (entry.stdio) this.#program(entry);
    for (const { name, span } of secretsOf(entry, this.tree)) {
      this.problems.warning('plainSecret', span, { name, server });
    }
    for (const { span, ...args } of unexpandedSpots(entry, this.tree, this.source)) {
      this.problems.warning('unexpanded', span, { ...args, server });
    }
  }

  #program({ name: server, keys, stdio }: EntryView): void {
    const command = keys.get('command')?.value;
    if (stdio === undefined || command === undefined || keys.has('url')) return;
    const cwd = keys.get('cwd')?.value;
    if (cwd && stdio.cwd !== undefined && isRelative(stdio.cwd)) {
      const args = { cwd: stdio.cwd, server };
      if (this.source.folder === undefined) this.problems.warning('cwdFromHome', cwd, args);
      else this.problems.add('information', 'cwdFromWorkspace', cwd, args);
    }
    const isMissing = this.facts.missingCommands.has(server);
    const program = programOfLine(stdio.command, isMissing);
    if (program !== undefined) {
      this.problems.warning('commandLine', command, { program, server });
    } else if (isMissing) {
      this.problems.warning('commandMissing', command, { command: stdio.command, server });
    }
    const bridge = remoteBridge(stdio);
    if (bridge === undefined) return;
    const at = bridge.index === -1 ? command : keys.get('args')?.value.children?.[bridge.index];
    this.problems.add('information', 'remoteBridge', at ?? command, { server });
  }
}

/** Something that a shell would replace, and nobody else does. */
interface UnexpandedSpot {
  readonly written: string;
  /** The equivalent in VS Code's format. */
  readonly suggestion: string;
  readonly span: Span;
}

/** `$NAME` and `%NAME%` as a word of their own or at the beginning of a path. */
const shellVariable =
  /(?<=^|[\s=:,;"'@])(?:\$([A-Z][A-Z\d_]{2,})|%([A-Za-z][A-Za-z\d_]{2,})%)(?=$|[\s/\\:,;"'])/g;

const home = /^~(?=[\\/])/g;
const homeInOption = /(?<=^-[\w-]*=)~(?=[\\/])/g;

/**
 * Variables and home folders in the syntax of a shell, in the order of the text. Arguments of a shell do not count,
 * because the shell expands them. VS Code and we expand a leading `~` of a command, argument or folder.
 */
function unexpandedSpots(
  { keys, stdio }: EntryView,
  { text }: ConfigTree,
  source: ConfigSource,
): readonly UnexpandedSpot[] {
  const spotsIn = (key: string, ...patterns: readonly RegExp[]): readonly UnexpandedSpot[] => {
    const value = keys.get(key)?.value;
    return value === undefined
      ? []
      : stringNodes(value).flatMap((node) => spots(node, { text, source, patterns }));
  };
  const isForShell = stdio !== undefined && isShell(stdio.command);
  return [
    ...['command', 'cwd', 'url', 'headers'].flatMap((key) => spotsIn(key, shellVariable)),
    ...(isForShell ? [] : spotsIn('args', shellVariable, homeInOption)),
    ...spotsIn('env', shellVariable, home),
  ].sort((a, b) => a.span.offset - b.span.offset);
}

interface Search {
  readonly text: string;
  readonly source: ConfigSource;
  readonly patterns: readonly RegExp[];
}

function spots(node: Node, { text, source, patterns }: Search): readonly UnexpandedSpot[] {
  const matches = patterns
    .flatMap((pattern) => [...String(node.value).matchAll(pattern)])
    .sort((a, b) => a.index - b.index);
  const raw = new RawOffsets(text, node);
  return matches.map(({ 0: written, 1: shell, 2: windows, index }) => ({
    written,
    suggestion: editorForm(shell ?? windows, source),
    span: raw.span(index, written.length),
  }));
}

/** The variable of VS Code for one of a shell; without a name for `~`. */
function editorForm(name: string | undefined, { folder }: ConfigSource): string {
  if (name === undefined || name === 'HOME' || name === 'USERPROFILE') return '${userHome}';
  if (name === 'PWD' && folder !== undefined) return '${workspaceFolder}';
  return `\${env:${name}}`;
}
