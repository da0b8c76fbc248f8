import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import type { Workspace } from '../../../../src/client/workspace';
import { MemoryKeyValueStore } from '../../client/memoryStores';
import { entries, shopFile, snapshot } from '../samples';

const shown = vi.hoisted((): string[] => []);

vi.mock('vscode', () => ({
  EventEmitter: vi.fn(),
  l10n: { t: (said: string) => said },
  window: { showWarningMessage: (text: string) => Promise.resolve(void shown.push(text)) },
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { ToolReviews } = await import('../../../../src/ui/approval/toolReviews.editor');

const file = shopFile('{ "servers": { "till": { "command": "till" } } }');

/** The server with these tools held back, as its host says it. */
function till(...held: readonly string[]) {
  const vetted = held.length > 0 ? { held: [...held], fresh: [], flagged: {} } : undefined;
  return new Map([
    ['folder:shop/till', { ...snapshot({ kind: 'running', since: 0 }, { tools: 2 }), vetted }],
  ]);
}

test('tools that are held back are announced once, also after a reload, and anew when they were released', async () => {
  const store = new MemoryKeyValueStore();
  const servers = signal(till('refund'));
  const workspace = { host: { servers }, entries: signal(entries([file])) } as unknown as Workspace;
  const open = () => new ToolReviews(workspace, { show: vi.fn() }, store);
  /** Waits until the tools that were announced are stored. */
  const stored = (...held: readonly string[]) =>
    vi.waitFor(() => {
      const all = Object.values(store.get('roundhouse.announcedTools') ?? {});
      expect(all.flat()).toEqual(held);
    });
  const first = open();
  await stored('refund');
  first.dispose();
  const second = open();
  servers.value = till('refund', 'void');
  await stored('refund', 'void');
  await vi.waitFor(() => expect(shown).toHaveLength(2));
  servers.value = till('void');
  await stored('void');
  servers.value = till();
  await stored();
  expect(shown).toHaveLength(2);
  servers.value = till('refund');
  await stored('refund');
  await vi.waitFor(() => expect(shown).toHaveLength(3));
  second.dispose();
});
