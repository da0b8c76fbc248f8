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
  context: VariableContext,
  window: WindowVariables,
): string | undefined {
  switch (variable.kind) {
    case 'userHome':
      return context.home;
    case 'pathSeparator':
      return path.sep;
    case 'config':
      return settingText(
        context.ofPerson
          ? window.ownSetting(variable.name)
          : window.setting(variable.name, context.folder),
      );
    case 'extensionInstallFolder':
      return window.extensionFolder(variable.name);
    case 'workspaceFolder':
    case 'workspaceRoot':
    case 'workspaceFolderBasename':
    case 'workspaceRootFolderName':
    case 'cwd':
    case 'relativeFile':
    case 'relativeFileDirname':
      return folderValue(variable, context.folder, window.facts());
    default:
      return factValue(variable.kind, window.facts());
  }
}

/** A variable without a name means the file's own folder; a name that no folder has gives no value. */
function folderValue(
  { kind, name }: { readonly kind: FolderKind; readonly name?: string },
  own: string | undefined,
  { folders, cwd, file }: WindowFacts,
): string | undefined {
  const folder = name === undefined ? own : folders.find((one) => one.name === name)?.path;
  if (name !== undefined && folder === undefined) return undefined;
  switch (kind) {
    case 'workspaceFolder':
    case 'workspaceRoot':
      return folder;
    case 'workspaceFolderBasename':
    case 'workspaceRootFolderName':
      return folder && path.basename(folder);
    case 'cwd':
      return folder ?? cwd;
    case 'relativeFile':
    case 'relativeFileDirname': {
      if (file === undefined) return undefined;
      const wanted = kind === 'relativeFile' ? file.path : path.dirname(file.path);
      return folder === undefined ? wanted : path.relative(folder, wanted) || '.';
    }
  }
}

function factValue(kind: PlainKind, { file, execPath, appRoot }: WindowFacts): string | undefined {
  if (kind === 'execPath') return execPath;
  if (kind === 'execInstallFolder') return appRoot;
  if (file === undefined) return undefined;
  const extension = path.extname(file.path);
  const values: Partial<Record<PlainKind, string | undefined>> = {
    file: file.path,
    fileWorkspaceFolder: file.folder,
    fileWorkspaceFolderBasename: file.folder && path.basename(file.folder),
    fileDirname: path.dirname(file.path),
    fileDirnameBasename: path.basename(path.dirname(file.path)),
    fileBasename: path.basename(file.path),
    fileBasenameNoExtension: path.basename(file.path, extension),
    fileExtname: extension,
    lineNumber: String(file.line),
    columnNumber: String(file.column),
    selectedText: file.selectedText === '' ? undefined : file.selectedText,
  };
  return values[kind];
}

/** A structured value has no text. */
function settingText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
