import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { signal } from '@preact/signals-core';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Workspace } from '../../../../src/client/workspace';
import { entries, shopFile } from '../samples';

/** Registered commands by their name, and what notifications have run. */
const editor = vi.hoisted(() => ({
  commands: new Map<string, (...given: unknown[]) => Promise<void>>(),
  shown: vi.fn<(text: string) => void>(),
  run: vi.fn(async () => undefined),
}));

vi.mock('vscode', () => ({
  CancellationError: class extends Error {},
  EventEmitter: vi.fn(),
  commands: {
    registerCommand: (name: string, command: () => Promise<void>) => {
      editor.commands.set(name, command);
      return { dispose: vi.fn() };
    },
    executeCommand: editor.run,
  },
  l10n: { t: (said: string) => said },
  window: {
    // A person presses the first button.
    showErrorMessage: (text: string, button: string) => {
      editor.shown(text);
      return Promise.resolve(button);
    },
  },
}));

vi.mock('../../../../src/ui/window/pick.editor', () => ({
  pickRow: async (_: unknown, [row]: readonly unknown[]) => row,
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { UserError } = await import('../../../../src/base/errors');
const { pickServer } = await import('../../../../src/ui/tree/pickServer.editor');
const { registerCommands } = await import('../../../../src/ui/window/registerCommands.editor');
const { showFailure } = await import('../../../../src/ui/window/notice.editor');

beforeEach(() => {
  vi.clearAllMocks();
});

const calls = /show(?:Information|Warning|Error)Message\(([\s\S]*?)\)(?:;|\))/g;
/** In a dialog the editor makes no links. */
const isDialog = /modal: true|\boptions\b/;

test('every notification goes by the one way that lets no name become a link', () => {
  const direct = globSync('src/**/*.ts').flatMap((file) => {
    const found = [...readFileSync(file, 'utf8').matchAll(calls)];
    const others = found.filter(([, given = '']) => !isDialog.test(given));
    return others.map(([call]) => `${basename(file)}: ${call}`);
  });
  expect(direct.filter((call) => !call.startsWith('notice.editor.ts: '))).toEqual([]);
});

test.each([
  ['named', 'user/till'],
  ['picked by the person', undefined],
])('the button of a command that failed is about its server: %s', async (_, given) => {
  const servers = entries([shopFile('{"servers": {"till": {"command": "a"}}}')]);
  const [id = ''] = servers.keys();
  const workspace = { entries: signal(servers) } as unknown as Workspace;
  const registered = registerCommands({
    fail: async (target) => {
      if (target.server === undefined) await pickServer(workspace, target);
      throw new UserError('taskFailed');
    },
  });
  await editor.commands.get('roundhouse.fail')?.(given);
  await vi.waitFor(() => expect(editor.run).toHaveBeenCalledOnce());
  expect(editor.run).toHaveBeenCalledWith('roundhouse.showLog', given ?? id);
  registered.dispose();
});

test('a failure that nobody waited for names its server', async () => {
  showFailure(new UserError('debuggerNotAttached'), { id: 'user/till', name: 'till' });
  await vi.waitFor(() => expect(editor.run).toHaveBeenCalledOnce());
  expect(editor.run).toHaveBeenCalledWith('roundhouse.showLog', 'user/till');
  expect(editor.shown).toHaveBeenCalledWith(expect.stringMatching(/^till: The debugger could not/));
});
