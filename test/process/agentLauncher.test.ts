import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import type { DialectId, StdioLaunch } from '../../src/config/definition';
import {
  agentLaunch,
  refreshLauncher,
  writeLauncher,
  type LauncherOptions,
} from '../../src/client/agentLauncher';

const run = promisify(execFile);
let home = '';

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'rh-'));
});

/** An installed version whose command prints what it was started with. */
function install(version: string): string {
  const folder = path.join(home, `publisher.mcp-roundhouse-${version}`);
  mkdirSync(path.join(folder, 'dist'), { recursive: true });
  const says = `console.log(JSON.stringify(['${version}', ...process.argv.slice(2), process.env.ROUNDHOUSE_HOME]))`;
  writeFileSync(path.join(folder, 'dist', 'cli.js'), says);
  return folder;
}

function placeOf(extensionFolder: string): LauncherOptions {
  const env = { ROUNDHOUSE_HOME: path.join(home, 'run') };
  const { execPath } = process;
  return { globalStorage: path.join(home, 'storage'), extensionFolder, env, execPath };
}

async function said(launcher: string): Promise<unknown> {
  const { PATH } = process.env;
  const { stdout } = await run(process.execPath, [launcher, '--set', 'a b'], { env: { PATH } });
  return JSON.parse(stdout);
}

const told = (version: string): string[] => [
  version,
  'connect',
  '--set',
  'a b',
  path.join(home, 'run'),
];

test('it starts the version that wrote it, and after an update the newest that is there', async () => {
  const before = install('0.9.0');
  const launcher = await writeLauncher(placeOf(before));
  expect(await said(launcher)).toEqual(told('0.9.0'));
  install('0.10.0');
  install('0.9.1');
  rmSync(before, { recursive: true });
  expect(await said(launcher)).toEqual(told('0.10.0'));
});

test('a new version takes it over where it stands, and writes none where there is none', async () => {
  const [first, second] = [install('1.0.0'), install('2.0.0')];
  await refreshLauncher(placeOf(second));
  const launcher = path.join(home, 'storage', 'connect.cjs');
  expect(() => readFileSync(launcher)).toThrow();
  await writeLauncher(placeOf(first));
  await refreshLauncher(placeOf(second));
  expect(await said(launcher)).toEqual(told('2.0.0'));
});

test('what is developed takes over no launcher but its own', async () => {
  const [installed, checkout] = [install('1.0.0'), install('1.1.0')];
  const developed = { ...placeOf(checkout), isDeveloped: true };
  const launcher = await writeLauncher(placeOf(installed));
  await refreshLauncher(developed);
  expect(await writeLauncher(developed)).toBe(launcher);
  expect(await said(launcher)).toEqual(told('1.0.0'));

  rmSync(launcher);
  await writeLauncher(developed);
  expect(await said(launcher)).toEqual(told('1.1.0'));
  const env = { ROUNDHOUSE_HOME: path.join(home, 'moved') };
  await refreshLauncher({ ...developed, env });
  expect(await said(launcher)).toContain(env.ROUNDHOUSE_HOME);
  await refreshLauncher(placeOf(installed));
  expect(await said(launcher)).toEqual(told('1.0.0'));
  // One that starts nothing any more is nobody's.
  rmSync(installed, { recursive: true });
  await writeLauncher(developed);
  expect(readFileSync(launcher, 'utf8')).toContain(JSON.stringify(checkout));
});

test('the entry of an agent without Node stays, though each version of the editor has its runtime elsewhere', async () => {
  const folder = install('1.0.0');
  // Words of a shell in its path are not run.
  const runtimes = ['first', "it's $(exit 1) second"].map((name) => path.join(home, name));
  const [first = '', second = ''] = runtimes;
  symlinkSync(process.execPath, first);
  const launcher = await writeLauncher({ ...placeOf(folder), execPath: first });
  const { platform } = process;
  const machine = { environment: { PATH: home }, platform, execPath: first };
  const { command, args } = await agentLaunch(launcher, 'codex', machine, 'a b');
  renameSync(first, second);
  await refreshLauncher({ ...placeOf(folder), execPath: second });
  const { stdout } = await run(command, args ?? [], { env: {} });
  expect(JSON.parse(stdout)).toEqual(told('1.0.0'));
});

/** A folder with a Node that tells this version. */
function nodeOf(version: string): string {
  const folder = path.join(home, version);
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'node'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
  return folder;
}

function launch(
  agent: DialectId,
  PATH: string,
  platform: NodeJS.Platform = process.platform,
): Promise<StdioLaunch> {
  const machine = { environment: { PATH }, platform, execPath: '/code' };
  return agentLaunch('/connect.cjs', agent, machine, 'daily');
}

const script = {
  type: 'stdio',
  command: '/bin/sh',
  args: ['/connect.sh', '--set', 'daily'],
  env: {},
};

test('it is started by a Node that will do, else by the runtime of the editor', async () => {
  const args = ['/connect.cjs', '--set', 'daily'];
  const node = { type: 'stdio', command: 'node', args, env: {} };
  expect(await launch('codex', nodeOf('v24.1.0'))).toEqual(node);
  expect(await launch('codex', nodeOf('v18.2.0'))).toEqual(script);
  expect(await launch('codex', home)).toEqual(script);
  const own = { command: '/code', env: { ELECTRON_RUN_AS_NODE: '1' } };
  expect(await launch('codex', home, 'win32')).toEqual({ type: 'stdio', args, ...own });
});

test.each(['claude-desktop', 'cursor', 'zed', 'dotmcp'] as const)(
  '%s, which may lack the PATH of a shell, starts it without the Node there',
  async (agent) => {
    const PATH = nodeOf('v24.1.0');
    expect(await launch(agent, PATH, 'darwin')).toEqual(script);
    expect(await launch(agent, PATH, 'linux')).toEqual(script);
  },
);
