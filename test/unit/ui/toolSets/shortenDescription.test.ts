import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import type { ToolTokens } from '../../../../src/client/policy/toolTokens';
import { catalog, entries, shopFile, snapshot } from '../samples';
import type { WindowContext } from '../../../../src/ui/window/windowContext.editor';

const shown = vi.hoisted((): string[] => []);

vi.mock('vscode', () => ({
  ConfigurationTarget: {},
  EventEmitter: vi.fn(),
  commands: { executeCommand: (name: string) => Promise.resolve(void shown.push(name)) },
  l10n: { t: (said: string) => said },
  window: {
    showErrorMessage: (text: string) => Promise.resolve(void shown.push(text)),
    showInformationMessage: (text: string, button?: string) => {
      shown.push(text);
      return Promise.resolve(button);
    },
    showQuickPick: () => Promise.resolve(void shown.push('a list')),
  },
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { shortenDescription } =
  await import('../../../../src/ui/toolSets/shortenDescription.editor');

const id = 'folder:shop/till';
const file = shopFile('{ "servers": { "till": { "command": "till" } } }');

test.each([
  [new Map(), {}, ['No servers are configured.', 'roundhouse.addServer']],
  [
    entries([file]),
    {},
    ['No server has told its tools yet. Start a server first.', 'roundhouse.startServer'],
  ],
  [entries([file]), { server: id }, ['till: The server is not running. Start it first.']],
  [
    entries([file], {}, 'vscode'),
    { server: id },
    [expect.stringContaining('till: VS Code runs this server')],
  ],
  [entries([file], {}, 'vscode'), {}, [expect.stringMatching(/^VS Code runs this server/)]],
  [
    entries([file], { till: snapshot({ kind: 'running', since: 1 }) }),
    { server: id },
    ['"till" has not told its tools yet.'],
  ],
])('where no tool is known, the reason is told', async (servers, target, said) => {
  shown.length = 0;
  const workspace = { entries: signal(servers), catalogs: new Map() };
  await shortenDescription({ workspace } as unknown as WindowContext, {} as ToolTokens, target);
  await vi.waitFor(() => expect(shown).toEqual(said));
});

test('a server without tools is named', async () => {
  shown.length = 0;
  const catalogs = new Map([[id, catalog({ prompts: [{ name: 'greet' }] })]]);
  const workspace = { entries: signal(entries([file])), catalogs };
  const target = { server: id };
  await shortenDescription({ workspace } as unknown as WindowContext, {} as ToolTokens, target);
  expect(shown).toEqual(['"till" has no tools.']);
});
