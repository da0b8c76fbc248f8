import { effect } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';

/** The user settings of the editor, and how it tells of a change. */
const editor = vi.hoisted(() => ({
  user: {} as Record<string, unknown>,
  listeners: new Set<(change: object) => void>(),
}));

vi.mock('vscode', () => {
  const never = () => ({ dispose: () => undefined });
  return {
    Uri: { file: (fsPath: string) => ({ fsPath, scheme: 'file' }) },
    workspace: {
      isTrusted: true,
      workspaceFolders: undefined,
      getConfiguration: () => ({
        get: (key: string) => editor.user[key],
        inspect: (key: string) => ({ key, globalValue: editor.user[key] }),
      }),
      onDidChangeConfiguration: (listener: (change: object) => void) => {
        editor.listeners.add(listener);
        return { dispose: () => editor.listeners.delete(listener) };
      },
      onDidChangeWorkspaceFolders: never,
      onDidGrantWorkspaceTrust: never,
    },
  };
});

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { Settings } = await import('../../../../src/ui/window/settings.editor');

function change(user: Record<string, unknown>): void {
  Object.assign(editor.user, user);
  for (const listener of editor.listeners) listener({ affectsConfiguration: () => true });
}

test('settings are read again after a change, and a layered one changes only with its value', () => {
  editor.user = { toolBudget: 7, servers: { till: { autostart: 'never' } } };
  const settings = new Settings();
  const seen: unknown[] = [];
  const end = effect(() => void seen.push(settings.servers.value.user));
  expect(settings.current.toolBudget).toBe(7);
  change({ toolBudget: 8, servers: { till: { autostart: 'never' } } });
  expect(settings.current.toolBudget).toBe(8);
  expect(settings.toolBudget.value).toBe(8);
  expect(seen).toHaveLength(1);
  change({ servers: {} });
  expect(seen).toEqual([{ till: { autostart: 'never' } }, {}]);
  change({ roots: false });
  expect(settings.roots.peek()).toBeUndefined();
  change({ toolBudget: 'many' });
  expect(settings.current.toolBudget).toBe(20_000);
  end();
  settings.dispose();
  expect(editor.listeners.size).toBe(0);
});
