import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { hostsOf, writeMachineSettings } from '../support/editor/openEditor';
import { editorForFile } from '../support/editor/fileEditor';
import { Tree } from '../support/editor/tree';
import { fakeEntry } from '../support/fakeServer/fakeServer';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { extensionHostsBelow, processesNaming } from '../support/processList';

// Two windows on one workspace, a reload, and the end of both: real processes, counted.

const parentPids = newPidFile();
const plainPids = newPidFile();
let second: Page;

const editor = editorForFile(() => {
  const parent = fakeEntry({ grandchild: true, pidFile: parentPids });
  const servers = { parent, plain: fakeEntry({ pidFile: plainPids }) };
  // The last test closes the window.
  return { folder: { servers }, agrees: false };
});

/** Every process of ours and of the servers. Each server's command line names its file of pids. */
function census() {
  return {
    hosts: hosts(),
    servers: [processesNaming(parentPids), processesNaming(plainPids)],
    grandchild: readPids(parentPids).grandchild ?? 0,
  };
}

function hosts(): number[] {
  return hostsOf(editor).filter(isRunning);
}

async function showsBothRunning(page: Page): Promise<void> {
  const tree = new Tree({ page });
  await tree.open();
  for (const name of ['parent', 'plain']) {
    await tree.row(`${name}running · 1 tool`).waitFor({ timeout: 60_000 });
  }
}

test('two windows on the same workspace have one host and one process per server', async () => {
  await showsBothRunning(editor.page);
  const alone = census();
  second = await editor.openWindow();
  await showsBothRunning(second);

  expect(census()).toEqual(alone);
  expect(alone.hosts).toHaveLength(1);
  expect(alone.servers.map((pids) => pids.length)).toEqual([1, 1]);
  expect(isRunning(alone.grandchild)).toBe(true);
});

test('a reload of one of two windows keeps every process', async () => {
  const before = census();
  await editor.page.reload();
  await showsBothRunning(editor.page);

  expect(census()).toEqual(before);
});

test('a reload of the only window keeps every process', async () => {
  const before = census();
  await second.close();
  // Its extension host lives a while longer, as the tab may reconnect.
  const dataFolder = join(editor.home, 'data');
  await vi.waitFor(() => expect(extensionHostsBelow(dataFolder)).toHaveLength(1), {
    timeout: 30_000,
    interval: 200,
  });
  await editor.page.reload();
  await showsBothRunning(editor.page);

  expect(census()).toEqual(before);
});

test('closing the last window leaves no process, neither ours nor of a server', async () => {
  const before = census();
  // The window tells the host its grace when it attaches.
  writeMachineSettings(editor, { 'roundhouse.hostGraceSeconds': 1 });
  await editor.page.reload();
  await showsBothRunning(editor.page);
  expect(census()).toEqual(before);

  await editor.page.goto('about:blank');
  await vi.waitFor(
    () => {
      const left = [...before.hosts, ...before.servers.flat(), before.grandchild];
      expect(left.filter(isRunning)).toEqual([]);
    },
    { timeout: 45_000, interval: 200 },
  );
  expect(hosts()).toEqual([]);
  expect(processesNaming(parentPids)).toEqual([]);
  expect(processesNaming(plainPids)).toEqual([]);
});
