import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Environment } from '../base/environment';
import { replaceFile } from '../base/privateFile';
import type { StdioLaunch } from '../config/definition';
import { runFolder } from '../ipc/runFolder';
import { searchProgram } from '../processes/programSearch';

/** Where the command for other agents stands, and what it starts. */
export interface LauncherPlace {
  /** The extension's own folder in the user data: its path outlives versions. */
  readonly globalStorage: string;
  /** Where this version of the extension is installed. */
  readonly extensionFolder: string;
  /** It runs from where it is developed: agents go on with what is installed. */
  readonly isDeveloped?: boolean;
  readonly env: Environment;
}

/** The machine on which agents start it. */
export interface AgentMachine {
  /** What a program inherits that a person starts. */
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  /** The editor's own JavaScript runtime; an Electron binary acts as Node. */
  readonly execPath: string;
}

/** The oldest Node that the bundles are made for. */
const oldestNode = 20;
/** Milliseconds for a runtime to tell its version. */
const versionTimeout = 5_000;

/**
 * Writes the program that agents start, unless it stands there already, or is not this version's to write. Gives its
 * path.
 */
export async function writeLauncher(place: LauncherPlace): Promise<string> {
  const file = fileOf(place);
  const text = launcherText(place);
  const known = await readFile(file, 'utf8').catch(() => undefined);
  const isOthers = place.isDeveloped && known !== undefined && startsAnother(known, place);
  if (known !== text && !isOthers) {
    await mkdir(place.globalStorage, { recursive: true });
    await replaceFile(file, text);
  }
  return file;
}

/** Has a program that was written once start this version from now on. */
export async function refreshLauncher(place: LauncherPlace): Promise<void> {
  const known = await readFile(fileOf(place)).catch(() => undefined);
  if (known) await writeLauncher(place);
}

/** How an agent starts it: by the Node of the person where that will do, else by the editor's own. */
export async function agentLaunch(
  launcher: string,
  machine: AgentMachine,
  set?: string,
): Promise<StdioLaunch> {
  const args = [launcher, ...(set === undefined ? [] : ['--set', set])];
  if (await hasNode(machine)) return { type: 'stdio', command: 'node', args, env: {} };
  const env = { ELECTRON_RUN_AS_NODE: '1' };
  return { type: 'stdio', command: machine.execPath, args, env };
}

async function hasNode({ environment, platform }: AgentMachine): Promise<boolean> {
  const cwd = path.parse(process.cwd()).root;
  const { file } = await searchProgram({ command: 'node', cwd, environment, platform });
  if (file === undefined) return false;
  const version = await new Promise<string>((resolve) => {
    const options = { timeout: versionTimeout, windowsHide: true };
    execFile(file, ['--version'], options, (error, stdout) => resolve(error ? '' : stdout));
  });
  return Number(/^v(\d+)\./.exec(version)?.[1]) >= oldestNode;
}

function fileOf({ globalStorage }: LauncherPlace): string {
  return path.join(globalStorage, 'connect.cjs');
}

/** Whether a launcher starts another version than this one, and that is still there. */
function startsAnother(launcher: string, { extensionFolder }: LauncherPlace): boolean {
  const [, written = '""'] = /^const known = (".*");$/m.exec(launcher) ?? [];
  const folder = String(JSON.parse(written));
  return folder !== extensionFolder && existsSync(path.join(folder, 'dist', 'cli.js'));
}

/**
 * Agents may start it in an environment that does not tell where hosts are. An update may have removed the
 * folder of the version that wrote it: then the newest one beside it counts.
 */
function launcherText({ extensionFolder, env }: LauncherPlace): string {
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
