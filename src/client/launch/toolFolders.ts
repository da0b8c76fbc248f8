import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentValue, type Environment } from '../../base/environment';

/** A machine and its person. */
export interface Machine {
  readonly environment: Environment;
  /** Absolute path of the person's home folder. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/**
 * The folders into which version managers, package managers and installers put programs. They may not exist or be on
 * the `PATH`. Version managers come before the system. All folders belong to the person or the system: no workspace
 * can add one.
 */
export async function toolFolders(place: Machine): Promise<readonly string[]> {
  if (place.platform === 'win32') return windowsFolders(place);
  return [...(await nodeFolders(place)), ...homeFolders(place), ...systemFolders(place)];
}

function variableOf({ environment, platform }: Machine) {
  // An empty variable counts as absent.
  return (name: string): string | undefined =>
    environmentValue(environment, name, platform) || undefined;
}

function isThere(folder: string | undefined): folder is string {
  return folder !== undefined && folder !== '';
}

/** The default Node of each version manager. */
async function nodeFolders(place: Machine): Promise<readonly string[]> {
  const { home, platform } = place;
  const variable = variableOf(place);
  const config = variable('XDG_CONFIG_HOME');
  const nvms = [variable('NVM_DIR'), config && join(config, 'nvm'), join(home, '.nvm')];
  const fnms = [
    variable('FNM_DIR'),
    join(dataFolder(place), 'fnm'),
    ...(platform === 'darwin' ? [join(home, 'Library', 'Application Support', 'fnm')] : []),
    join(home, '.fnm'),
  ];
  const nvmNodes = await Promise.all(nvms.filter(isThere).map(nvmNode));
  return [
    ...nvmNodes.filter(isThere),
    ...fnms.filter(isThere).map((fnm) => join(fnm, 'aliases', 'default', 'bin')),
    join(variable('VOLTA_HOME') ?? join(home, '.volta'), 'bin'),
  ];
}

function homeFolders(place: Machine): readonly string[] {
  const { home, platform } = place;
  const variable = variableOf(place);
  const data = dataFolder(place);
  const pnpm = platform === 'darwin' ? join(home, 'Library', 'pnpm') : join(data, 'pnpm');
  return [
    join(variable('MISE_DATA_DIR') ?? join(data, 'mise'), 'shims'),
    join(variable('ASDF_DATA_DIR') ?? join(home, '.asdf'), 'shims'),
    variable('PNPM_HOME') ?? pnpm,
    join(variable('PYENV_ROOT') ?? join(home, '.pyenv'), 'shims'),
    join(home, '.local', 'bin'),
    join(variable('BUN_INSTALL') ?? join(home, '.bun'), 'bin'),
    join(variable('DENO_INSTALL') ?? join(home, '.deno'), 'bin'),
    join(variable('CARGO_HOME') ?? join(home, '.cargo'), 'bin'),
    join(variable('GOPATH') ?? join(home, 'go'), 'bin'),
    join(home, '.dotnet', 'tools'),
    join(home, '.docker', 'bin'),
    join(home, '.nix-profile', 'bin'),
  ];
}

function systemFolders({ platform }: Machine): readonly string[] {
  return platform === 'darwin'
    ? ['/opt/homebrew/bin', '/usr/local/bin', '/opt/local/bin']
    : ['/home/linuxbrew/.linuxbrew/bin', '/usr/local/bin', '/snap/bin'];
}

function windowsFolders(place: Machine): readonly string[] {
  const { home } = place;
  const variable = variableOf(place);
  const below = (name: string, ...parts: readonly string[]): readonly string[] => {
    const folder = variable(name);
    return folder === undefined ? [] : [[folder, ...parts].join('\\')];
  };
  const inHome = (...parts: readonly string[]): string => [home, ...parts].join('\\');
  return [
    ...below('NVM_SYMLINK'),
    ...below('FNM_DIR', 'aliases', 'default'),
    ...below('APPDATA', 'fnm', 'aliases', 'default'),
    ...below('LOCALAPPDATA', 'Volta', 'bin'),
    ...below('LOCALAPPDATA', 'mise', 'shims'),
    ...below('APPDATA', 'npm'),
    ...below('LOCALAPPDATA', 'pnpm'),
    ...below('SCOOP', 'shims'),
    inHome('scoop', 'shims'),
    inHome('.local', 'bin'),
    inHome('.bun', 'bin'),
    inHome('.deno', 'bin'),
    inHome('.cargo', 'bin'),
    inHome('go', 'bin'),
    inHome('.dotnet', 'tools'),
    inHome('.pyenv', 'pyenv-win', 'shims'),
    ...below('LOCALAPPDATA', 'Microsoft', 'WinGet', 'Links'),
    ...below('ProgramData', 'scoop', 'shims'),
    ...below('ProgramData', 'chocolatey', 'bin'),
    ...below('ProgramFiles', 'nodejs'),
    ...below('ProgramFiles', 'Docker', 'Docker', 'resources', 'bin'),
  ];
}

function dataFolder(place: Machine): string {
  return variableOf(place)('XDG_DATA_HOME') ?? join(place.home, '.local', 'share');
}

/** The folder of the version that nvm's `default` names, else of the newest. */
async function nvmNode(nvm: string): Promise<string | undefined> {
  const versions = join(nvm, 'versions', 'node');
  const installed = (await readdir(versions).catch(() => []))
    .filter((name) => /^v\d+\.\d+\.\d+$/.test(name))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const wanted = await nvmAlias(nvm, 'default');
  const prefix = /^v?\d/.test(wanted) ? `v${wanted.replace(/^v/, '')}.` : 'v';
  const version = installed.find((name) => `${name}.`.startsWith(prefix)) ?? installed[0];
  return version && join(versions, version, 'bin');
}

/** Resolves an alias of nvm to a version, a part of one, or a word such as `node`. */
async function nvmAlias(nvm: string, name: string): Promise<string> {
  let wanted = name;
  // Aliases form chains, `default` → `lts/*` → `lts/jod` → `v22.11.0`, and may form loops.
  for (let steps = 0; steps < 5; steps += 1) {
    if (wanted.split('/').includes('..')) return '';
    const text = await readFile(join(nvm, 'alias', wanted), 'utf8').catch(() => undefined);
    if (text === undefined) return wanted;
    wanted = text.trim();
  }
  return wanted;
}
