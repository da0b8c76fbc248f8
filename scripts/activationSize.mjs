// @ts-check
// What a window reads when it opens stays small: `import()` leaves to later what can wait (ARCHITECTURE.md).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundles } from './bundles.mjs';
import { evaluatedWith } from './lazyParts.mjs';
import { root } from './root.mjs';

/** Minified kilobytes by folder; `packages` are those of npm. */
const budgets = {
  packages: 5,
  base: 4,
  config: 12,
  contract: 1,
  hostClient: 27.5,
  views: 6,
  vscode: 23,
};

/** @param {string} file */
function groupOf(file) {
  if (file.startsWith('node_modules/')) return 'packages';
  return /^src\/(\w+)\//.exec(file)?.[1] ?? 'vscode';
}

/** @param {readonly (readonly [file: string, bytes: number])[]} files */
function kilobytes(files) {
  return files.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000;
}

const outdir = mkdtempSync(join(tmpdir(), 'rh-'));
try {
  const [options = {}] = bundles({ production: true, outdir });
  const { metafile } = await build({ ...options, absWorkingDir: root, metafile: true });
  const files = [...evaluatedWith(metafile, 'src/extension.ts')];
  const allowed = new Map(Object.entries(budgets));
  for (const group of new Set(files.map(([file]) => groupOf(file)))) {
    const own = files.filter(([file]) => groupOf(file) === group);
    const budget = allowed.get(group) ?? 0;
    if (kilobytes(own) <= budget) continue;
    process.exitCode = 1;
    console.log(`${group}: ${kilobytes(own).toFixed(1)} KB, budget ${budget} KB`);
    for (const [file, bytes] of own.toSorted((a, b) => b[1] - a[1]))
      console.log(`  ${bytes} ${file}`);
  }
  const all = Object.values(budgets).reduce((sum, budget) => sum + budget, 0);
  console.log(`read on activation: ${kilobytes(files).toFixed(1)} KB, budget ${all} KB`);
} finally {
  rmSync(outdir, { recursive: true, force: true });
}
