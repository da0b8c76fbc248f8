import { posix, win32 } from 'node:path';
import { isObject } from '../../base/json';
import { UniqueNames } from '../../base/uniqueNames';
import type { ConfigSource } from '../definition';
import {
  discoverableHosts,
  dropInFolders,
  hostFiles,
  type DiscoverableHost,
  type HostPlace,
  type NamedFolder,
} from '../read/hostFiles';
import { levels } from '../precedence';

/** A window as far as it decides where servers may be configured. */
export interface WindowPlace extends HostPlace {
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

/** Where the servers of a window may be configured, nearest first, whether the files exist or not. */
export function windowSources(place: WindowPlace): readonly ConfigSource[] {
  const { workspaceFile, userFile, remote } = place;
  const discovered = discoveredHosts(place).flatMap((host) =>
    hostFiles(host, place).map((source) => ({
      ...source,
      readByEditor: editorDiscovers(host, source, place),
    })),
  );
  const sources: readonly ConfigSource[] = [
    ...place.folders.flatMap((folder) => folderSources(folder, place)),
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
export function windowFolders(place: WindowPlace): readonly string[] {
  return discoveredHosts(place).flatMap((host) => [...dropInFolders(host, place)]);
}

/** Folders with names that can stand in a server's id: each once, and without a slash. */
export function namedFolders(folders: readonly NamedFolder[]): readonly NamedFolder[] {
  const names = new UniqueNames((name, number) => `${name} (${number})`);
  return folders.map(({ name, path }) => ({ name: names.free(name.replaceAll('/', '-')), path }));
}

function folderSources({ name, path: folder }: NamedFolder, place: HostPlace): ConfigSource[] {
  const paths = place.platform === 'win32' ? win32 : posix;
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

function discoveredHosts({ discovery }: WindowPlace): readonly DiscoverableHost[] {
  return discoverableHosts.filter((host) => isOn(discovery, host));
}

function editorDiscovers(
  host: DiscoverableHost,
  { folder }: ConfigSource,
  { editorDiscovery }: WindowPlace,
): boolean {
  const names = editorNames[host];
  const name = folder === undefined ? names?.user : names?.project;
  return name !== undefined && (editorDiscovery === true || isOn(editorDiscovery, name));
}

function isOn(switches: unknown, name: string): boolean {
  return isObject(switches) && switches[name] === true;
}
