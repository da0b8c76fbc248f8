// @ts-check
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../root.mjs';
import { buildWholeTestProgram } from '../testProgram.mjs';
import { runInBrowser } from './browserTests.mjs';
import { installExtensions } from './server.mjs';

/**
 * Bundles a part of the bench that runs in the extension host of a window.
 * @param {string} name of its file in test/bench
 */
export function bundleForWindow(name) {
  return buildWholeTestProgram(`bench/${name}`, { external: ['vscode'] });
}

/**
 * Runs a bundle in a window of its own profile, on a folder with an empty `.vscode/mcp.json`.
 * @param {string} tests
 * @param {{ env: Record<string, string>, others?: readonly string[] }} options `others`: further extensions, packaged
 */
export async function runInWindow(tests, { env, others = [] }) {
  const home = mkdtempSync(join(tmpdir(), 'rh-'));
  const workspace = join(home, 'workspace');
  const extensionsDir = join(home, 'extensions');
  const folders = { userDataDir: join(home, 'install'), extensionsDir };
  if (others.length === 0) mkdirSync(extensionsDir);
  else await installExtensions(others, folders);
  cpSync(join(root, 'test', 'integration', 'workspace'), workspace, { recursive: true });
  const runFolder = join(home, 'run');
  const all = { ROUNDHOUSE_HOME: runFolder, ...env };
  const machine = join(home, 'data', 'data', 'Machine');
  mkdirSync(machine, { recursive: true });
  writeFileSync(join(machine, 'settings.json'), '{ "roundhouse.hostGraceSeconds": 0 }');
  const run = { extension: root, tests, workspace, home, extensionsDir, env: all };
  try {
    if (!(await runInBrowser(run, { timeoutSeconds: longest })))
      throw new Error(`${tests} failed in the window.`);
  } finally {
    await hostsEnded(runFolder);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Seconds that a window may measure. */
const longest = 1_100;
/** Milliseconds for a host to end after its window. */
const patience = 20_000;

/** Waits until no host has a file in its run folder: what it wrote later would stay. @param {string} runFolder */
async function hostsEnded(runFolder) {
  const end = performance.now() + patience;
  const isRunning = () =>
    existsSync(runFolder) && readdirSync(runFolder).some((name) => name.endsWith('.json'));
  while (isRunning() && performance.now() < end) await pause(50);
}
