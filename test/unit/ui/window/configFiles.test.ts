import { mkdirSync, mkdtempSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { LogOutputChannel } from 'vscode';
import { ConfigFiles } from '../../../../src/ui/window/configFiles.editor';

/** A window without folders, whose watchers tell nothing. */
vi.mock('vscode', () => {
  const nothing = { dispose: () => undefined };
  const event = () => nothing;
  const watcher = { ...nothing, onDidCreate: event, onDidChange: event, onDidDelete: event };
  return {
    env: {},
    UIKind: {},
    Uri: { file: (fsPath: string) => ({ fsPath }) },
    RelativePattern: vi.fn(),
    workspace: {
      textDocuments: [],
      getConfiguration: () => ({ get: () => undefined }),
      createFileSystemWatcher: () => watcher,
      onDidChangeWorkspaceFolders: event,
      onDidChangeConfiguration: event,
      onDidSaveTextDocument: event,
      onDidOpenTextDocument: event,
    },
  };
});

test('a file that cannot be read is tried again until it can be, and named once', async () => {
  const user = mkdtempSync(join(tmpdir(), 'rh-user-'));
  const file = join(user, 'mcp.json');
  // A folder is a file that cannot be read, whoever tries.
  mkdirSync(file);
  const error = vi.fn();
  const log = { error, info: vi.fn() } as unknown as LogOutputChannel;
  const files = new ConfigFiles(join(user, 'globalStorage', 'extension'), log);
  await files.idle();
  expect(error).toHaveBeenCalledOnce();
  rmdirSync(file);
  writeFileSync(file, '{ "servers": { "till": { "command": "till" } } }');
  await expect
    .poll(() => files.files.value.flatMap(({ parsed }) => parsed.definitions))
    .toMatchObject([{ name: 'till' }]);
  expect(error).toHaveBeenCalledOnce();
  files.dispose();
});
