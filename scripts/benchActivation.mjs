// @ts-check
// The time that the extension takes in a window's start: loading its bundle of the build for release, and `activate`.
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleForWindow, runInWindow } from './editor/benchWindow.mjs';

const windows = 10;

/** Opens a window in a profile of its own and gives the milliseconds it noted. */
async function measureWindow(/** @type {string} */ tests) {
  const folder = mkdtempSync(join(tmpdir(), 'rh-'));
  const file = join(folder, 'bench.jsonl');
  try {
    await runInWindow(tests, { env: { ROUNDHOUSE_BENCH_FILE: file } });
    return /** @type {{ load: number, activate: number }} */ (
      JSON.parse(readFileSync(file, 'utf8'))
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const tests = await bundleForWindow('activation');

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
