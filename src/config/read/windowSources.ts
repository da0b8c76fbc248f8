import { posix, win32 } from 'node:path';
import { isObject } from '../../base/json';
import { UniqueNames } from '../../base/uniqueNames';
import type { ConfigSource, DialectId } from '../definition';
import { levels } from '../precedence';

/** A window as far as it decides where servers may be configured. */
export interface WindowContext extends SourceContext {
  /** Absolute path of the `.code-workspace` file; absent where there is none on disk. */
  readonly workspaceFile?: string | undefined;
  /** Absolute path of the `mcp.json` of the product's or profile's user on this machine. */
  readonly userFile: string;
  /** The machine is not the one that the person sits at, who has an `mcp.json` there, too. */
  readonly remote: boolean;
  /** `roundhouse.discovery`, as it stands in the settings. */
  readonly discovery: unknown;
  /** VS Code's own `chat.mcp.discovery.enabled`. */
  readonly editorDiscovery: unknown;
}

/** VS Code's names of the files that it discovers itself where a person wants it. */
const editorNames: Partial<Record<DiscoverableHost, { user?: string; project?: string }>> = {
  'claude-desktop': { user: 'claude-desktop' },
  windsurf: { user: 'windsurf' },
  cursor: { user: 'cursor-global', project: 'cursor-workspace' },
};

/** All files that may configure servers of a window, nearest first, existing or not. */
export function windowSources(context: WindowContext): readonly ConfigSource[] {
  const { workspaceFile, userFile, remote } = context;
  const discovered = discoveredHosts(context).flatMap((host) =>
    hostFiles(host, context).map((source) => ({
      ...source,
      readByEditor: editorDiscovers(host, source, context),
    })),
  );
  const sources: readonly ConfigSource[] = [
    ...context.folders.flatMap((folder) => folderSources(folder, context)),
    ...(workspaceFile === undefined
      ? []
      : [
          {
            id: 'workspace',
            file: workspaceFile,
            dialect: 'codeWorkspace',
            level: levels.workspace,
            readByEditor: true,
          } as const,
        ]),
    {
      id: remote ? 'remote' : 'user',
      file: userFile,
      dialect: 'vscode',
      level: remote ? levels.remote : levels.user,
      readByEditor: true,
    },
    ...discovered,
  ];
  return sources.toSorted((one, other) => one.level - other.level);
}

/** The folders of a window in which any file may become a source. */
export function windowFolders(context: WindowContext): readonly string[] {
  return discoveredHosts(context).flatMap((host) => [...dropInFolders(host, context)]);
}

/** Folders with names that can stand in a server's id: each once, and without a slash. */
export function namedFolders(folders: readonly NamedFolder[]): readonly NamedFolder[] {
  const names = new UniqueNames((name, number) => `${name} (${number})`);
  return folders.map(({ name, path }) => ({ name: names.free(name.replaceAll('/', '-')), path }));
}

function folderSources(
  { name, path: folder }: NamedFolder,
  context: SourceContext,
): ConfigSource[] {
  const paths = context.platform === 'win32' ? win32 : posix;
  const at = (...parts: readonly string[]): string => paths.join(folder, ...parts);
  const own = { folder, dialect: 'vscode', level: levels.folder } as const;
  return [
    {
      ...own,
      id: `roundhouse:${name}`,
      file: at('.vscode', 'roundhouse.json'),
      readByEditor: false,
    },
    { ...own, id: `folder:${name}`, file: at('.vscode', 'mcp.json'), readByEditor: true },
    {
      id: `dotmcp:${name}`,
      file: at('.mcp.json'),
      folder,
      dialect: 'dotmcp',
      level: levels.project,
      readByEditor: true,
    },
  ];
}

function discoveredHosts({ discovery }: WindowContext): readonly DiscoverableHost[] {
  return discoverableHosts.filter((host) => isOn(discovery, host));
}

function editorDiscovers(
  host: DiscoverableHost,
  { folder }: ConfigSource,
  { editorDiscovery }: WindowContext,
): boolean {
  const names = editorNames[host];
  const name = folder === undefined ? names?.user : names?.project;
  return name !== undefined && (editorDiscovery === true || isOn(editorDiscovery, name));
}

function isOn(switches: unknown, name: string): boolean {
  return isObject(switches) && switches[name] === true;
}

/** Hosts whose files can be found on a machine. Cherry Studio keeps its servers in a database. */
type DiscoverableHost = Exclude<DialectId, 'vscode' | 'codeWorkspace' | 'dotmcp' | 'cherry-studio'>;

/** A workspace folder; no two have the same name. */
interface NamedFolder {
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
}

/** The machine and the window in which other hosts' files are looked for. */
export interface SourceContext {
  readonly platform: NodeJS.Platform;
  /** Absolute path of the person's home folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folders: readonly NamedFolder[];
  /** Absolute path of the folder in which the extensions of this editor keep their files. */
  readonly extensionData: string;
  /** Names of the files in a folder; none where it does not exist. */
  readonly filesIn: (folder: string) => readonly string[];
}

/**
 * The possible files of a host, a project's before the person's own; few of them exist. A project's source is
 * `<host>:<folder>`, the person's `<host>`. Further ones have a number or the file's name.
 */
export function hostFiles(host: DiscoverableHost, context: SourceContext): readonly ConfigSource[] {
  const paths = context.platform === 'win32' ? win32 : posix;
  const join = (...parts: readonly string[]): string => paths.join(...parts);
  const found = places[host]({ ...context, join, roaming: roamingFolder(context, join) });
  const own = found.user.map((file) => source(host, file));
  const projects = context.folders.flatMap((folder) =>
    (found.project?.(folder.path) ?? []).map((file) => source(host, file, folder)),
  );
  const ids = new UniqueNames((id, number) => `${id} (${number})`);
  return [...projects, ...own].map((source) => ({ ...source, id: ids.free(source.id) }));
}

/** The folders in which each file is a source of its own, whether they exist or not. */
export function dropInFolders(host: DiscoverableHost, context: SourceContext): readonly string[] {
  if (host !== 'continue') return [];
  const paths = context.platform === 'win32' ? win32 : posix;
  return [context.home, ...context.folders.map(({ path }) => path)].map((folder) =>
    paths.join(folder, '.continue', 'mcpServers'),
  );
}

interface FoundFile {
  readonly file: string;
  /** Tells it from the host's other files, where these come and go. */
  readonly name?: string;
  /** The format where it is not the host's own. */
  readonly dialect?: DialectId;
}

interface Found {
  readonly user: readonly FoundFile[];
  readonly project?: (folder: string) => readonly FoundFile[];
}

interface Paths extends SourceContext {
  readonly join: (...parts: readonly string[]) => string;
  /** The folder of a user's settings on this platform. */
  readonly roaming: string;
}

const places: Readonly<Record<DiscoverableHost, (at: Paths) => Found>> = {
  'claude-desktop': ({ join, roaming }) => ({
    user: [{ file: join(roaming, 'Claude', 'claude_desktop_config.json') }],
  }),
  // The servers of one project stand in the person's file, too, under the project's path.
  'claude-code': ({ env, home, join }) => {
    const file = { file: join(env['CLAUDE_CONFIG_DIR'] ?? home, '.claude.json') };
    return { user: [file], project: () => [file] };
  },
  cursor: ({ home, join }) => ({
    user: [{ file: join(home, '.cursor', 'mcp.json') }],
    project: (folder) => [{ file: join(folder, '.cursor', 'mcp.json') }],
  }),
  windsurf: ({ home, join }) => ({
    user: [{ file: join(home, '.codeium', 'windsurf', 'mcp_config.json') }],
  }),
  cline: ({ extensionData, home, join }) => {
    const settings = ['settings', 'cline_mcp_settings.json'];
    return {
      user: [
        { file: join(home, '.cline', 'data', ...settings) },
        { file: join(extensionData, 'saoudrizwan.claude-dev', ...settings) },
      ],
    };
  },
  roo: ({ extensionData, join }) => ({
    user: [
      {
        file: join(extensionData, 'rooveterinaryinc.roo-cline', 'settings', 'mcp_settings.json'),
      },
    ],
    project: (folder) => [{ file: join(folder, '.roo', 'mcp.json') }],
  }),
  continue: (at) => {
    const home = at.join(at.home, '.continue');
    return {
      user: [{ file: at.join(home, 'config.yaml') }, ...droppedIn(home, at)],
      project: (folder) => droppedIn(at.join(folder, '.continue'), at),
    };
  },
  codex: ({ env, home, join }) => ({
    user: [{ file: join(env['CODEX_HOME'] ?? join(home, '.codex'), 'config.toml') }],
    project: (folder) => [{ file: join(folder, '.codex', 'config.toml') }],
  }),
  gemini: ({ home, join }) => ({
    user: [{ file: join(home, '.gemini', 'settings.json') }],
    project: (folder) => [{ file: join(folder, '.gemini', 'settings.json') }],
  }),
  opencode: ({ env, home, join }) => {
    const both = (folder: string): FoundFile[] =>
      ['opencode.json', 'opencode.jsonc'].map((name) => ({ file: join(folder, name) }));
    return {
      user: both(join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'opencode')),
      project: both,
    };
  },
  zed: ({ env, home, join, platform, roaming }) => {
    const config = env['XDG_CONFIG_HOME'] ?? join(home, '.config');
    const own = platform === 'win32' ? join(roaming, 'Zed') : join(config, 'zed');
    return {
      user: [{ file: join(own, 'settings.json') }],
      project: (folder) => [{ file: join(folder, '.zed', 'settings.json') }],
    };
  },
  trae: ({ join, roaming }) => ({
    user: [{ file: join(roaming, 'Trae', 'User', 'mcp.json') }],
    project: (folder) => [{ file: join(folder, '.trae', 'mcp.json') }],
  }),
};

/** Every host whose files can be found. */
export const discoverableHosts = Object.keys(places) as readonly DiscoverableHost[];

/** Continue reads every file in `mcpServers`: YAML of its own, and JSON as Claude writes it. */
function droppedIn(folder: string, { filesIn, join }: Paths): readonly FoundFile[] {
  const dropIns = join(folder, 'mcpServers');
  return filesIn(dropIns)
    .filter((name) => /\.(?:json|ya?ml)$/i.test(name))
    .toSorted()
    .map((name) => ({
      file: join(dropIns, name),
      name,
      ...(/\.json$/i.test(name) && { dialect: 'claude-desktop' as const }),
    }));
}

function roamingFolder({ env, home, platform }: SourceContext, join: Paths['join']): string {
  if (platform === 'win32') return env['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return env['XDG_CONFIG_HOME'] ?? join(home, '.config');
}

function source(
  host: DiscoverableHost,
  { file, dialect, name }: FoundFile,
  folder?: NamedFolder,
): ConfigSource {
  const id = folder ? `${host}:${folder.name}` : host;
  return {
    id: name === undefined ? id : `${id} (${name})`,
    file,
    ...(folder && { folder: folder.path }),
    dialect: dialect ?? host,
    level: folder ? levels.project : levels.host,
    readByEditor: false,
    external: true,
  };
}
