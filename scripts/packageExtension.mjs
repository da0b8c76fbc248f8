// @ts-check
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './childProcess.mjs';
import { keep, root } from './root.mjs';

/**
 * Packages an extension that only tests use, so that it can be installed like any other.
 * @param {string} name of the VSIX
 * @param {...string} folder its folder below the root
 * @returns {Promise<string>} the VSIX file
 */
export async function packageExtension(name, ...folder) {
  mkdirSync(keep, { recursive: true });
  const packagePath = join(keep, `${name}.vsix`);
  // Others may package or install it at the same time.
  const own = join(keep, `${name}-${process.pid}.vsix`);
  const args = ['package', '--no-dependencies', '--allow-missing-repository', '--skip-license'];
  await runQuietly('vsce', [...args, '--out', own], { cwd: join(root, ...folder) });
  renameSync(own, packagePath);
  return packagePath;
}
