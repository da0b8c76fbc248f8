// @ts-check
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './root.mjs';

const bin = join(root, 'node_modules', '.bin');

/** The Node that runs the editor and the tools: this one when it is new enough, else the one among the dependencies. */
export function modernNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const own = join(root, 'node_modules', 'node', 'bin', name);
  if (existsSync(own)) return own;
  throw new Error('Node 24 is needed: run "npm ci" first, it brings one.');
}

/**
 * The environment for child processes: the project's programs come first, and nothing of an editor
 * whose terminal we may be running in is passed on.
 * @param {Record<string, string>} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment(more = {}) {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$|VITEST|CODE_SERVER_)/.test(name),
  );
  const path = [bin, process.env['PATH'] ?? ''].join(delimiter);
  return { ...Object.fromEntries(own), PATH: path, ...more };
}
