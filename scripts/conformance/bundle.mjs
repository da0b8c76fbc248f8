// @ts-check
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../root.mjs';

/**
 * Bundles a program of test/conformance.
 * @param {string} name
 * @returns {Promise<string>} the file to run
 */
export async function bundleOf(name) {
  const outfile = join(root, 'dist-test', 'conformance', `${name}.js`);
  await build({
    entryPoints: [join(root, 'test', 'conformance', `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
  return outfile;
}
