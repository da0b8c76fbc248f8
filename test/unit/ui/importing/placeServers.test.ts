import { expect, test, vi } from 'vitest';
import { folderSource } from '../../config/textAt';
import { effectiveSettings } from '../../../../src/config/settings/effectiveSettings';
import { launchDraft } from '../../../../src/config/paste/draft';
import type { ImportContext } from '../../../../src/ui/importing/placeServers.editor';

const declared = { type: 'promptString', id: 'token' };
const text = JSON.stringify({ servers: {}, inputs: [declared] });
const done: string[] = [];
const copied: string[] = [];
/** Texts of files that have another one. */
const others = new Map<string, string>();

/** An editor in which a person chooses the first row of every list. */
vi.mock('vscode', () => {
  const document = {
    isDirty: false,
    getText: () => text,
    positionAt: (offset: number) => offset,
    save: () => Promise.resolve(true),
  };
  return {
    ConfigurationTarget: {},
    EventEmitter: vi.fn(function () {
      return { dispose: vi.fn() };
    }),
    Position: vi.fn(),
    Range: vi.fn(),
    Selection: vi.fn(),
    TextEdit: { replace: vi.fn() },
    TextEditorRevealType: {},
    Uri: {
      file: (path: string) => ({ scheme: 'file', path, fsPath: path }),
      from: (parts: object) => parts,
    },
    WorkspaceEdit: vi.fn(function () {
      return { set: vi.fn() };
    }),
    commands: { executeCommand: vi.fn() },
    env: { clipboard: { writeText: (one: string) => Promise.resolve(copied.push(one)) } },
    l10n: { t: (said: string) => said },
    window: {
      tabGroups: { all: [] },
      showQuickPick: ([first]: readonly unknown[]) => Promise.resolve(first),
      showTextDocument: () => Promise.resolve({ revealRange: vi.fn() }),
      showInformationMessage: () => Promise.resolve(),
      showErrorMessage: (said: string) => Promise.resolve(void done.push(said)),
    },
    workspace: {
      textDocuments: [],
      getConfiguration: () => ({ get: () => undefined }),
      fs: { stat: () => Promise.resolve() },
      openTextDocument: (uri: { readonly path: string }) =>
        Promise.resolve({ ...document, uri, getText: () => others.get(uri.path) ?? text }),
      registerTextDocumentContentProvider: () => ({ dispose: vi.fn() }),
      applyEdit: () => Promise.resolve(done.push('written') > 0),
    },
  };
});

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { pickTarget, placeServers, previewAndWrite } =
  await import('../../../../src/ui/importing/placeServers.editor');
const { giveServers } = await import('../../../../src/ui/importing/exportServers.editor');

function contextOf(entries: ReadonlyMap<string, unknown>): ImportContext {
  const context = {
    workspace: { entries: { peek: () => entries } },
    config: { sources: [] },
    settings: { servers: { peek: () => ({ folders: new Map() }) } },
    extensionContext: { globalStorageUri: { fsPath: '/data/User/globalStorage/it' } },
  };
  return context as unknown as ImportContext;
}

test('an input that is declared with a new server has no value of a former one', async () => {
  const forget = (...of: readonly string[]) => Promise.resolve(void done.push(of.join(' ')));
  const { inputs: stored } = { inputs: { forget } } as unknown as ImportContext;
  const entries = [{ name: 'till', value: { command: 'till' }, overwrite: false }];
  const inputs = [declared, { ...declared, id: 'till-key' }];
  expect(await previewAndWrite({ inputs: stored }, folderSource, { entries, inputs })).toBe(true);
  expect(done).toEqual([`${folderSource.file} till-key`, 'written']);
});

test('servers that a host cannot reach are not given, wherever they should go', async () => {
  const draft = launchDraft({ type: 'http', url: 'https://till.example/mcp', headers: {} });
  const context = contextOf(new Map());
  const desktop = { ...folderSource, dialect: 'claude-desktop', external: true } as const;
  expect(await placeServers(context, desktop, [draft], 'chosen')).toBe(false);
  // The first row is the clipboard.
  expect(await giveServers(context, [draft.definition], 'claude-desktop')).toBe(false);
});

test('a file with servers of single folders takes new ones for all folders', async () => {
  const file = '/home/ada/.claude.json';
  const everywhere = { ...folderSource, folder: undefined, file, dialect: 'claude-code' } as const;
  const project = { ...everywhere, folder: '/home/ada' };
  expect(await pickTarget([project, everywhere], { file }, 'Where?')).toBe(everywhere);
});

test.each([
  ['roundhouse', 'enabled = false'],
  ['vscode', undefined],
] as const)(
  'a server that the settings switch off is given so if %s runs it',
  async (runBy, said) => {
    const { definition } = launchDraft({
      type: 'stdio',
      command: 'till',
      args: [],
      cwd: undefined,
      env: {},
    });
    const effective = effectiveSettings(definition.name, { user: { till: { enabled: false } } });
    const context = contextOf(new Map([[definition.id, { definition, runBy, effective }]]));
    expect(await giveServers(context, [definition], 'codex')).toBe(true);
    expect(
      copied
        .at(-1)
        ?.split('\n')
        .find((line) => line.startsWith('enabled')),
    ).toBe(said);
  },
);
test('a file with errors is refused before any other question, and another one asked for', async () => {
  const file = '/home/ada/.mcp.json';
  const broken = { ...folderSource, id: 'user', file } as const;
  for (const content of ['{ "servers": {', '{ "servers": [] }']) {
    done.length = 0;
    others.set(file, content);
    expect(await pickTarget([broken, folderSource], { file }, 'Where?')).toBe(folderSource);
    expect(done).toEqual([expect.stringContaining('has errors')]);
  }
});
