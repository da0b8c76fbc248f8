/**
 * How a host writes variables: `vscode` `${env:X}`, `${input:x}`, `${file}` and their like; `shell`
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
      /** What counts where the variable is not set. */
      readonly fallback?: string;
    }
  /** What a file holds; `name` is its path. */
  | { readonly kind: 'contents'; readonly text: string; readonly name: string };

// Braces inside are excluded, which keeps each search linear on any text.
const dollarBraces = /\$\{([^{}]+)\}/g;
const patterns: Readonly<Record<Exclude<VariableStyle, 'none'>, RegExp>> = {
  vscode: dollarBraces,
  shell: dollarBraces,
  both: dollarBraces,
  dollar: /\$(?:\{([^{}]+)\}|([A-Za-z_]\w*))/g,
  braces: /\{((?:env|file):[^{}]+)\}/g,
  templates: /\$\{\{([^{}]+)\}\}/g,
};

/** What stands in front of a default in any style, that of shells or that of templates. */
const defaultMark = /:[-=+?]|\|\|/;

/** Names that environment variables have, those of Windows such as `ProgramFiles(x86)` included. */
const environmentName = /^[A-Za-z_][\w().-]*$/;

/** What files of VS Code's descendants may name besides the environment. */
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

/** Every variable that VS Code knows, as people write it; of those with a name the part before it. */
export const editorVariables: readonly string[] = [
  ...folderKinds,
  ...plainKinds,
  '/',
  ...['env', ...askedKinds, ...lookedUpKinds].map((kind) => `${kind}:`),
];

/**
 * What of a variable may be named in a reason or problem, of the text between its braces: all of it but a
 * default, which may be a secret.
 */
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
