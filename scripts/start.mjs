// @ts-check
// From a fresh clone to an editor with MCP Roundhouse on the examples. Ctrl-C ends it.
// With --once it ends by itself when everything is up. ROUNDHOUSE_VSIX names a packaged extension to use instead.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort, run, runQuietly, startProcess, untilAnswers } from './childProcess.mjs';
import { packageDemoModel } from './demoModel.mjs';
import { installDependencies } from './dependencies.mjs';
import { ensureEditor } from './editor/install.mjs';
import { installExtensions, startCodeServer } from './editor/server.mjs';
import { modernNode } from './node.mjs';
import { keep, root } from './root.mjs';
import { serveStartPage } from './startPage.mjs';

const folder = join(root, 'examples', 'workspace');
const home = join(keep, 'start');
const folders = { userDataDir: join(home, 'data'), extensionsDir: join(home, 'extensions') };
// Sockets lie here, and a path in the repository may be too long for them.
const env = { ROUNDHOUSE_HOME: join(tmpdir(), `roundhouse-start-${userInfo().username}`) };

// Nothing of Roundhouse, of MCP or of trust is set: this is how a person meets it.
const settings = {
  // A folder's own settings may not ask for this.
  'workbench.startupEditor': 'readme',
  'git.openRepositoryInParentFolders': 'never',
  'telemetry.telemetryLevel': 'off',
};

/** @returns {Promise<string[]>} the packaged extensions to install */
async function packageExtensions() {
  await installDependencies();
  const given = process.env['ROUNDHOUSE_VSIX'];
  if (given) return [given, await packageDemoModel()];
  console.log('Packaging the extension …');
  await runQuietly('npm', ['run', 'package'], { cwd: root });
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return [join(root, 'dist', `${name}-${version}.vsix`), await packageDemoModel()];
}

/** Keeps what a person changed in the settings of an earlier start. */
function writeSettings() {
  const user = join(folders.userDataDir, 'User');
  const file = join(user, 'settings.json');
  if (existsSync(file)) return;
  mkdirSync(user, { recursive: true });
  writeFileSync(file, `${JSON.stringify(settings, undefined, 2)}\n`);
}

async function serveExamples() {
  const logFile = join(home, 'examples.log');
  writeFileSync(join(home, 'examples.log'), '');
  const child = startProcess(modernNode(), [join(root, 'examples', 'serve.mjs')], { logFile });
  try {
    for (const path of ['43101/mcp', '43102/mcp', '43103/messages']) {
      await untilAnswers(`http://127.0.0.1:${path}`, { child, logFile });
    }
  } catch {
    console.error(`The examples over HTTP are not served:\n${readFileSync(logFile, 'utf8')}`);
  }
}

/**
 * @param {string} program
 * @param {readonly string[]} vsixFiles
 */
async function openDesktop(program, vsixFiles) {
  const data = ['--user-data-dir', folders.userDataDir, '--extensions-dir', folders.extensionsDir];
  const installs = vsixFiles.flatMap((file) => ['--install-extension', file]);
  await runQuietly(program, [...data, ...installs, '--force']);
  if ((await run(program, [...data, folder], { env })) !== 0) throw new Error('It did not start.');
  return `a window of ${program}`;
}

/** @param {readonly string[]} vsixFiles */
async function openBrowserEditor(vsixFiles) {
  await installExtensions(vsixFiles, folders);
  const server = await startCodeServer({ ...folders, env, port: await freePort(43100) });
  return server.origin + (await serveStartPage(folder));
}

async function main() {
  const vsixFiles = await packageExtensions();
  writeSettings();
  await serveExamples();
  const editor = await ensureEditor({ installed: true });
  const address =
    editor.kind === 'desktop'
      ? await openDesktop(editor.program, vsixFiles)
      : await openBrowserEditor(vsixFiles);
  console.log(`\nMCP Roundhouse is open on the examples:\n\n  ${address}\n`);
  if (process.argv.includes('--once')) process.exit(0);
  console.log('Ctrl-C ends it.');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(0));
  // An editor with a window of its own holds nothing of ours open.
  setInterval(() => {}, 2 ** 30);
}

await main();
