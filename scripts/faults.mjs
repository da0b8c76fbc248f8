// @ts-check
// Provokes every fault of test/faults and writes docs/faults.md with what was measured.
// `faults.mjs --check` runs nothing and says whether page and tests have the same rows.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { run } from './childProcess.mjs';
import { faultPage, readFaultGroups, wordsIn } from './faultTable.mjs';
import { root } from './root.mjs';

/** @import { Figures } from '../test/faults/fault' */

const page = join(root, 'docs', 'faults.md');
const groups = await readFaultGroups();
const rows = groups.flatMap(({ faults }) => faults);

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
  const code = await run('node', [join('scripts', 'testVitest.mjs'), 'faults'], { cwd: root });
  const file = join(root, 'test-results', 'faultFigures.json');
  /** @type {Figures[]} */
  const figures = JSON.parse(readFileSync(file, 'utf8'));
  const options = { ...(await resolveConfig(page)), filepath: page };
  writeFileSync(page, await format(faultPage(groups, figures), options));
  return code === 0;
}

const isGood = process.argv.includes('--check') ? isComplete() : await measure();
process.exitCode = isGood ? 0 : 1;
