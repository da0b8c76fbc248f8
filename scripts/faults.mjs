// @ts-check
// Provokes every fault of test/faults and writes docs/faults.md with what was measured.
// `faults.mjs --check` runs nothing and says whether page and tests have the same rows.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { run } from './childProcess.mjs';
import { faultPage, readFaultFiles, wordsIn } from './faultTable.mjs';
import { root } from './root.mjs';

/** @import { Figures } from '../test/faults/fault' */

const page = join(root, 'docs', 'faults.md');
const files = await readFaultFiles();
const groups = Object.values(files).flat();
const rows = groups.flatMap(({ faults }) => faults);

/** Whether each group is in a file of tests; says which is not. */
function isTested() {
  const untested = Object.keys(files).filter(
    (name) => !existsSync(join(root, 'test', 'faults', `${name}.test.ts`)),
  );
  for (const name of untested)
    console.error(`test/faults/rows.ts names "${name}": write test/faults/${name}.test.ts.`);
  return untested.length === 0;
}

/** Whether the page has exactly the rows of the tests; says what differs. */
function isComplete() {
  const written = existsSync(page) ? wordsIn(readFileSync(page, 'utf8')) : [];
  const tested = rows.map(({ id, what, does }) => ({ id, what, does }));
  if (isDeepStrictEqual(written, tested)) return true;
  const differing = (/** @type {typeof tested} */ some, /** @type {typeof tested} */ others) =>
    some
      .filter((row) => !others.some((other) => isDeepStrictEqual(row, other)))
      .map(({ id }) => id);
  console.error('docs/faults.md and test/faults differ: run "npm run faults".');
  console.error(`  tested, not written so: ${differing(tested, written).join(', ') || 'none'}`);
  console.error(`  written, not tested so: ${differing(written, tested).join(', ') || 'none'}`);
  return false;
}

async function measure() {
  const folder = join(root, 'test-results', 'faultFigures');
  rmSync(folder, { recursive: true, force: true });
  // One after another, because rows that run side by side lengthen each other's times.
  const command = [join('scripts', 'testVitest.mjs'), 'faults', '--no-file-parallelism'];
  const code = await run('node', command, { cwd: root });
  /** @type {Figures[]} */
  const figures = readdirSync(folder).flatMap((file) =>
    JSON.parse(readFileSync(join(folder, file), 'utf8')),
  );
  const options = { ...(await resolveConfig(page)), filepath: page };
  writeFileSync(page, await format(faultPage(groups, figures), options));
  return code === 0;
}

const isGood = process.argv.includes('--check') ? isTested() && isComplete() : await measure();
process.exitCode = isGood ? 0 : 1;
