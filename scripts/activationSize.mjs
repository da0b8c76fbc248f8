// @ts-check
// Checks the size of the code that a window evaluates at activation. The bound is in kilobytes, because times
// differ from machine to machine. Beyond the bound it lists the files, largest first.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundles } from './bundles.mjs';
import { evaluatedWith } from './lazyParts.mjs';
import { root } from './root.mjs';

/** Minified kilobytes. */
const budget = 75;

/** @param {readonly (readonly [file: string, bytes: number])[]} files */
function kilobytes(files) {
  return files.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000;
}

const outdir = mkdtempSync(join(tmpdir(), 'rh-'));
try {
  const [options = {}] = bundles({ production: true, outdir });
  const { metafile } = await build({ ...options, absWorkingDir: root, metafile: true });
  const files = [...evaluatedWith(metafile, 'src/extension.ts')];
  const size = kilobytes(files);
  if (size > budget) {
    process.exitCode = 1;
    for (const [file, bytes] of files.toSorted((a, b) => b[1] - a[1]))
      console.log(`  ${bytes} ${file}`);
  }
  console.log(`read on activation: ${size.toFixed(1)} KB, budget ${budget} KB`);
} finally {
  rmSync(outdir, { recursive: true, force: true });
}
