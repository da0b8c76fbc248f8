// @ts-check
// The time that the extension takes in a window's start: loading its bundle of the build for release, and `activate`.
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { runInBrowser } from './editor/browserTests.mjs';
import { root } from './root.mjs';

const windows = 10;

/** Opens a window in a profile of its own and gives the milliseconds it noted. */
async function measureWindow(/** @type {string} */ tests) {
  const home = mkdtempSync(join(tmpdir(), 'rh-'));
  const file = join(home, 'bench.jsonl');
  const workspace = join(home, 'workspace');
  const extensionsDir = join(home, 'extensions');
  mkdirSync(extensionsDir);
  cpSync(join(root, 'test', 'integration', 'workspace'), workspace, { recursive: true });
  const env = { ROUNDHOUSE_HOME: join(home, 'run'), ROUNDHOUSE_BENCH_FILE: file };
  try {
    await runInBrowser({ extension: root, tests, workspace, home, extensionsDir, env });
    return /** @type {{ load: number, activate: number }} */ (
      JSON.parse(readFileSync(file, 'utf8'))
    );
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

const tests = join(root, 'dist-test', 'bench', 'activation.js');
await build({
  entryPoints: [join(root, 'test', 'bench', 'activation.ts')],
  outfile: tests,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  external: ['vscode'],
});

/** @type {{ load: number, activate: number }[]} */
const figures = [];
for (let window = 1; window <= windows; window++) {
  const figure = await measureWindow(tests);
  figures.push(figure);
  console.log(
    `window ${window}: load ${figure.load.toFixed(1)}, activate ${figure.activate.toFixed(1)} ms`,
  );
}
const both = figures.map(({ load, activate }) => load + activate);
const measure = {
  part: 'activation',
  name: `of ${windows} windows`,
  unit: 'ms',
  figures: {
    'load and activate': both,
    load: figures.map(({ load }) => load),
    activate: figures.map(({ activate }) => activate),
  },
};
const file = process.env['ROUNDHOUSE_BENCH_FILE'];
if (file !== undefined) appendFileSync(file, `${JSON.stringify(measure)}\n`);
