import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ConfigSource } from '../../../../src/config/definition';
import type { ImportContext } from '../../../../src/ui/importing/placeServers.editor';

const home = mkdtempSync(join(tmpdir(), 'rh-home-'));
const text = `{
  "servers": {
    "till": { "command": "till" },
    "crane": { "command": 5 },
    "scale" { "command": "scale" }
  }
}`;

const editor = vi.hoisted(() => ({
  /** The lists that were shown, by their rows' labels. */
  lists: [] as (readonly string[])[],
  pasted: '',
  warn: vi.fn(() => Promise.resolve()),
}));

/** An editor in which a person chooses the first row of the first list, pastes a text, and then gives up. */
vi.mock('vscode', () => {
  const box = {
    show: () => undefined,
    hide: () => undefined,
    dispose: () => undefined,
    onDidChangeValue: () => undefined,
    onDidTriggerButton: () => undefined,
    onDidHide: () => undefined,
    onDidAccept: (accept: () => void) => setImmediate(accept),
    get value() {
      return editor.pasted;
    },
  };
  return {
    ConfigurationTarget: {},
    EventEmitter: vi.fn(),
    ThemeIcon: vi.fn(),
    UIKind: { Desktop: 1 },
    env: { uiKind: 2 },
    window: {
      createInputBox: () => box,
      showInformationMessage: () => Promise.resolve(),
      showWarningMessage: editor.warn,
      showQuickPick: (rows: readonly { readonly label: string }[]) => {
        editor.lists.push(rows.map(({ label }) => label));
        return Promise.resolve(editor.lists.length === 1 ? rows[0] : undefined);
      },
    },
    workspace: {},
  };
});

vi.mock('../../../../src/ui/window/configFiles.editor', () => ({
  windowPlace: () => ({ platform: 'linux', home, env: {}, folders: [], filesIn: () => [] }),
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { importServers } = await import('../../../../src/ui/importing/importServers.editor');
const { addServer } = await import('../../../../src/ui/importing/addServer.editor');

function contextOf(...sources: readonly ConfigSource[]): ImportContext {
  const extensionContext = { globalStorageUri: { fsPath: home } };
  return { config: { sources }, extensionContext } as unknown as ImportContext;
}

beforeEach(() => {
  editor.lists.length = 0;
  editor.warn.mockClear();
});

test('an import says which servers of the file cannot be read', async () => {
  const file = join(home, 'mcp.json');
  writeFileSync(file, text);
  const user = { id: 'user', file, dialect: 'vscode', level: 0, readByEditor: true } as const;
  await importServers(contextOf(user), {});
  expect(editor.warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/mistakes in User.* Line 5: A colon is missing.* Line 4: .*"crane"/),
  );
});

test('a file in which no server can be read is offered all the same', async () => {
  const file = join(home, 'broken.json');
  writeFileSync(file, '{"servers": {"crane": {"command": 5}}}');
  const user = { id: 'user', file, dialect: 'vscode', level: 0, readByEditor: true } as const;
  await importServers(contextOf(user), {});
  expect(editor.lists).toHaveLength(1);
  expect(editor.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"crane"'));
});

test('a pasted text says which of its servers cannot be read', async () => {
  editor.pasted = text;
  await addServer(contextOf(), {});
  expect(editor.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"crane"'));
});
