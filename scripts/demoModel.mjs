// @ts-check
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './childProcess.mjs';
import { keep, root } from './root.mjs';

/**
 * Packages the scripted language model, so that it can be installed like any extension.
 * @returns {Promise<string>} the VSIX file
 */
export async function packageDemoModel() {
  mkdirSync(keep, { recursive: true });
  const packagePath = join(keep, 'demo-model.vsix');
  // Others may package or install it at the same time.
  const own = join(keep, `demo-model-${process.pid}.vsix`);
  const args = ['package', '--no-dependencies', '--allow-missing-repository', '--skip-license'];
  const cwd = join(root, 'test', 'support', 'demoModel');
  await runQuietly('vsce', [...args, '--out', own], { cwd });
  renameSync(own, packagePath);
  return packagePath;
}
