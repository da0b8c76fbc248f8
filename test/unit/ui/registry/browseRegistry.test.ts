import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import type { ImportContext } from '../../../../src/ui/importing/placeServers.editor';
import type { RegistryPage } from '../../../../src/ui/registry/registryClient';
import type { RegistryPick } from '../../../../src/ui/registry/registryPicks';
import { readServer } from '../../../../src/ui/registry/registrySchema';

const editor = vi.hoisted(() => {
  const heard: Record<string, (value?: string) => void> = {};
  const listener = (name: string) => (listen: (value?: string) => void) => {
    heard[name] = listen;
    return { dispose: vi.fn() };
  };
  const picker = {
    value: '',
    items: [] as readonly RegistryPick[],
    selectedItems: [] as readonly RegistryPick[],
    onDidChangeValue: listener('typed'),
    onDidAccept: listener('accepted'),
    onDidHide: listener('hidden'),
    show: vi.fn(),
    hide: vi.fn(() => heard['hidden']?.()),
    dispose: vi.fn(),
  };
  return {
    picker,
    type: (value: string) => {
      picker.value = value;
      heard['typed']?.(value);
    },
    accept: () => {
      picker.selectedItems = picker.items.slice(0, 1);
      heard['accepted']?.();
    },
    /** Names of servers that were chosen; none of them can be installed. */
    chosen: [] as string[],
    /** Answers searches, by their words. */
    answers: new Map<string, Promise<RegistryPage>>(),
  };
});

vi.mock('vscode', () => ({
  ConfigurationTarget: {},
  EventEmitter: vi.fn(),
  TextEditorRevealType: {},
  Uri: {},
  l10n: { t: (said: string) => said },
  window: {
    createQuickPick: () => editor.picker,
    showWarningMessage: (text: string) => Promise.resolve(void editor.chosen.push(text)),
  },
  workspace: {
    getConfiguration: () => ({ get: () => '' }),
    registerTextDocumentContentProvider: () => ({ dispose: vi.fn() }),
  },
}));

vi.mock('../../../../src/ui/registry/registryClient', () => ({
  officialRegistry: '',
  searchRegistry: (_: string, { query }: { query: string }) => editor.answers.get(query),
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { browseRegistry } = await import('../../../../src/ui/registry/browseRegistry.editor');

function page(name: string): RegistryPage {
  const server = readServer({ name });
  return { servers: server ? [server] : [], dropped: [] };
}

test('Enter takes no server of the search before', async () => {
  let answer = (page: RegistryPage): void => void page;
  editor.answers.set('', Promise.resolve(page('com.example/first')));
  editor.answers.set('till', new Promise((resolve) => (answer = resolve)));
  const context = { workspace: { files: signal([]) }, config: { sources: [] } };
  const done = browseRegistry(context as unknown as ImportContext, {});
  await vi.waitFor(() => expect(editor.picker.items).toMatchObject([{ act: 'install' }]));
  editor.type('till');
  editor.accept();
  expect(editor.picker.hide).not.toHaveBeenCalled();
  answer(page('com.example/till'));
  await vi.waitFor(() =>
    expect(editor.picker.items).toMatchObject([{ server: { name: 'com.example/till' } }]),
  );
  editor.accept();
  await done;
  expect(editor.chosen).toEqual([expect.stringContaining('com.example/till')]);
});
