import { describe, expect, test } from 'vitest';
import {
  namedFolders,
  windowFolders,
  windowSources,
  type WindowContext,
} from '../../../../src/config/read/windowSources';

const place: WindowContext = {
  platform: 'linux',
  home: '/home/ada',
  env: {},
  folders: [{ name: 'shop', path: '/work/shop' }],
  extensionData: '/data/User/globalStorage',
  filesIn: () => [],
  userFile: '/data/User/mcp.json',
  remote: false,
  discovery: {},
  editorDiscovery: {},
};

const summary = (at: WindowContext): readonly string[] =>
  windowSources(at).map(({ id, file, level, dialect, readByEditor }) =>
    [level, id, file, dialect, readByEditor ? 'shared' : 'ours'].join(' '),
  );

describe('windowSources', () => {
  test('without discovery only the files of VS Code and ours count, nearest first', () => {
    expect(summary({ ...place, workspaceFile: '/work/shop.code-workspace' })).toEqual([
      '0 roundhouse:shop /work/shop/.vscode/roundhouse.json vscode ours',
      '0 folder:shop /work/shop/.vscode/mcp.json vscode shared',
      '1 dotmcp:shop /work/shop/.mcp.json dotmcp shared',
      '100 workspace /work/shop.code-workspace codeWorkspace shared',
      '200 user /data/User/mcp.json vscode shared',
    ]);
  });

  test('in a remote window the user file is that of the remote machine', () => {
    expect(summary({ ...place, folders: [], remote: true })).toEqual([
      '150 remote /data/User/mcp.json vscode shared',
    ]);
  });

  test('a host that is turned on brings its project files and its own', () => {
    expect(summary({ ...place, discovery: { cursor: true, zed: 'yes' } }).slice(2)).toEqual([
      '1 dotmcp:shop /work/shop/.mcp.json dotmcp shared',
      '1 cursor:shop /work/shop/.cursor/mcp.json cursor ours',
      '200 user /data/User/mcp.json vscode shared',
      '400 cursor /home/ada/.cursor/mcp.json cursor ours',
    ]);
  });

  test.each([
    [{ 'cursor-global': true }, ['ours', 'shared']],
    [{ 'cursor-workspace': true }, ['shared', 'ours']],
    [true, ['shared', 'shared']],
    [undefined, ['ours', 'ours']],
  ])('VS Code reads what it discovers itself: %j', (editorDiscovery, expected) => {
    const found = windowSources({ ...place, discovery: { cursor: true }, editorDiscovery });
    const cursor = found.filter(({ dialect }) => dialect === 'cursor');
    expect(cursor.map(({ readByEditor }) => (readByEditor ? 'shared' : 'ours'))).toEqual(expected);
  });

  test('the folders of drop-in files are known where their host is turned on', () => {
    expect(windowFolders(place)).toEqual([]);
    expect(windowFolders({ ...place, discovery: { continue: true } })).toEqual([
      '/home/ada/.continue/mcpServers',
      '/work/shop/.continue/mcpServers',
    ]);
  });
});

test('folders get names that make server ids unique', () => {
  const folders = ['a', 'a (2)', 'a', 'x/y'].map((name) => ({ name, path: `/${name}` }));
  expect(namedFolders(folders).map(({ name }) => name)).toEqual(['a', 'a (2)', 'a (3)', 'x-y']);
});
