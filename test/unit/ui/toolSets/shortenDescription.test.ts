import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import type { ToolTokens } from '../../../../src/client/policy/toolTokens';
import type { WindowContext } from '../../../../src/ui/window/windowContext.editor';

const shown = vi.hoisted((): string[] => []);

vi.mock('vscode', () => ({
  ConfigurationTarget: {},
  EventEmitter: vi.fn(),
  l10n: { t: (said: string) => said },
  window: {
    showInformationMessage: (text: string) => Promise.resolve(void shown.push(text)),
    showQuickPick: () => Promise.resolve(void shown.push('a list')),
  },
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { shortenDescription } =
  await import('../../../../src/ui/toolSets/shortenDescription.editor');

test('where no server has told its tools, that is said', async () => {
  const model = { entries: signal(new Map()), catalogs: new Map() };
  await shortenDescription({ model } as unknown as WindowContext, {} as ToolTokens, {});
  expect(shown).toEqual(['No server has told its tools yet. Start a server first.']);
});
