import { basename } from 'node:path/posix';
import type { StdioLaunch } from '../definition';
import { dockerRun, imageLaunch } from './dockerRun';
import { isOperand } from './operands';
import { npmLaunch, pypiLaunch } from './packageName';

/**
 * A shell prompt that was copied along with a command. The lookbehind stands for `^`, which would also match after
 * each carriage return.
 */
const prompt = /(?<![^\n])[^\S\n]*(?:[$%>❯]|PS [^>\n]*>|[A-Za-z]:\\[^>\s]*>)[^\S\n]+/gu;

const token =
  /(?<gap>(?:[^\S\n]|[\\`^]\r?\n)+)|(?<end>\n|;(?=\s|$))|(?<comment>(?<=^|\s)#[^\n]*)|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\[^])*)"|(?<path>(?:(?<=(?:^|[\s=])[A-Za-z]:)|(?<=^|[\s=])\\\\[\w.?$-]+)\\(?!\\)(?:[^\s'";]|;(?!\s|$))*)|\\(?<escaped>[\s'"\\])|(?<plain>[^\s'"\\;#]+|[\\;#])/gy;

/** The escapes between double quotes; the backslashes before the name of a share are none. */
const escapes = /(?<=^|=)(\\\\)(?=[\w.?$-]+\\(?!\\))|\\(["\\$`])/g;

/** The operators between two commands on one line. */
const operators = new Set(['&&', '||', '|', '&']);

/** Variables of VS Code that look like those of a shell. */
const editorVariables =
  /^(?:workspace(?:Folder|FolderBasename|Root)|userHome|cwd|pathSeparator|exec(?:Path|InstallFolder)|selectedText|lineNumber|columnNumber|(?:relativeF|f)ile\w*)$/;

/**
 * The commands of a text as a shell reads it, each as its words. Outside quotation marks a backslash escapes only a
 * space, quotation mark or backslash, and nothing in a path of Windows that begins with a drive or a share, unless its
 * backslashes are doubled. Variables of the shell become those of VS Code. `undefined` if a quotation mark is not
 * closed.
 */
export function readCommands(text: string): readonly (readonly string[])[] | undefined {
  const source = straightQuotes(text).replaceAll(prompt, '');
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | undefined;
  let end = 0;
  const endWord = (): void => {
    if (word !== undefined && operators.has(word)) endCommand();
    else if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = (): void => {
    if (words.length > 0) commands.push(words);
    words = [];
  };
  for (const match of source.matchAll(token)) {
    end = match.index + match[0].length;
    const part = partOf(match);
    // A backslash by itself was the end of a line before the lines were joined.
    const isJoint = word === undefined && match.groups?.['escaped']?.trim() === '';
    if (part !== undefined && !isJoint) word = (word ?? '') + part;
    else endWord();
    if (match.groups?.['end'] !== undefined) endCommand();
  }
  if (end !== source.length) return undefined;
  endWord();
  endCommand();
  return commands;
}

/** The text with VS Code's variables in place of a shell's. Its current folder is the workspace folder. */
function editorForm(text: string): string {
  return text
    .replaceAll('$(pwd)', '${workspaceFolder}')
    .replaceAll(/\$(?:\{([A-Za-z_]\w*)\}|(?!env:)([A-Za-z_]\w*))/g, (whole, braced, bare) => {
      const name = String(braced ?? bare);
      if (name === 'PWD') return '${workspaceFolder}';
      if (name === 'HOME') return '${userHome}';
      return editorVariables.test(name) ? whole : `\${env:${name}}`;
    });
}

function partOf({ groups = {} }: RegExpMatchArray): string | undefined {
  const { single, double, path, escaped, plain = path } = groups;
  // A host expands braces also where the shell has left them alone.
  if (single !== undefined) return single.includes('${') ? editorForm(single) : single;
  if (double !== undefined) return editorForm(double.replaceAll(escapes, '$1$2'));
  return plain === undefined ? escaped : editorForm(plain);
}

/** Pages that format their text turn quotation marks into typographic ones. */
function straightQuotes(text: string): string {
  return text.replaceAll(/[\u201C\u201D]/g, '"').replaceAll(/[\u2018\u2019]/g, "'");
}

/** The environment that earlier commands of a text leave to later ones. */
interface ShellEnvironment {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
}

/** One command of a text that may start a server, with the variables set for it. */
export interface ShellCommand extends ShellEnvironment {
  readonly words: readonly string[];
}

const assignment = /^([A-Za-z_]\w*)=([^]*)$/;

/**
 * The commands that may start a server. Earlier ones that set variables or enter a folder apply to it. Commands that
 * fetch or build are left out, unless there are no others.
 */
export function serverCommands(commands: readonly (readonly string[])[]): readonly ShellCommand[] {
  const found: ShellCommand[] = [];
  const preparing: ShellCommand[] = [];
  let around: ShellEnvironment = { env: {}, cwd: undefined };
  for (const words of commands) {
    const next = environmentAfter(words, around);
    if (next) around = next;
    else (prepares(words) ? preparing : found).push(withPrefix(words, around));
  }
  return found.length > 0 ? found : preparing.filter(({ words }) => installedLaunch(words));
}

/** The launch of a command; none for one that only sets variables. */
export function commandLaunch({ words, env, cwd }: ShellCommand): StdioLaunch | undefined {
  const installed = installedLaunch(words);
  const [command, ...args] = words;
  if (command === undefined) return undefined;
  const launch: StdioLaunch = { type: 'stdio', command, args, env };
  return {
    ...dockerRun(installed ? { ...installed, env } : launch),
    ...(cwd !== undefined && { cwd }),
  };
}

/** The launch of an installed package, by the runner that needs no installation. */
function installedLaunch(words: readonly string[]): StdioLaunch | undefined {
  const program = basename(words[0] ?? '');
  const [verb = '', ...rest] = words.slice(1).filter(isInstallOperand);
  const isNested = verb === 'tool' || verb === 'global';
  const [name] = rest.slice(isNested ? 1 : 0);
  if (name === undefined) return undefined;
  const said = [program, verb, ...rest.slice(0, isNested ? 1 : 0)].join(' ');
  if (/^(?:npm|pnpm|bun) (?:i|install|add)$|^yarn (?:global )?add$/.test(said)) {
    return npmLaunch(name);
  }
  if (/^(?:pip3?|pipx|uv tool) install$/.test(said)) return pypiLaunch(name, sourceIn(words));
  return /^(?:docker|podman) pull$/.test(said) ? imageLaunch(name) : undefined;
}

/** Filter for the words of an installer, whose short options mean other things than those of runners. */
function isInstallOperand(word: string, at: number, words: readonly string[]): boolean {
  return isOperand(word, at, words) && !/^-[ceir]$/.test(words[at - 1] ?? '');
}

/** The place from which a Python package is installed, where its name does not say that. */
function sourceIn(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => /^--(?:from|spec)(?:=|$)/.test(word));
  if (at === -1) return undefined;
  return /^--\w+=([^]*)$/.exec(words[at] ?? '')?.[1] ?? words[at + 1];
}

/** True if a command only fetches or builds what a later one runs. */
function prepares(words: readonly string[]): boolean {
  const line = words.slice(0, 3).join(' ');
  return (
    installedLaunch(words) !== undefined ||
    /^(?:npm|pnpm|yarn|bun) (?:ci|i|install|(?:run )?build)\b/.test(line) ||
    /^(?:pip3?|pipx|poetry|brew|apt|apt-get|sudo|winget|choco|cargo|go) install\b|^sudo /.test(
      line,
    ) ||
    /^(?:git|gh|mkdir|curl|wget|chmod|cp|echo|touch|source|docker build|docker pull|uv (?:sync|venv|pip))\b/.test(
      line,
    ) ||
    /^(?:python3? -m (?:venv|pip)|claude mcp (?:list|get|remove)|(?:codex|gemini) mcp (?:list|get|remove))\b/.test(
      line,
    )
  );
}

/** The environment after a command that sets variables or enters a folder; `undefined` for any other. */
function environmentAfter(
  words: readonly string[],
  around: ShellEnvironment,
): ShellEnvironment | undefined {
  const [first = '', ...rest] = words;
  if (first === 'cd' && rest.length === 1) return { ...around, cwd: rest[0] };
  const pairs = first === 'export' || first === 'set' ? rest : words;
  const set = pairs.map((word) => assignment.exec(word));
  if (pairs.length > 0 && set.every(Boolean)) return withVariables(around, set);
  const [, name, value] = /^\$env:(\w+)\s*=\s*([^]*)$/i.exec(words.join(' ')) ?? [];
  return name === undefined
    ? undefined
    : { ...around, env: { ...around.env, [name]: value ?? '' } };
}

/** `KEY=value command`, also behind `env` and its like. */
function withPrefix(words: readonly string[], around: ShellEnvironment): ShellCommand {
  const start = /^(?:env|cross-env)$/.test(words[0] ?? '') ? 1 : 0;
  const after = words.findIndex((word, at) => at >= start && !assignment.test(word));
  const set = words.slice(start, after).map((word) => assignment.exec(word));
  return { ...withVariables(around, set), words: words.slice(after) };
}

function withVariables(
  { env, cwd }: ShellEnvironment,
  set: readonly (RegExpExecArray | null)[],
): ShellEnvironment {
  const added = set.map((match) => [match?.[1] ?? '', match?.[2] ?? ''] as const);
  return { env: { ...env, ...Object.fromEntries(added) }, cwd };
}
