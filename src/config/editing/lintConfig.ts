import type { ConfigSource, ParsedConfig, Problem } from '../definition';
import type { Span } from '../documents/configDocument';
import { entryKeys } from '../parseEntry';
import { isEditable, readConfigTree, type ConfigTree } from './configTree';
import { inputReferences } from './inputReferences';
import { entryViews, secretsOf, type EntryView } from './entryView';
import { remoteBridge } from './remoteBridge';
import { nearestOf, suggestedKey, suggestedType, suggestedVariable } from './suggestions';

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

/** Nobody reads more of them, and each is looked for among all names. */
const mostSuggestions = 100;

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
  const told = problems.map((problem, index) =>
    index < mostSuggestions ? withSuggestion(problem, tree) : problem,
  );
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
  lint.unusedInputs();
  for (const entry of entryViews(tree)) lint.entry(entry);
  return lint.problems;
}

/** The problem with what was probably meant instead, where that can be told. */
function withSuggestion(problem: Problem, tree: ConfigTree): Problem {
  const suggestion = suggestionFor(problem, tree);
  if (suggestion === undefined) return problem;
  return { ...problem, args: { ...problem.args, suggestion } };
}

function suggestionFor({ code, args }: Problem, tree: ConfigTree): string | undefined {
  switch (code) {
    case 'unknownVariable':
      return suggestedVariable(args['variable'] ?? '');
    case 'undefinedInput':
      return nearestOf(
        args['input'] ?? '',
        tree.inputs.map(({ id }) => id),
      );
    case 'unknownType':
      return args['server'] === undefined ? undefined : suggestedType(args['type'] ?? '');
    case 'unknownKey':
      return args['server'] === undefined ? undefined : suggestedKey(args['key'] ?? '', entryKeys);
    default:
      return undefined;
  }
}

/** Whether a working folder is relative; one that begins with a variable is not known to be. */
export function isRelative(folder: string): boolean {
  return folder.trim() !== '' && !/^(?:[\\/~]|[A-Za-z]:[\\/]|\$\{)/.test(folder);
}

class Lint {
  readonly problems: Problem[] = [];

  constructor(
    private readonly tree: ConfigTree,
    private readonly source: ConfigSource,
    private readonly facts: LintFacts,
  ) {}

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
    if (this.facts.missingCommands.has(server)) {
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
