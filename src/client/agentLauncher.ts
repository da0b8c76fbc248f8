import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { shellWord } from '../base/posixShell';
import type { Environment } from '../base/environment';
import { replaceFile } from '../base/privateFile';
import type { DialectId, StdioLaunch } from '../config/definition';
import { dialects } from '../config/dialects';
import { runFolder } from '../ipc/runFolder';
import { searchProgram } from '../processes/programSearch';

/** The location of the program that agents start, and the version that it starts. */
export interface LauncherOptions {
  /** The extension's folder in the user data, whose path is the same for all versions. */
  readonly globalStorage: string;
  /** The folder that this version of the extension is installed in. */
  readonly extensionFolder: string;
  /** True if it runs from its sources; agents keep using the installed version. */
  readonly isDeveloped?: boolean;
  readonly env: Environment;
  /** The editor's own JavaScript runtime; an Electron binary acts as Node. */
  readonly execPath: string;
}

/** The machine on which agents start it. */
interface AgentMachine {
  /** The environment of programs that a person starts. */
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  /** See {@link LauncherOptions}. */
  readonly execPath: string;
}

/** The oldest Node that the bundles are made for. */
const oldestNode = 20;
/** Milliseconds for `node --version`. */
const versionTimeoutMs = 5_000;

/**
 * Writes the program that agents start, unless it is there already or belongs to another version. Resolves to its
 * path.
 */
export async function writeLauncher(place: LauncherOptions): Promise<string> {
  const file = fileOf(place);
  const known = await textOf(file);
  const isOthers = place.isDeveloped && known !== undefined && startsAnother(known, place);
  await mkdir(place.globalStorage, { recursive: true });
  if (!isOthers) await write(file, launcherText(place));
  await write(scriptOf(file), scriptText(file, place));
  return file;
}

/** Makes a program that was written before start this version. */
export async function refreshLauncher(place: LauncherOptions): Promise<void> {
  if (existsSync(fileOf(place))) await writeLauncher(place);
}

/**
 * The launch of it by an agent: with the person's Node if it is recent enough and the agent finds it, else with the
 * editor's. Where an update may move that, the entry names the script that follows it. On Windows only the runtime of a
 * remote window moves, many agents cannot start a script, and `PATH` is the same for all programs.
 */
export async function agentLaunch(
  launcher: string,
  agent: DialectId,
  machine: AgentMachine,
  set?: string,
): Promise<StdioLaunch> {
  const { platform, execPath } = machine;
  const words = set === undefined ? [] : ['--set', set];
  const args = [launcher, ...words];
  const findsNode = dialects[agent].inTerminal || platform === 'win32';
  if (findsNode && (await hasNode(machine)))
    return { type: 'stdio', command: 'node', args, env: {} };
  if (platform !== 'win32')
    return { type: 'stdio', command: '/bin/sh', args: [scriptOf(launcher), ...words], env: {} };
  return { type: 'stdio', command: execPath, args, env: { ELECTRON_RUN_AS_NODE: '1' } };
}

async function hasNode({ environment, platform }: AgentMachine): Promise<boolean> {
  const cwd = path.parse(process.cwd()).root;
  const { file } = await searchProgram({ command: 'node', cwd, environment, platform });
  if (file === undefined) return false;
  const version = await new Promise<string>((resolve) => {
    const options = { timeout: versionTimeoutMs, windowsHide: true };
    execFile(file, ['--version'], options, (error, stdout) => resolve(error ? '' : stdout));
  });
  return Number(/^v(\d+)\./.exec(version)?.[1]) >= oldestNode;
}

function fileOf({ globalStorage }: LauncherOptions): string {
  return path.join(globalStorage, 'connect.cjs');
}

function scriptOf(launcher: string): string {
  return path.join(path.dirname(launcher), 'connect.sh');
}

async function write(file: string, text: string): Promise<void> {
  if ((await textOf(file)) !== text) await replaceFile(file, text);
}

async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}

/** True if a launcher starts another version, which is still installed. */
function startsAnother(launcher: string, { extensionFolder }: LauncherOptions): boolean {
  const [, written = '""'] = /^const known = (".*");$/m.exec(launcher) ?? [];
  const folder = String(JSON.parse(written));
  return folder !== extensionFolder && existsSync(path.join(folder, 'dist', 'cli.js'));
}

function scriptText(launcher: string, { execPath }: LauncherOptions): string {
  const [runtime, program] = [execPath, launcher].map(shellWord);
  return `# Written by MCP Roundhouse: starts connect.cjs with the runtime of the editor that is installed.
ELECTRON_RUN_AS_NODE=1 exec ${runtime} ${program} "$@"
`;
}

/**
 * Sets `ROUNDHOUSE_HOME`, because agents may start it in an environment without it. If an update removed the folder of
 * its version, it starts the newest version beside it.
 */
function launcherText({ extensionFolder, env }: LauncherOptions): string {
  return `// Written by MCP Roundhouse: starts "roundhouse connect" of the version that is installed.
const { existsSync, readdirSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');
const known = ${JSON.stringify(extensionFolder)};
const cliIn = (folder) => join(folder, 'dist', 'cli.js');
const name = basename(known).replace(/-\\d.*$/, '');
const order = new Intl.Collator('en', { numeric: true }).compare;
const others = () =>
  readdirSync(dirname(known))
    .filter((other) => other.replace(/-\\d.*$/, '') === name)
    .sort(order)
    .reverse()
    .map((other) => join(dirname(known), other));
const folder = existsSync(cliIn(known)) ? known : others().find((one) => existsSync(cliIn(one)));
if (!folder) {
  console.error('MCP Roundhouse is not installed any more. Remove this entry, or install the extension.');
  process.exit(1);
}
process.env.ROUNDHOUSE_HOME ??= ${JSON.stringify(runFolder(env))};
process.argv.splice(2, 0, 'connect');
require(cliIn(folder));
`;
}
