// @ts-check
// The sizes of the bundles of the build for release, which is there.
import { appendFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const dist = join(root, 'dist');

/** Kilobytes of some bundles. @param {RegExp} names */
function sizeOf(names) {
  const files = readdirSync(dist).filter((file) => names.test(file));
  return files.reduce((sum, file) => sum + statSync(join(dist, file)).size, 0) / 1_000;
}

/** @type {import('../test/bench/report').Measure} */
const measure = {
  part: 'bundles',
  name: 'minified',
  unit: 'KB',
  figures: {
    'extension, at the start': [sizeOf(/^extension\.js$/)],
    'extension, all parts': [sizeOf(/^(?:extension|part-.*)\.js$/)],
    host: [sizeOf(/^host\.js$/)],
    'page of a server': [sizeOf(/^serverPage\.js$/)],
  },
};
for (const [bundle, [size = 0]] of Object.entries(measure.figures))
  console.log(`${bundle}: ${size.toFixed(1)} KB`);
const file = process.env['ROUNDHOUSE_BENCH_FILE'];
if (file !== undefined) appendFileSync(file, `${JSON.stringify(measure)}\n`);
