import path from 'node:path';
import type { FolderKind, PlainKind, WindowVariable } from '../../config/variables';

/** The values of VS Code's variables in a window; absent if there are none. */
export interface WindowFacts {
  /** The open workspace folders: absolute paths with the names people see. */
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  /** The file of the focused editor. */
  readonly file?: EditorFile | undefined;
  /** Absolute path of the editor's executable. */
  readonly execPath?: string | undefined;
  /** Absolute path of the folder that the editor is installed in. */
  readonly appRoot?: string | undefined;
  /** Absolute path of the working folder of this process. */
  readonly cwd: string;
}

/** The file and cursor of an editor; lines and columns count from 1. */
export interface EditorFile {
  /** Absolute path. */
  readonly path: string;
  /** Absolute path of the workspace folder that holds it. */
  readonly folder?: string | undefined;
  readonly line: number;
  readonly column: number;
  readonly selectedText: string;
}

/** Resolves variables that only a window knows. */
export interface WindowVariables {
  facts(): WindowFacts;
  /** The effective value of a setting in the folder; `undefined` if it is not set. */
  setting(name: string, folder: string | undefined): unknown;
  /** The value of a setting without any workspace: from the person's settings, else its default. */
  ownSetting(name: string): unknown;
  /** Absolute path of the folder that an extension is installed in. */
  extensionFolder(id: string): string | undefined;
}

/** The folder and person that a definition belongs to. */
interface VariableContext {
  /** Absolute path of the file's workspace folder; absent for the user's file. */
  readonly folder: string | undefined;
  /** Absolute path of the person's home folder. */
  readonly home: string;
  /** True if the file is the person's own: a workspace's settings must not reach its entries. */
  readonly ofPerson: boolean;
}

/** The value of a variable in this window, as in VS Code; `undefined` if it has none. */
export function windowValue(
  variable: WindowVariable,
  { folder: own, home, ofPerson }: VariableContext,
  window: WindowVariables,
): string | undefined {
  if (variable.kind === 'extensionInstallFolder') return window.extensionFolder(variable.name);
  if (variable.kind === 'config') {
    const { name } = variable;
    return settingText(ofPerson ? window.ownSetting(name) : window.setting(name, own));
  }
  const facts = window.facts();
  // Without a name it means the file's own folder; a name that no folder has gives no value.
  const { name }: { readonly text: string; readonly name?: string } = variable;
  const named = facts.folders.find((one) => one.name === name);
  if (name !== undefined && !named) return undefined;
  const folder = name === undefined ? own : named?.path;
  return values[variable.kind]({ ...facts, folder, home });
}

/** The facts that decide about a variable; `folder` is the one that it means. */
type Facts = WindowFacts & Pick<VariableContext, 'folder' | 'home'>;

const values: Readonly<Record<FolderKind | PlainKind, (facts: Facts) => string | undefined>> = {
  userHome: ({ home }) => home,
  pathSeparator: () => path.sep,
  execPath: ({ execPath }) => execPath,
  execInstallFolder: ({ appRoot }) => appRoot,
  workspaceFolder: ({ folder }) => folder,
  workspaceRoot: ({ folder }) => folder,
  workspaceFolderBasename: ({ folder }) => folder && path.basename(folder),
  workspaceRootFolderName: ({ folder }) => folder && path.basename(folder),
  cwd: ({ folder, cwd }) => folder ?? cwd,
  relativeFile: ({ folder, file }) => file && relativeTo(folder, file.path),
  relativeFileDirname: ({ folder, file }) => file && relativeTo(folder, path.dirname(file.path)),
  file: ({ file }) => file?.path,
  fileWorkspaceFolder: ({ file }) => file?.folder,
  fileWorkspaceFolderBasename: ({ file }) => file?.folder && path.basename(file.folder),
  fileDirname: ({ file }) => file && path.dirname(file.path),
  fileDirnameBasename: ({ file }) => file && path.basename(path.dirname(file.path)),
  fileBasename: ({ file }) => file && path.basename(file.path),
  fileBasenameNoExtension: ({ file }) => file && path.parse(file.path).name,
  fileExtname: ({ file }) => file && path.extname(file.path),
  lineNumber: ({ file }) => file && String(file.line),
  columnNumber: ({ file }) => file && String(file.column),
  selectedText: ({ file }) => file?.selectedText || undefined,
  defaultBuildTask: () => undefined,
};

function relativeTo(folder: string | undefined, file: string): string {
  return folder === undefined ? file : path.relative(folder, file) || '.';
}

/** A structured value has no text. */
function settingText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
