// @ts-check
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './root.mjs';

/**
 * Bundles a program of the tests, by its path below `test` without its ending. Gives the path of the bundle.
 * @param {string} name
 * @param {import('esbuild').BuildOptions} [options] beside the usual ones
 */
export async function buildTestProgram(name, options = {}) {
  const ending = options.format === 'cjs' ? 'js' : 'mjs';
  const outfile = join(root, 'dist-test', `${name}.${ending}`);
  await build({
    entryPoints: [join(root, 'test', `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    ...options,
  });
  return outfile;
}

/**
 * Bundles it with all packages as CommonJS, for whoever loads it as a script or finds no packages.
 * @param {string} name
 * @param {import('esbuild').BuildOptions} [options] beside the usual ones
 */
export function buildWholeTestProgram(name, options) {
  return buildTestProgram(name, {
    packages: 'bundle',
    format: 'cjs',
    mainFields: ['module', 'main'],
    ...options,
  });
}
