import type { FolderKind, PlainKind, WindowVariable } from '../../config/variables';
import type { EditorFile, WindowVariables, WindowFacts } from './variablePort';
import path from 'node:path';

/** Where a definition belongs and who its person is. */
export interface VariableContext {
  /** Absolute path of the workspace folder of the file; absent for the user's file. */
  readonly folder: string | undefined;
  /** Absolute path of the person's home folder. */
  readonly home: string;
  /** The file is the person's own: what a workspace sets must not reach its entries. */
  readonly ofPerson: boolean;
}

/** The value of a variable in this window, as VS Code fills it; `undefined` where it has none. */
export function windowValue(
  variable: WindowVariable,
  place: VariableContext,
  port: WindowVariables,
): string | undefined {
  switch (variable.kind) {
    case 'userHome':
      return place.home;
    case 'pathSeparator':
      return path.sep;
    case 'config':
      return settingText(
        place.ofPerson ? port.ownSetting(variable.name) : port.setting(variable.name, place.folder),
      );
    case 'extensionInstallFolder':
      return port.extensionFolder(variable.name);
    case 'workspaceFolder':
    case 'workspaceRoot':
    case 'workspaceFolderBasename':
    case 'workspaceRootFolderName':
    case 'cwd':
    case 'relativeFile':
    case 'relativeFileDirname':
      return folderValue(variable.kind, folderOf(variable.name, place, port), port.facts());
    default:
      return factValue(variable.kind, port.facts());
  }
}

/** The folder that is meant, if any is; `named` without a path where there is none of that name. */
interface Meant {
  readonly named: boolean;
  readonly path: string | undefined;
}

function folderOf(name: string | undefined, place: VariableContext, port: WindowVariables): Meant {
  if (name === undefined) return { named: false, path: place.folder };
  return { named: true, path: port.facts().folders.find((one) => one.name === name)?.path };
}

function folderValue(
  kind: FolderKind,
  { named, path: folder }: Meant,
  { cwd, file }: WindowFacts,
): string | undefined {
  if (named && folder === undefined) return undefined;
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
  return file && fileValue(kind, file);
}

function fileValue(kind: PlainKind, file: EditorFile): string | undefined {
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
