import { signal } from '@preact/signals-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import type { Workspace } from '../../../../src/client/workspace';
import type { LogEntry } from '../../../../src/ipc/contract';

const written = vi.hoisted((): string[] => []);

vi.mock('vscode', () => {
  const write = (text: string) => void written.push(text);
  const channel = { debug: write, info: write, warn: write, error: write };
  return {
    l10n: { t: (said: string) => said },
    window: { createOutputChannel: () => ({ ...channel, show: vi.fn(), dispose: vi.fn() }) },
  };
});

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { LogChannels } = await import('../../../../src/ui/diagnostics/logChannels.editor');

/** The channels of a window whose host has these lines. */
function open(stored: LogEntry[]) {
  written.length = 0;
  const lines = new Emitter<LogEntry>();
  const host = { onLog: lines.event, send: async () => [...stored] };
  const workspace = { host, entries: signal(new Map()) } as unknown as Workspace;
  const comes = (entry: LogEntry): void => {
    stored.push(entry);
    lines.fire(entry);
  };
  return { logs: new LogChannels(workspace), comes };
}

function line(text: string, time = Date.now()): LogEntry {
  return { id: 'till', time, level: 'info', text };
}

test('a log that was shown before the host had it is read when its first line comes', async () => {
  const stored: LogEntry[] = [];
  const { logs, comes } = open(stored);
  logs.show('till');
  await new Promise(setImmediate);
  stored.push(line('before'));
  comes(line('first'));
  await vi.waitFor(() => expect(written).toEqual(['before', 'first']));
  comes(line('second'));
  logs.show('till');
  await vi.waitFor(() => expect(written).toEqual(['before', 'first', 'second']));
  logs.dispose();
});

test('earlier lines have their time, and the date of another day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 30, 14, 30) });
  onTestFinished(() => void vi.useRealTimers());
  const at = (...[day, hour, minute]: [number, number, number]): number =>
    new Date(2026, 10, day, hour, minute, 5).getTime();
  const { logs, comes } = open([line('started', at(29, 9, 30)), line('crashed', at(30, 10, 2))]);
  logs.show('till');
  const earlier = ['2026-11-29 09:30:05 started', '10:02:05 crashed'];
  await vi.waitFor(() => expect(written).toEqual(earlier));
  comes(line('now'));
  // Lines of a server that the window joins.
  comes(line('before', at(30, 14, 29)));
  expect(written).toEqual([...earlier, 'now', '14:29:05 before']);
  logs.dispose();
});
