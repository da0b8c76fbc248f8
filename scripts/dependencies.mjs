// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './childProcess.mjs';
import { root } from './root.mjs';

/** Installs the dependencies on a fresh clone. */
export async function installDependencies() {
  if (existsSync(join(root, 'node_modules', '.package-lock.json'))) return;
  console.log('Installing the dependencies …');
  await runQuietly('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root });
}
