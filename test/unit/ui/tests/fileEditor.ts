import { vi } from 'vitest';

const uriOf = (path: string) => ({ scheme: 'file', path, fsPath: path, toString: () => path });
type Uri = ReturnType<typeof uriOf>;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly content: string;
}

/** The file of tests of the folder. */
export const file = '/home/ada/shop/.vscode/mcp-tests.json';

/** An editor of one folder, whose files it reads, edits and saves. */
export function fileEditor() {
  /** The texts of files, with what is not saved. */
  const texts = new Map<string, string>();
  const saved: string[] = [];
  const folder = { name: 'shop', uri: uriOf('/home/ada/shop') };
  const documentOf = (uri: Uri) => ({
    uri,
    isDirty: false,
    getText: () => texts.get(uri.path) ?? '',
    positionAt: (offset: number) => offset,
    save: () => Promise.resolve(saved.push(uri.path) > 0),
  });
  const vscode = {
    l10n: { t: (said: string) => said },
    EventEmitter: vi.fn(),
    TextEditorRevealType: {},
    Uri: {
      file: uriOf,
      joinPath: ({ path }: Uri, ...more: string[]) => uriOf([path, ...more].join('/')),
    },
    Range: class {
      constructor(
        readonly start: number,
        readonly end: number,
      ) {}
    },
    TextEdit: {
      replace: ({ start, end }: Edit, content: string): Edit => ({ start, end, content }),
    },
    WorkspaceEdit: class {
      readonly edits = new Map<string, readonly Edit[]>();
      set = ({ path }: Uri, changes: readonly Edit[]) => void this.edits.set(path, changes);
      createFile = ({ path }: Uri, { contents }: { readonly contents: Buffer }) =>
        void this.edits.set(path, [{ start: 0, end: 0, content: contents.toString() }]);
    },
    workspace: {
      workspaceFolders: [folder],
      textDocuments: [],
      fs: {
        stat: ({ path }: Uri) =>
          texts.has(path) ? Promise.resolve() : Promise.reject(new Error('none')),
      },
      asRelativePath: ({ path }: Uri) => path,
      openTextDocument: (uri: Uri) => Promise.resolve(documentOf(uri)),
      applyEdit: ({ edits }: { readonly edits: ReadonlyMap<string, readonly Edit[]> }) => {
        for (const [path, changes] of edits) {
          let text = texts.get(path) ?? '';
          for (const { start, end, content } of changes.toReversed())
            text = text.slice(0, start) + content + text.slice(end);
          texts.set(path, text);
        }
        return Promise.resolve(true);
      },
    },
  };
  return { folder, texts, saved, vscode };
}
