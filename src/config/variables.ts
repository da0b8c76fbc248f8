import { UserError } from '../base/errors';
import type { Launch, OAuthClientEntry, SandboxRules } from './definition';

/**
 * The style in which a host writes variables: `vscode` `${env:X}`, `${input:x}`, `${file}` and their like; `shell`
 * `${X}` and `${X:-default}`; `both` the former without what only VS Code knows, and the latter;
 * `dollar` `$X` besides `shell`; `braces` `{env:X}` and `{file:path}`; `templates`
 * `${{ secrets.X }}`; `none`: every text is taken as it is.
 */
export type VariableStyle =
  'vscode' | 'shell' | 'both' | 'dollar' | 'braces' | 'templates' | 'none';

/** Variables that may name a workspace folder: `${workspaceFolder:name}`. */
const folderKinds = [
  'workspaceFolder',
  'workspaceRoot',
  'workspaceFolderBasename',
  'workspaceRootFolderName',
  'cwd',
  'relativeFile',
  'relativeFileDirname',
] as const;

/** Variables that are nothing but a name. */
const plainKinds = [
  'userHome',
  'file',
  'fileWorkspaceFolder',
  'fileWorkspaceFolderBasename',
  'fileDirname',
  'fileDirnameBasename',
  'fileBasename',
  'fileBasenameNoExtension',
  'fileExtname',
  'lineNumber',
  'columnNumber',
  'selectedText',
  'execPath',
  'execInstallFolder',
  'pathSeparator',
  'defaultBuildTask',
] as const;

/** Variables whose value somebody or something is asked for by name. */
const askedKinds = ['input', 'command'] as const;

/** Variables that are looked up by name: `${config:editor.tabSize}`. */
const lookedUpKinds = ['config', 'extensionInstallFolder'] as const;

export type FolderKind = (typeof folderKinds)[number];
export type PlainKind = (typeof plainKinds)[number];

/** A variable whose value the window or the machine has at any time. */
export type WindowVariable =
  | { readonly kind: PlainKind; readonly text: string }
  | { readonly kind: FolderKind; readonly text: string; readonly name?: string }
  | {
      readonly kind: (typeof lookedUpKinds)[number];
      readonly text: string;
      readonly name: string;
    };

/** A variable in a text. `text` is what stands between the braces. */
export type Variable =
  | { readonly kind: 'unknown'; readonly text: string }
  | WindowVariable
  | {
      readonly kind: (typeof askedKinds)[number];
      readonly text: string;
      readonly name: string;
    }
  | {
      readonly kind: 'env';
      readonly text: string;
      readonly name: string;
      /** The value where the variable is not set. */
      readonly fallback?: string;
    }
  /** The content of a file; `name` is its path. */
  | { readonly kind: 'contents'; readonly text: string; readonly name: string };

/** A variable in VS Code's form. Braces inside are excluded, which keeps each search linear on any text. */
export const dollarBraces = /\$\{([^{}]+)\}/g;
const patterns: Readonly<Record<Exclude<VariableStyle, 'none'>, RegExp>> = {
  vscode: dollarBraces,
  shell: dollarBraces,
  both: dollarBraces,
  dollar: /\$(?:\{([^{}]+)\}|([A-Za-z_]\w*))/g,
  braces: /\{((?:env|file):[^{}]+)\}/g,
  templates: /\$\{\{([^{}]+)\}\}/g,
};

const unixShell = /(?:^|[\\/])(?:ba|da|z|fi|k|mk|c|tc|a)?sh(?:\.exe)?$/i;
const powerShell = /(?:^|[\\/])(?:powershell|pwsh)(?:\.exe)?$/i;
const commandPrompt = /(?:^|[\\/])cmd(?:\.exe)?$/i;

export function isShell(command: string): boolean {
  return [unixShell, powerShell, commandPrompt].some((shell) => shell.test(command));
}

/**
 * The index of the argument that a shell runs as its text, or -1. It expands `${NAME}` there itself, so unknown variables
 * stay. `cmd` expands none.
 */
export function shellTextAt(command: string, args: readonly unknown[]): number {
  const words = args.map(String);
  if (powerShell.test(command)) {
    const at = words.findIndex((word) => /^-(?:c|command|f|file)$/i.test(word));
    return /^-c/i.test(words[at] ?? '') ? at + 1 : -1;
  }
  if (!unixShell.test(command)) return -1;
  // The text is the first argument that is no option; `-o` takes the name that follows it.
  const at = words.findIndex(
    (word, index) => !/^[-+]/.test(word) && !/^[-+][a-z]*o$/i.test(words[index - 1] ?? ''),
  );
  return words.slice(0, at).some((word) => /^-[A-Za-z]*c/.test(word)) ? at : -1;
}

/** The mark before a default in any style, that of shells or that of templates. */
const defaultMark = /:[-=+?]|\|\|/;

/** Names that environment variables have, those of Windows such as `ProgramFiles(x86)` included. */
const environmentName = /^[A-Za-z_][\w().-]*$/;

/** The variables besides the environment in files of VS Code's descendants. */
const sharedKinds: ReadonlySet<string> = new Set([
  'workspaceFolder',
  'workspaceFolderBasename',
  'userHome',
  'pathSeparator',
]);

/** The text with every variable replaced by what `replace` gives for it, in one pass; `undefined` leaves it. */
export function replaceVariables(
  text: string,
  style: VariableStyle,
  replace: (variable: Variable) => string | undefined,
): string {
  if (style === 'none') return text;
  return text.replace(
    patterns[style],
    (match, inner?: string, bare?: string) =>
      replace(variableOf(inner ?? bare ?? '', style)) ?? match,
  );
}

/** Every variable of VS Code as people write it; for named ones the part before the name. */
export const editorVariables: readonly string[] = [
  ...folderKinds,
  ...plainKinds,
  '/',
  ...['env', ...askedKinds, ...lookedUpKinds].map((kind) => `${kind}:`),
];

/** The part of a variable's text that reasons and problems may show. Its default may be a secret. */
export function withoutDefault(text: string): string {
  const at = text.search(defaultMark);
  return at === -1 ? text : text.slice(0, at).trimEnd();
}

/** A text in which the defaults of variables of any style are masked. */
export function maskDefaults(text: string): string {
  return text.replaceAll(dollarBraces, (variable, inner: string) => {
    const at = inner.search(defaultMark);
    return at === -1 ? variable : `\${${inner.slice(0, at + 2)}•••}`;
  });
}

function variableOf(inner: string, style: VariableStyle): Variable {
  switch (style) {
    case 'vscode':
      return editorVariable(inner);
    case 'both': {
      const variable = editorVariable(inner);
      if (variable.kind === 'env' || sharedKinds.has(variable.kind)) return variable;
      return contentsVariable(inner) ?? shellVariable(inner);
    }
    case 'braces':
      return contentsVariable(inner) ?? editorVariable(inner);
    case 'templates': {
      const [, name] = /^secrets\.(.+)$/.exec(inner.trim()) ?? [];
      if (name === undefined) return { kind: 'unknown', text: inner.trim() };
      return { kind: 'env', name, text: inner.trim() };
    }
    case 'shell':
    case 'dollar':
    case 'none':
      return shellVariable(inner);
  }
}

function editorVariable(text: string): Variable {
  const [, head = text, name] = /^([^:]*):(.+)$/s.exec(text) ?? [];
  const folderKind = folderKinds.find((kind) => kind === head);
  if (folderKind) return { kind: folderKind, text, ...(name !== undefined && { name }) };
  if (name === undefined) {
    if (text === '/') return { kind: 'pathSeparator', text };
    return { kind: plainKinds.find((kind) => kind === text) ?? 'unknown', text };
  }
  if (head === 'env') return { kind: head, name, text };
  const asked = askedKinds.find((kind) => kind === head);
  if (asked) return { kind: asked, name, text };
  const lookedUp = lookedUpKinds.find((kind) => kind === head);
  return lookedUp ? { kind: lookedUp, name, text } : { kind: 'unknown', text };
}

function shellVariable(text: string): Variable {
  const at = text.indexOf(':-');
  const name = at === -1 ? text : text.slice(0, at);
  if (!environmentName.test(name)) return { kind: 'unknown', text };
  // A default may be a secret: it is not named with the variable.
  return { kind: 'env', name, text: name, ...(at !== -1 && { fallback: text.slice(at + 2) }) };
}

function contentsVariable(text: string): Variable | undefined {
  const [, name] = /^file:(.+)$/s.exec(text) ?? [];
  return name === undefined ? undefined : { kind: 'contents', name, text };
}

/** The value of an environment variable that its host names for a server; without a value it is not passed. */
export function passedVariable(name: string): string {
  return `{env:${name}}`;
}

/** The value of a variable, as far as it is known. */
export type VariableLookup = (variable: Variable) => string | undefined;

/** The variables in a text, each once, in their order. */
export function variablesIn(text: string, style: VariableStyle = 'vscode'): readonly Variable[] {
  return distinctVariables([text], style);
}

/** The ids of the inputs that a text in VS Code's format names, each once. */
export function inputsIn(text: string): readonly string[] {
  return variablesIn(text).flatMap((one) => (one.kind === 'input' ? one.name : []));
}

/** The variables in a launch, each once, in their order; without those that its shell expands. */
export function launchVariables(
  launch: Launch,
  style: VariableStyle = 'vscode',
): readonly Variable[] {
  return distinctVariables(launchTexts(launch), style, shellText(launch));
}

/**
 * The launch with every variable replaced, in one pass: what a value brings in is not searched again. Those that its
 * shell expands stay.
 * @throws UserError `unknownVariable`, `variableUnset` (variable) or `inputMissing` (input).
 */
export function fillLaunch(
  launch: Launch,
  lookup: VariableLookup,
  style: VariableStyle = 'vscode',
): Launch {
  const forShell = shellText(launch);
  return mapTexts(launch, (text) =>
    replaceVariables(text, style, (variable) =>
      variable.kind === 'unknown' && text === forShell
        ? undefined
        : variableValue(variable, lookup),
    ),
  );
}

/** The launch with only those variables replaced that `lookup` knows. */
export function fillKnown(launch: Launch, lookup: VariableLookup, style: VariableStyle): Launch {
  return mapTexts(launch, (text) => replaceVariables(text, style, lookup));
}

/** A single text as {@link fillLaunch} fills it. */
export function fillText(text: string, lookup: VariableLookup, style: VariableStyle): string {
  return replaceVariables(text, style, (variable) => variableValue(variable, lookup));
}

/** The text of a launch that its shell runs. */
function shellText(launch: Launch): string | undefined {
  if (launch.type !== 'stdio') return undefined;
  const { command, args } = launch;
  return args[shellTextAt(command, args)];
}

function mapTexts(launch: Launch, map: (text: string) => string): Launch {
  if (launch.type !== 'stdio') {
    const { oauth } = launch;
    return {
      ...launch,
      url: map(launch.url),
      headers: mapValues(launch.headers, map),
      ...(oauth && { oauth: { ...oauth, ...mapValues(textsOf(oauth), map) } }),
    };
  }
  return {
    ...launch,
    command: map(launch.command),
    args: launch.args.map(map),
    cwd: launch.cwd === undefined ? undefined : map(launch.cwd),
    env: mapValues(launch.env, (value) => (value === null ? null : map(value))),
    envFile: launch.envFile === undefined ? undefined : map(launch.envFile),
    ...(launch.sandbox && { sandbox: mapRules(launch.sandbox, map) }),
  };
}

function mapRules(rules: SandboxRules, map: (text: string) => string): SandboxRules {
  return { ...rules, ...mapValues({ ...rules }, (list) => list.map(map)) };
}

/**
 * The value of one variable; never an empty text for one that is not set.
 * @throws UserError `unknownVariable`, `variableUnset` (variable) or `inputMissing` (input).
 */
export function variableValue(variable: Variable, lookup: VariableLookup): string {
  if (variable.kind === 'unknown') {
    throw new UserError('unknownVariable', { variable: withoutDefault(variable.text) });
  }
  const value = lookup(variable) ?? (variable.kind === 'env' ? variable.fallback : undefined);
  if (value !== undefined) return value;
  if (variable.kind === 'input')
    throw new UserError('inputMissing', { input: withoutDefault(variable.name) });
  throw new UserError('variableUnset', { variable: withoutDefault(variable.text) });
}

/** Unknown variables do not count in the text that is `forShell`. */
function distinctVariables(
  texts: readonly string[],
  style: VariableStyle,
  forShell?: string,
): readonly Variable[] {
  const found = new Map<string, Variable>();
  for (const text of texts) {
    // Most texts have none, in any style.
    if (!text.includes('$') && !text.includes('{')) continue;
    replaceVariables(text, style, (variable) => {
      if (variable.kind === 'unknown' && text === forShell) return '';
      const key = JSON.stringify(variable);
      if (!found.has(key)) found.set(key, variable);
      return '';
    });
  }
  return [...found.values()];
}

function launchTexts(launch: Launch): readonly string[] {
  const texts: string[] = [];
  mapTexts(launch, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/** The values of `oauth` that may contain variables. */
function textsOf({ grant: _grant, enterpriseManaged: _managed, ...texts }: OAuthClientEntry) {
  const entries = Object.entries(texts).filter((entry) => entry[1] !== undefined);
  return Object.fromEntries(entries) as Record<string, string>;
}

function mapValues<T>(
  record: Readonly<Record<string, T>>,
  map: (value: T) => T,
): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
