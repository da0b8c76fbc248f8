import { describe, expect, test } from 'vitest';
import {
  namedFolders,
  windowFolders,
  windowSources,
  type WindowPlace,
  discoverableHosts,
  dropInFolders,
  hostFiles,
  type SourceContext,
} from '../../../../src/config/read/windowSources';

const place: WindowPlace = {
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

const summary = (at: WindowPlace): readonly string[] =>
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

const linux: SourceContext = {
  platform: 'linux',
  home: '/home/ada',
  env: {},
  folders: [],
  extensionData: '/home/ada/.config/Code/User/globalStorage',
  filesIn: () => [],
};
const mac: SourceContext = { ...linux, platform: 'darwin', home: '/Users/ada' };
const windows: SourceContext = {
  ...linux,
  platform: 'win32',
  home: 'C:\\Users\\ada',
  env: { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' },
  extensionData: 'C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\globalStorage',
};

const files = (host: (typeof discoverableHosts)[number], place: SourceContext): readonly string[] =>
  hostFiles(host, place).map(({ file }) => file);

describe('hostFiles', () => {
  test.each([
    ['claude-desktop', linux, '/home/ada/.config/Claude/claude_desktop_config.json'],
    [
      'claude-desktop',
      mac,
      '/Users/ada/Library/Application Support/Claude/claude_desktop_config.json',
    ],
    [
      'claude-desktop',
      windows,
      'C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
    ],
    ['claude-code', linux, '/home/ada/.claude.json'],
    ['cursor', windows, 'C:\\Users\\ada\\.cursor\\mcp.json'],
    ['windsurf', mac, '/Users/ada/.codeium/windsurf/mcp_config.json'],
    ['cline', linux, '/home/ada/.cline/data/settings/cline_mcp_settings.json'],
    [
      'roo',
      linux,
      '/home/ada/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json',
    ],
    ['continue', linux, '/home/ada/.continue/config.yaml'],
    ['codex', linux, '/home/ada/.codex/config.toml'],
    ['gemini', linux, '/home/ada/.gemini/settings.json'],
    ['opencode', linux, '/home/ada/.config/opencode/opencode.json'],
    ['zed', mac, '/Users/ada/.config/zed/settings.json'],
    ['zed', windows, 'C:\\Users\\ada\\AppData\\Roaming\\Zed\\settings.json'],
    ['trae', mac, '/Users/ada/Library/Application Support/Trae/User/mcp.json'],
  ] as const)('%s keeps its servers in the right place', (host, place, file) => {
    expect(files(host, place)[0]).toBe(file);
  });

  test('Claude Desktop as a package of Windows has its own file, first where it is installed', () => {
    const packaged = 'C:\\Users\\ada\\AppData\\Local\\Packages\\Claude_pzs8sxrjxfjjc';
    const own = `${packaged}\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json`;
    const usual = 'C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json';
    const filesIn = (folder: string) => (folder.includes('Claude_') ? ['config.json'] : []);
    const installed = { ...place, ...windows, filesIn };
    expect(files('claude-desktop', windows)).toEqual([usual, own]);
    expect(files('claude-desktop', installed)).toEqual([own, usual]);
    // VS Code does not know that file.
    const discovered = { discovery: { 'claude-desktop': true }, editorDiscovery: true };
    const sources = windowSources({ ...installed, ...discovered });
    const shared = sources.filter(({ readByEditor }) => readByEditor).map(({ file }) => file);
    expect(shared).toContain(usual);
    expect(shared).not.toContain(own);
    const ids = new Map(sources.map(({ file, id }) => [file, id]));
    expect([ids.get(usual), ids.get(own)]).toEqual(['claude-desktop', 'claude-desktop (package)']);
  });

  test('folders that the environment names count', () => {
    const place = {
      ...linux,
      env: { XDG_CONFIG_HOME: '/cfg', CODEX_HOME: '/codex', CLAUDE_CONFIG_DIR: '/claude' },
    };
    expect(files('claude-desktop', place)).toEqual(['/cfg/Claude/claude_desktop_config.json']);
    expect(files('codex', place)).toEqual(['/codex/config.toml']);
    expect(files('claude-code', place)).toEqual(['/claude/.claude.json']);
    expect(files('zed', place)).toEqual(['/cfg/zed/settings.json']);
    expect(files('opencode', place)[1]).toBe('/cfg/opencode/opencode.jsonc');
  });

  test('empty ones count as none', () => {
    const env = { XDG_CONFIG_HOME: '', CODEX_HOME: '', CLAUDE_CONFIG_DIR: '' };
    for (const host of ['claude-desktop', 'codex', 'claude-code', 'zed', 'opencode'] as const)
      expect(files(host, { ...linux, env })).toEqual(files(host, linux));
  });

  test("a project's files come first, belong to the folder and win over the person's own", () => {
    const place = { ...linux, folders: [{ name: 'shop', path: '/work/shop' }] };
    expect(hostFiles('cursor', place)).toMatchObject([
      { id: 'cursor:shop', file: '/work/shop/.cursor/mcp.json', folder: '/work/shop', level: 1 },
      { id: 'cursor', file: '/home/ada/.cursor/mcp.json', level: 400 },
    ]);
    expect(hostFiles('claude-code', place)).toMatchObject([
      { id: 'claude-code:shop', file: '/home/ada/.claude.json', folder: '/work/shop' },
      { id: 'claude-code', file: '/home/ada/.claude.json' },
    ]);
  });

  test('every file that Continue takes in is a source of its own', () => {
    const place = {
      ...linux,
      filesIn: (folder: string) =>
        folder === '/home/ada/.continue/mcpServers' ? ['b.json', 'notes.md', 'a.yaml'] : [],
    };
    expect(hostFiles('continue', place)).toMatchObject([
      { id: 'continue', file: '/home/ada/.continue/config.yaml', dialect: 'continue' },
      {
        id: 'continue (a.yaml)',
        file: '/home/ada/.continue/mcpServers/a.yaml',
        dialect: 'continue',
      },
      {
        id: 'continue (b.json)',
        file: '/home/ada/.continue/mcpServers/b.json',
        dialect: 'claude-desktop',
      },
    ]);
  });

  test('the folders whose files come and go are named', () => {
    const place = { ...windows, folders: [{ name: 'shop', path: 'D:\\shop' }] };
    expect(dropInFolders('continue', place)).toEqual([
      'C:\\Users\\ada\\.continue\\mcpServers',
      'D:\\shop\\.continue\\mcpServers',
    ]);
    expect(dropInFolders('cursor', place)).toEqual([]);
  });

  test('all are external and none is read by the editor', () => {
    const place = { ...linux, folders: [{ name: 'shop', path: '/work/shop' }] };
    for (const host of discoverableHosts) {
      const sources = hostFiles(host, place);
      expect(sources.length).toBeGreaterThan(0);
      for (const source of sources) {
        expect(source).toMatchObject({ external: true, readByEditor: false });
      }
      expect(new Set(sources.map(({ id }) => id)).size).toBe(sources.length);
    }
  });
});
