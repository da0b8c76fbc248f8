// @ts-check
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, runQuietly, startProcess, stopProcess, untilAnswers } from '../childProcess.mjs';
import { modernNode } from '../node.mjs';
import { ensureCodeServer } from './install.mjs';

/**
 * A running editor server. `stop` ends it with everything it started in its own process group.
 * @typedef {{ origin: string, port: number, pid: number | undefined, logFile: string, stop: () => Promise<void> }} EditorServer
 */

/** Seconds that an extension host outlives its closed tab. */
const graceSeconds = '5';

/**
 * Starts the browser editor as a person would use it.
 * @param {object} options
 * @param {string} options.userDataDir
 * @param {string} options.extensionsDir
 * @param {number} [options.port] a free one by default
 * @param {Record<string, string>} [options.env]
 * @param {boolean} [options.disableTrust] every folder counts as trusted
 * @param {string} [options.locale] the language, for which it needs a language pack
 * @returns {Promise<EditorServer>}
 */
export async function startCodeServer({ port, env, disableTrust = false, locale, ...folders }) {
  const { userDataDir, extensionsDir } = folders;
  const chosen = port ?? (await freePort());
  const args = [
    [await entry()],
    dataArguments(userDataDir, extensionsDir),
    ['--auth', 'none', '--bind-addr', `127.0.0.1:${chosen}`],
    ['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
    ['--reconnection-grace-time', graceSeconds],
    disableTrust ? ['--disable-workspace-trust'] : [],
    locale ? ['--locale', locale] : [],
  ].flat();
  return serve(args, { port: chosen, path: '/healthz', dataDir: userDataDir, env });
}

/**
 * Starts the editor's bare server with the driver that runs tests inside the extension host.
 * @param {object} options
 * @param {string} options.userDataDir
 * @param {string} options.extensionsDir
 * @param {number} [options.port] a free one by default
 * @param {Record<string, string>} [options.env]
 * @returns {Promise<EditorServer>}
 */
export async function startTestServer({ userDataDir, extensionsDir, port, env }) {
  const chosen = port ?? (await freePort());
  const main = join(await ensureCodeServer(), 'lib', 'vscode', 'out', 'server-main.js');
  const args = [
    [main, '--host', '127.0.0.1', '--port', String(chosen)],
    ['--without-connection-token', '--accept-server-license-terms'],
    ['--enable-smoke-test-driver', '--disable-telemetry', '--disable-workspace-trust'],
    ['--reconnection-grace-time', graceSeconds],
    ['--server-data-dir', userDataDir, '--extensions-dir', extensionsDir],
  ].flat();
  return serve(args, { port: chosen, path: '/version', dataDir: userDataDir, env });
}

/**
 * Installs packaged extensions into a folder that any number of editors may use.
 * @param {readonly string[]} vsixFiles
 * @param {{ userDataDir: string, extensionsDir: string }} folders
 */
export async function installExtensions(vsixFiles, { userDataDir, extensionsDir }) {
  mkdirSync(extensionsDir, { recursive: true });
  const files = vsixFiles.flatMap((file) => ['--install-extension', file]);
  const args = [await entry(), ...dataArguments(userDataDir, extensionsDir), ...files, '--force'];
  await runQuietly(modernNode(), args);
}

async function entry() {
  return join(await ensureCodeServer(), 'out', 'node', 'entry.js');
}

/**
 * @param {string} userDataDir
 * @param {string} extensionsDir
 */
function dataArguments(userDataDir, extensionsDir) {
  // Its configuration file would otherwise be written into the person's home.
  const config = join(userDataDir, 'code-server.yaml');
  const folders = ['--user-data-dir', userDataDir, '--extensions-dir', extensionsDir];
  return ['--config', config, ...folders];
}

/**
 * @param {readonly string[]} args
 * @param {{ port: number, path: string, dataDir: string, env: Record<string, string> | undefined }} options
 * @returns {Promise<EditorServer>}
 */
async function serve(args, { port, path, dataDir, env }) {
  const logFile = join(dataDir, 'server.log');
  const origin = `http://127.0.0.1:${port}`;
  const child = startProcess(modernNode(), args, { logFile, env });
  try {
    await untilAnswers(origin + path, { child, logFile });
  } catch (error) {
    await stopProcess(child);
    throw error;
  }
  return { origin, port, pid: child.pid, logFile, stop: () => stopProcess(child) };
}
