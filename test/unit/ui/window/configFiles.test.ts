import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  promises,
  realpathSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { effect } from '@preact/signals-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { LogOutputChannel } from 'vscode';
import { untilTestEnds } from '../../../support/spies';

const shop = mkdtempSync(join(tmpdir(), 'rh-shop-'));
const editor = vi.hoisted(() => ({
  save: (_saved: { uri: { fsPath: string } }): void => undefined,
  /** What is told of a change of any file. */
  changed: (): void => undefined,
  foldersChanged: (): void => undefined,
  hasFolders: true,
  RelativePattern: vi.fn(),
  workspaceFile: undefined as { scheme: string; fsPath: string } | undefined,
}));

/** A window with a folder on disk and one elsewhere, whose watchers tell only what a test tells them. */
vi.mock('vscode', () => {
  const nothing = { dispose: () => undefined };
  const event = () => nothing;
  const watcher = {
    ...nothing,
    onDidCreate: event,
    onDidChange: (listener: () => void) => {
      const others = editor.changed;
      editor.changed = () => {
        others();
        listener();
      };
      return nothing;
    },
    onDidDelete: event,
  };
  return {
    env: {},
    UIKind: {},
    Uri: { file: (fsPath: string) => ({ fsPath }) },
    RelativePattern: editor.RelativePattern,
    workspace: {
      get workspaceFile() {
        return editor.workspaceFile;
      },
      textDocuments: [],
      get workspaceFolders() {
        const uri = { scheme: 'file', fsPath: shop, toString: () => `file://${shop}` };
        const elsewhere = { scheme: 'vscode-vfs', fsPath: '/ada/elsewhere' };
        const folders = [
          { name: 'shop', uri },
          { name: 'elsewhere', uri: elsewhere },
        ];
        return editor.hasFolders ? folders : [];
      },
      getConfiguration: () => ({ get: () => undefined }),
      createFileSystemWatcher: () => watcher,
      onDidChangeWorkspaceFolders: (listener: () => void) => {
        editor.foldersChanged = listener;
        return nothing;
      },
      onDidChangeConfiguration: event,
      onDidSaveTextDocument: (listener: typeof editor.save) => {
        editor.save = listener;
        return nothing;
      },
      onDidOpenTextDocument: event,
    },
  };
});

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { ConfigFiles } = await import('../../../../src/ui/window/configFiles.editor');

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

const hasPipes = process.platform !== 'win32';

test.runIf(hasPipes)(
  'a file that is read for long holds up no other, and is taken when it comes',
  async () => {
    const user = mkdtempSync(join(tmpdir(), 'rh-user-'));
    const file = join(user, 'mcp.json');
    // Nothing can be read of a pipe until somebody writes.
    execFileSync('mkfifo', [file]);
    mkdirSync(join(shop, '.vscode'), { recursive: true });
    const error = vi.fn();
    const log = { error, info: vi.fn() } as unknown as LogOutputChannel;
    const files = new ConfigFiles(join(user, 'globalStorage', 'extension'), log);
    const names = () =>
      files.files.value.flatMap(({ parsed }) => parsed.definitions.map(({ name }) => name));
    writeFileSync(
      join(shop, '.vscode', 'mcp.json'),
      '{ "servers": { "shelf": { "command": "shelf" } } }',
    );
    await files.idle();
    expect(names()).toEqual(['shelf']);
    expect(error).toHaveBeenCalledExactlyOnceWith(`${file}: Error: not read within 2000 ms`);
    await writeFile(file, '{ "servers": { "till": { "command": "till" } } }');
    await expect.poll(names).toEqual(['shelf', 'till']);
    files.dispose();
  },
);

test('a file that is broken from the beginning counts as far as it can be read, until it was whole', async () => {
  const user = mkdtempSync(join(tmpdir(), 'rh-user-'));
  const file = join(user, 'mcp.json');
  writeFileSync(file, '{ "servers": { "a": { "command": }, "b": { "command": "b" } } }');
  const log = { error: vi.fn(), info: vi.fn() } as unknown as LogOutputChannel;
  const files = new ConfigFiles(join(user, 'globalStorage', 'extension'), log);
  const names = () =>
    files.files.value
      .filter(({ source }) => source.file === file)
      .flatMap(({ parsed }) => parsed.definitions.map(({ name }) => name));
  const save = (entries: string): void => {
    writeFileSync(file, `{ "servers": { ${entries} } }`);
    editor.save({ uri: { fsPath: file } });
  };
  await files.idle();
  expect(names()).toEqual(['b']);
  save('"a": { "command": }, "b": { "command": "b" }, "c": { "command": "c" }');
  await expect.poll(names).toEqual(['b', 'c']);
  save('"a": { "command": "a" }, "c": { "command": "c" }');
  await expect.poll(names).toEqual(['a', 'c']);
  save('"a": { "command": "a" }, "c": { "command": }, "d": { "command": "d" }');
  await expect.poll(() => files.files.value.some(({ parsed }) => !parsed.complete)).toBe(true);
  expect(names()).toEqual(['a', 'c']);
  files.dispose();
});

test('a folder that is not on disk has no files', async () => {
  const user = mkdtempSync(join(tmpdir(), 'rh-user-'));
  const log = { error: vi.fn(), info: vi.fn() } as unknown as LogOutputChannel;
  const files = new ConfigFiles(join(user, 'globalStorage', 'extension'), log);
  const folders = new Set(files.sources.flatMap(({ folder }) => folder ?? []));
  expect([...folders]).toEqual([shop]);
  await files.idle();
  files.dispose();
});

test('a save is read at once for whoever waits for it', async () => {
  const user = mkdtempSync(join(tmpdir(), 'rh-user-'));
  const file = join(user, 'mcp.json');
  const log = { error: vi.fn(), info: vi.fn() } as unknown as LogOutputChannel;
  const files = new ConfigFiles(join(user, 'globalStorage', 'extension'), log);
  await files.idle();
  writeFileSync(file, '{ "servers": { "till": { "command": "till" } } }');
  editor.save({ uri: { fsPath: file } });
  await files.idle();
  const names = files.files.value.flatMap(({ parsed }) =>
    parsed.definitions.map((one) => one.name),
  );
  expect(names).toContain('till');
  files.dispose();
});

test.runIf(process.platform !== 'win32')(
  'a symbolic link is watched at its target, and read when that is saved',
  async () => {
    const user = mkdtempSync(join(tmpdir(), 'rh-user-'));
    const dotfiles = realpathSync(mkdtempSync(join(tmpdir(), 'rh-dotfiles-')));
    const target = join(dotfiles, 'servers.json');
    writeFileSync(target, '{ "servers": { "till": { "command": "till" } } }');
    symlinkSync(target, join(user, 'mcp.json'));
    const log = { error: vi.fn(), info: vi.fn() } as unknown as LogOutputChannel;
    const files = new ConfigFiles(join(user, 'globalStorage', 'extension'), log);
    const names = () =>
      files.files.value
        .filter(({ source }) => source.id === 'user')
        .flatMap(({ parsed }) => parsed.definitions.map(({ name }) => name));
    await files.idle();
    expect(names()).toEqual(['till']);
    expect(editor.RelativePattern).toHaveBeenCalledWith({ fsPath: dotfiles }, 'servers.json');
    writeFileSync(target, '{ "servers": { "shelf": { "command": "shelf" } } }');
    editor.save({ uri: { fsPath: target } });
    await files.idle();
    expect(names()).toEqual(['shelf']);
    editor.RelativePattern.mockClear();
    editor.save({ uri: { fsPath: target } });
    await files.idle();
    expect(editor.RelativePattern).not.toHaveBeenCalled();
    files.dispose();
  },
);

test('a file is read on a drive that tells no real path', async () => {
  const user = mkdtempSync(join(tmpdir(), 'rh-user-'));
  writeFileSync(join(user, 'mcp.json'), '{ "servers": { "till": { "command": "till" } } }');
  const refusal = Object.assign(new Error('illegal operation'), { code: 'EISDIR' });
  const refused = vi.spyOn(promises, 'realpath').mockRejectedValue(refusal);
  untilTestEnds(refused);
  const error = vi.fn();
  const log = { error, info: vi.fn() } as unknown as LogOutputChannel;
  const files = new ConfigFiles(join(user, 'globalStorage', 'extension'), log);
  await files.idle();
  const names = files.files.value.flatMap(({ parsed }) =>
    parsed.definitions.map(({ name }) => name),
  );
  expect(names).toContain('till');
  expect(error).not.toHaveBeenCalled();
  files.dispose();
});

test('a file that another program changes is not read before its time', async () => {
  const user = mkdtempSync(join(tmpdir(), 'rh-user-'));
  const file = join(user, 'mcp.json');
  const text = '{ "servers": { "till": { "command": "till" } } }';
  writeFileSync(file, text);
  const log = { error: vi.fn(), info: vi.fn() } as unknown as LogOutputChannel;
  editor.changed = () => undefined;
  const files = new ConfigFiles(join(user, 'globalStorage', 'extension'), log);
  const names = () =>
    files.files.value
      .filter(({ source }) => source.file === file)
      .flatMap(({ parsed }) => parsed.definitions.map(({ name }) => name));
  await files.idle();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  // Whoever writes a file may empty it first.
  writeFileSync(file, '');
  editor.changed();
  await files.idle();
  expect(names()).toEqual(['till']);
  writeFileSync(file, text.replaceAll('till', 'shelf'));
  editor.changed();
  vi.advanceTimersByTime(100);
  await files.idle();
  expect(names()).toEqual(['shelf']);
  files.dispose();
});

test('a file whose name holds characters of a pattern is watched by its name', async () => {
  const user = mkdtempSync(join(tmpdir(), 'rh-user-'));
  editor.workspaceFile = { scheme: 'file', fsPath: join(user, 'my[1]{a}.code-workspace') };
  const log = { error: vi.fn(), info: vi.fn() } as unknown as LogOutputChannel;
  const files = new ConfigFiles(join(user, 'globalStorage', 'extension'), log);
  editor.workspaceFile = undefined;
  expect(editor.RelativePattern).toHaveBeenCalledWith(
    { fsPath: user },
    'my[[]1[]][{]a[}].code-workspace',
  );
  await files.idle();
  files.dispose();
});

test('the user file is that of the profile that the folder has', async () => {
  const user = mkdtempSync(join(tmpdir(), 'rh-user-'));
  const id = '-1a2b3c';
  const profile = join(user, 'profiles', id);
  for (const folder of [profile, join(user, 'globalStorage')])
    mkdirSync(folder, { recursive: true });
  const state = {
    userDataProfiles: [{ location: id, name: 'Shop' }],
    profileAssociations: { workspaces: { [`file://${shop}`]: id } },
  };
  writeFileSync(join(user, 'globalStorage', 'storage.json'), JSON.stringify(state));
  const log = { error: vi.fn(), info: vi.fn() } as unknown as LogOutputChannel;
  const files = new ConfigFiles(join(user, 'globalStorage', 'extension'), log);
  expect(files.sources.find(({ id }) => id === 'user')?.file).toBe(join(profile, 'mcp.json'));
  await files.idle();
  files.dispose();
});

test('the servers of a removed folder are gone with its settings, before anything is read', async () => {
  const user = mkdtempSync(join(tmpdir(), 'rh-user-'));
  writeFileSync(join(user, 'mcp.json'), '{ "servers": { "till": { "command": "till" } } }');
  mkdirSync(join(shop, '.vscode'), { recursive: true });
  writeFileSync(
    join(shop, '.vscode', 'mcp.json'),
    '{ "servers": { "shelf": { "command": "shelf" } } }',
  );
  const info = vi.fn();
  const log = { error: vi.fn(), info } as unknown as LogOutputChannel;
  const files = new ConfigFiles(join(user, 'globalStorage', 'extension'), log);
  onTestFinished(() => {
    editor.hasFolders = true;
    files.dispose();
  });
  const names = () =>
    files.files.value.flatMap(({ parsed }) => parsed.definitions.map(({ name }) => name));
  await files.idle();
  expect(names()).toEqual(['shelf', 'till']);
  // A reading is under way.
  editor.foldersChanged();
  await new Promise(setImmediate);
  editor.hasFolders = false;
  editor.foldersChanged();
  const shown: string[] = [];
  onTestFinished(effect(() => void shown.push(names().join(' '))));
  info.mockClear();
  await files.idle();
  expect(new Set(shown)).toEqual(new Set(['till']));
  expect(info).toHaveBeenCalledOnce();
});

test('a file of a workspace that is too large is not read; its servers stay, and its problem says why', async () => {
  const user = mkdtempSync(join(tmpdir(), 'rh-user-'));
  mkdirSync(join(shop, '.vscode'), { recursive: true });
  const file = join(shop, '.vscode', 'mcp.json');
  const text = '{ "servers": { "till": { "command": "till" } } }';
  const save = (written: string): void => {
    writeFileSync(file, written);
    editor.save({ uri: { fsPath: file } });
  };
  writeFileSync(file, text);
  // The person's own file may have more.
  writeFileSync(join(user, 'mcp.json'), text.replaceAll('till', 'shelf') + ' '.repeat(1_000_000));
  const error = vi.fn();
  const log = { error, info: vi.fn() } as unknown as LogOutputChannel;
  const files = new ConfigFiles(join(user, 'globalStorage', 'extension'), log);
  onTestFinished(() => {
    files.dispose();
    writeFileSync(file, text);
  });
  const names = () =>
    files.files.value.flatMap(({ parsed }) => parsed.definitions.map(({ name }) => name));
  const codes = () =>
    files.files.value.flatMap(({ parsed }) => parsed.problems.map(({ code }) => code));
  await files.idle();
  expect(names()).toEqual(['till', 'shelf']);
  save(text.replaceAll('till', 'evil') + ' '.repeat(1_000_000));
  await files.idle();
  expect(names()).toEqual(['till', 'shelf']);
  expect(codes()).toEqual(['fileTooLarge']);
  expect(error).not.toHaveBeenCalled();
  save(text.replaceAll('till', 'gate'));
  await files.idle();
  expect(names()).toEqual(['gate', 'shelf']);
  expect(codes()).toEqual([]);
});

test.runIf(hasPipes)('a link of a workspace to what has no end is not followed', async () => {
  const user = mkdtempSync(join(tmpdir(), 'rh-user-'));
  mkdirSync(join(shop, '.vscode'), { recursive: true });
  const device = join(shop, '.vscode', 'roundhouse.json');
  symlinkSync('/dev/zero', device);
  const error = vi.fn();
  const log = { error, info: vi.fn() } as unknown as LogOutputChannel;
  const files = new ConfigFiles(join(user, 'globalStorage', 'extension'), log);
  onTestFinished(() => {
    files.dispose();
    rmSync(device);
  });
  await files.idle();
  expect(error).toHaveBeenCalledExactlyOnceWith(`${device}: Error: is not a file`);
});
