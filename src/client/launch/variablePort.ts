/** What the variables of VS Code tell of a window; absent where there is no such thing. */
export interface WindowFacts {
  /** The open workspace folders: absolute paths with the names people see. */
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  /** The file of the editor that has the focus. */
  readonly file?: EditorFile | undefined;
  /** Absolute path of the editor's executable. */
  readonly execPath?: string | undefined;
  /** Absolute path of the folder that the editor is installed in. */
  readonly appRoot?: string | undefined;
  /** Absolute path of the working folder of this process. */
  readonly cwd: string;
}

/** The file of an editor and where its cursor is; lines and columns count from 1. */
export interface EditorFile {
  /** Absolute path. */
  readonly path: string;
  /** Absolute path of the workspace folder that holds it. */
  readonly folder?: string | undefined;
  readonly line: number;
  readonly column: number;
  readonly selectedText: string;
}

/** Answers for variables that only a window can tell. */
export interface WindowVariables {
  facts(): WindowFacts;
  /** The value of a setting as it counts in the folder; `undefined` where it is not set. */
  setting(name: string, folder: string | undefined): unknown;
  /** The value of a setting as the person's own settings say, or its default; no workspace counts. */
  ownSetting(name: string): unknown;
  /** Absolute path of the folder that an extension is installed in. */
  extensionFolder(id: string): string | undefined;
}
