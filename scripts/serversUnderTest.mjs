// @ts-check
// The third-party MCP servers that tests run. They are installed when a test first needs them.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './childProcess.mjs';
import { keep, root } from './root.mjs';

const source = join(root, 'test', 'servers');
const lock = readFileSync(join(source, 'package-lock.json'));
const hash = createHash('sha256').update(lock).digest('hex').slice(0, 16);
const parent = join(keep, 'servers');
/** Exists only when the installation is complete: it is renamed to this name. */
const folder = join(parent, hash);

/**
 * Installs the servers of `test/servers/package-lock.json`, unless they are there. Two processes may do so at once:
 * each installs into a folder of its own, and the first to finish provides the one that both use.
 * @throws {Error} with what npm said
 */
export async function installServers() {
  if (existsSync(folder)) return;
  console.error('Installing the MCP servers that the tests run (400 MB, once) …');
  mkdirSync(parent, { recursive: true });
  const own = mkdtempSync(join(parent, 'new-'));
  try {
    cpSync(source, own, { recursive: true });
    const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await runQuietly('npm', ['ci', ...quietly], { cwd: own });
    renameUnlessThere(own);
  } catch (cause) {
    const message =
      'The MCP servers that the tests run were not installed. npm must reach its registry for them once: ' +
      'check the network, then run the tests again.';
    throw new Error(message, { cause });
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
  removeOlder();
}

/** Removes installations of earlier lock files, and those that were interrupted more than an hour ago. */
function removeOlder() {
  const hourAgo = Date.now() - 3_600_000;
  const others = readdirSync(parent).filter((name) => name !== hash);
  for (const other of others.map((name) => join(parent, name))) {
    const made = statSync(other, { throwIfNoEntry: false })?.mtimeMs;
    if (made !== undefined && made < hourAgo) {
      rmSync(other, { recursive: true, force: true });
    }
  }
}

/** @param {string} own */
function renameUnlessThere(own) {
  try {
    renameSync(own, folder);
  } catch (error) {
    // Another process was first.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * The folder of an installed server's package.
 * @param {string} name on npm
 * @returns {string}
 */
export function serverFolder(name) {
  const found = join(folder, 'node_modules', name);
  if (!existsSync(found))
    throw new Error(`${name} is not installed from test/servers/package.json.`);
  return found;
}
