// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './childProcess.mjs';

const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Keeps packages in a folder of their own, out of the project's; a half-done installation is done again.
 * @param {string} into the folder
 * @param {string} version what of it is wanted; another one replaces it
 * @param {(install: (args: readonly string[], cwd?: string) => Promise<void>) => Promise<void>} fill installs it
 */
export async function installOnce(into, version, fill) {
  const stamp = join(into, 'installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return;
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  writeFileSync(join(into, 'package.json'), '{ "private": true }\n');
  await fill((args, cwd = into) => runQuietly('npm', ['install', ...args, ...quietly], { cwd }));
  writeFileSync(stamp, version);
}
