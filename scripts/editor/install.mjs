// @ts-check
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runQuietly } from '../childProcess.mjs';
import { installOnce } from '../installOnce.mjs';
import { keep } from '../root.mjs';

/**
 * An editor to run in: a VS Code of this machine (`program`), or the browser editor from npm (`folder`).
 * @typedef {{ kind: 'desktop', program: string } | { kind: 'browser', folder: string }} Editor
 */

/** Holds VS Code 1.139.1. Another version can be asked for, for example 4.103.2 for the oldest one supported. */
const version = process.env['ROUNDHOUSE_CODE_SERVER'] ?? '4.139.1';

/**
 * Finds an editor, or installs the browser editor.
 * @param {{ installed: boolean }} options installed: a `code` found on PATH will do
 * @returns {Promise<Editor>}
 */
export async function ensureEditor({ installed }) {
  const named = process.env['VSCODE_PATH'];
  if (named) {
    if (!existsSync(named)) throw new Error(`VSCODE_PATH names ${named}, which does not exist.`);
    return { kind: 'desktop', program: named };
  }
  const found = installed && hasScreen() ? onPath(['code', 'codium']) : undefined;
  if (found) return { kind: 'desktop', program: found };
  return { kind: 'browser', folder: await ensureCodeServer() };
}

/**
 * Installs the browser editor unless it is there; a half-done installation is done again.
 * @param {string} [into] the folder that keeps it
 * @returns {Promise<string>} the folder of the code-server package
 */
export async function ensureCodeServer(into = join(keep, 'code-server')) {
  const folder = join(into, 'node_modules', 'code-server');
  await installOnce(into, version, async (install) => {
    console.error(`Installing the browser editor code-server ${version} (600 MB, once) …`);
    await install([`code-server@${version}`]);
    const cwd = join(folder, 'lib', 'vscode');
    await install(['--omit=dev'], cwd);
    // Without its native part the editor runs, but every output channel stays empty.
    await runQuietly('npm', ['rebuild', '@vscode/spdlog', '--loglevel=error'], { cwd }).catch(() =>
      console.error('No C++ compiler: the log channels of this editor stay empty.'),
    );
  });
  return folder;
}

/**
 * @param {readonly string[]} names
 * @returns {string | undefined} the first of these programs that is installed
 */
export function onPath(names) {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe'] : [''];
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return names
    .flatMap((name) => folders.flatMap((folder) => endings.map((end) => join(folder, name + end))))
    .find((file) => existsSync(file));
}

/** Whether a program with windows can run here. */
export function hasScreen() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}
