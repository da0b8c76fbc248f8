// @ts-check
import { runQuietly } from './childProcess.mjs';
import { onPath } from './editor/install.mjs';

/**
 * Installs packages of Debian and its relatives where that is possible unasked, which is as root.
 * @param {readonly string[]} packages
 * @returns {Promise<boolean>} whether it was possible
 */
export async function installDebianPackages(packages) {
  if (process.getuid?.() !== 0 || !onPath(['apt-get'])) return false;
  console.error(`Installing ${packages.join(', ')} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runQuietly('apt-get', ['update', '-qq'], { env });
  await runQuietly('apt-get', ['install', '-y', '-qq', ...packages], { env });
  return true;
}

/**
 * Finds the programs that confine servers on Linux, or installs them.
 * @throws {Error} saying what to install
 */
export async function ensureSandboxPrograms() {
  const packages = { bwrap: 'bubblewrap', socat: 'socat', rg: 'ripgrep' };
  const missing = () => Object.entries(packages).filter(([program]) => !onPath([program]));
  const names = missing().map(([, name]) => name);
  if (names.length > 0) await installDebianPackages(names);
  if (missing().length > 0) throw new Error(`Install ${names.join(', ')}.`);
}
