import { posix, win32 } from 'node:path';
import type { Environment } from '../../base/environment';
import { isObject } from '../../base/json';
import { UniqueNames } from '../../base/uniqueNames';
import type { ConfigSource, DialectId } from '../definition';
import { levels } from '../precedence';

/** A window as far as it decides where servers may be configured. */
export interface WindowPlace extends SourceContext {
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
export function windowSources(context: WindowPlace): readonly ConfigSource[] {
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
export function windowFolders(context: WindowPlace): readonly string[] {
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
  const at = (...parts: readonly string[]): string => pathsOf(context).join(folder, ...parts);
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

function discoveredHosts({ discovery }: WindowPlace): readonly DiscoverableHost[] {
  return discoverableHosts.filter((host) => isOn(discovery, host));
}

function editorDiscovers(
  host: DiscoverableHost,
  { file, folder }: ConfigSource,
  { editorDiscovery }: WindowPlace,
): boolean {
  if (file.includes(claudePackage)) return false;
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
  readonly env: Environment;
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
  const paths = pathsOf(context);
  const { user, project } = places[host]({ ...context, ...configFolders(context) });
  const filesFor = (files: readonly string[], root: string, folder?: NamedFolder) => [
    ...files.map((file) => source(host, paths.normalize(file), folder)),
    ...(host === 'continue' ? droppedIn(root, context, folder) : []),
  ];
  const ids = new UniqueNames((id, number) => `${id} (${number})`);
  return [
    ...context.folders.flatMap((folder) =>
      filesFor(project?.(folder.path) ?? [], folder.path, folder),
    ),
    ...filesFor(user, context.home),
  ].map((source) => ({ ...source, id: ids.free(source.id) }));
}

/** The folders in which each file is a source of its own, whether they exist or not. */
export function dropInFolders(host: DiscoverableHost, context: SourceContext): readonly string[] {
  if (host !== 'continue') return [];
  const roots = [context.home, ...context.folders.map(({ path }) => path)];
  return roots.map((root) => dropInFolder(root, context));
}

/** Absolute paths; those of Windows may have slashes of either kind. */
interface Places {
  readonly user: readonly string[];
  readonly project?: (folder: string) => readonly string[];
}

interface ConfigFolders {
  /** The folder of a user's settings on this platform. */
  readonly roaming: string;
  /** The folder of a user's settings by the XDG rules. */
  readonly config: string;
}

/** The family of the package (MSIX) of Claude Desktop, whose settings Windows keeps in a folder of its own. */
const claudePackage = 'Claude_pzs8sxrjxfjjc';

const places: Readonly<
  Record<DiscoverableHost, (context: SourceContext & ConfigFolders) => Places>
> = {
  'claude-desktop': ({ env, filesIn, home, platform, roaming }) => {
    const name = 'claude_desktop_config.json';
    const usual = `${roaming}/Claude/${name}`;
    if (platform !== 'win32') return { user: [usual] };
    const packages = `${env['LOCALAPPDATA'] || `${home}/AppData/Local`}/Packages`;
    const folder = `${packages}/${claudePackage}/LocalCache/Roaming/Claude`;
    const packaged = `${folder}/${name}`;
    return { user: filesIn(folder).length > 0 ? [packaged, usual] : [usual, packaged] };
  },
  // The servers of one project stand in the person's file, too, under the project's path.
  'claude-code': ({ env, home }) => {
    const files = [`${env['CLAUDE_CONFIG_DIR'] || home}/.claude.json`];
    return { user: files, project: () => files };
  },
  cursor: ({ home }) => ({
    user: [`${home}/.cursor/mcp.json`],
    project: (folder) => [`${folder}/.cursor/mcp.json`],
  }),
  windsurf: ({ home }) => ({ user: [`${home}/.codeium/windsurf/mcp_config.json`] }),
  cline: ({ extensionData, home }) => ({
    user: [
      `${home}/.cline/data/settings/cline_mcp_settings.json`,
      `${extensionData}/saoudrizwan.claude-dev/settings/cline_mcp_settings.json`,
    ],
  }),
  roo: ({ extensionData }) => ({
    user: [`${extensionData}/rooveterinaryinc.roo-cline/settings/mcp_settings.json`],
    project: (folder) => [`${folder}/.roo/mcp.json`],
  }),
  continue: ({ home }) => ({ user: [`${home}/.continue/config.yaml`] }),
  codex: ({ env, home }) => ({
    user: [`${env['CODEX_HOME'] || `${home}/.codex`}/config.toml`],
    project: (folder) => [`${folder}/.codex/config.toml`],
  }),
  gemini: ({ home }) => ({
    user: [`${home}/.gemini/settings.json`],
    project: (folder) => [`${folder}/.gemini/settings.json`],
  }),
  opencode: ({ config }) => ({
    user: [`${config}/opencode/opencode.json`, `${config}/opencode/opencode.jsonc`],
    project: (folder) => [`${folder}/opencode.json`, `${folder}/opencode.jsonc`],
  }),
  zed: ({ config, platform, roaming }) => ({
    user: [`${platform === 'win32' ? `${roaming}/Zed` : `${config}/zed`}/settings.json`],
    project: (folder) => [`${folder}/.zed/settings.json`],
  }),
  trae: ({ roaming }) => ({
    user: [`${roaming}/Trae/User/mcp.json`],
    project: (folder) => [`${folder}/.trae/mcp.json`],
  }),
};

/** Every host whose files can be found. */
export const discoverableHosts = Object.keys(places) as readonly DiscoverableHost[];

/** Continue reads every file in `mcpServers`: YAML of its own, and JSON as Claude writes it. */
function droppedIn(
  root: string,
  context: SourceContext,
  folder: NamedFolder | undefined,
): readonly ConfigSource[] {
  const dropIns = dropInFolder(root, context);
  return context
    .filesIn(dropIns)
    .filter((name) => /\.(?:json|ya?ml)$/i.test(name))
    .toSorted()
    .map((name) => {
      const found = source('continue', pathsOf(context).join(dropIns, name), folder);
      const isJson = /\.json$/i.test(name);
      // The name tells it from the host's other files, because these come and go.
      return {
        ...found,
        id: `${found.id} (${name})`,
        ...(isJson && { dialect: 'claude-desktop' as const }),
      };
    });
}

function dropInFolder(root: string, context: SourceContext): string {
  return pathsOf(context).join(root, '.continue', 'mcpServers');
}

function configFolders({ env, home, platform }: SourceContext): ConfigFolders {
  const config = env['XDG_CONFIG_HOME'] || `${home}/.config`;
  if (platform === 'win32') return { config, roaming: env['APPDATA'] || `${home}/AppData/Roaming` };
  const isMac = platform === 'darwin';
  return { config, roaming: isMac ? `${home}/Library/Application Support` : config };
}

function source(host: DiscoverableHost, file: string, folder?: NamedFolder): ConfigSource {
  // A name of its own, so that the usual file keeps its name where the package comes and goes.
  const isPackaged = file.includes(claudePackage);
  return {
    id: folder ? `${host}:${folder.name}` : isPackaged ? `${host} (package)` : host,
    file,
    ...(folder && { folder: folder.path }),
    dialect: host,
    level: folder ? levels.project : levels.host,
    readByEditor: false,
    external: true,
  };
}

function pathsOf({ platform }: SourceContext): typeof posix {
  return platform === 'win32' ? win32 : posix;
}
