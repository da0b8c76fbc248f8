import { signal } from '@preact/signals-core';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Workspace } from '../../../../src/client/workspace';
import type { ServerState } from '../../../../src/ipc/state';
import { entries, shopFile, snapshot } from '../samples';

const shown = vi.hoisted((): string[] => []);

vi.mock('vscode', () => ({
  ConfigurationTarget: {},
  EventEmitter: vi.fn(),
  l10n: { t: (said: string) => said },
  window: { showErrorMessage: (text: string) => Promise.resolve(void shown.push(text)) },
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { serverCommands } = await import('../../../../src/ui/tree/serverCommands.editor');

const files = [shopFile('{ "servers": { "till": { "command": "till" } } }')];
const [id = ''] = entries(files).keys();

function till(state: ServerState, runBy?: 'vscode' | 'undecided') {
  return entries(files, { till: snapshot(state) }, runBy);
}

/** Connects chat to the server. */
function connect(before: ReturnType<typeof till>) {
  const servers = signal(before);
  const model = { entries: servers, trusted: signal(true) } as unknown as Workspace;
  const startInChat = vi.fn();
  const done = serverCommands(model, { startInChat }).startInChat({ server: id }, undefined);
  return { servers, startInChat, done };
}

beforeEach(() => {
  shown.length = 0;
});

const failed = { kind: 'failed', error: { code: 'emptyCommand' } } as const;
const starting = { kind: 'starting', step: 'initializing', attempt: 1 } as const;

test.each([
  [till({ kind: 'idle', cached: false }, 'vscode'), 'VS Code runs this server'],
  [till({ kind: 'disabled', reason: { code: 'disabledBySettings' } }), 'till: '],
  [till(failed), 'till: '],
])('chat that cannot be connected is told of with its reason', async (before, text) => {
  await connect(before).done;
  expect(shown).toEqual([expect.stringContaining(text)]);
});

test.each([
  [till(failed), 'till: '],
  [new Map(), 'is not in the configuration any more'],
])('a server that is lost while chat connects is told of', async (after, text) => {
  const { servers, startInChat, done } = connect(till(starting));
  await vi.waitFor(() => expect(startInChat).toHaveBeenCalled());
  servers.value = after;
  await done;
  expect(shown).toEqual([expect.stringContaining(text)]);
});
