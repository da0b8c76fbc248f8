// @ts-check
// Runs one Vitest project and prints its counts. Usage: testVitest.mjs PROJECT [FILTER …]
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './childProcess.mjs';
import { root } from './root.mjs';

const [project = 'unit', ...filters] = process.argv.slice(2);
const file = join(root, 'test-results', `${project}.json`);
rmSync(file, { force: true });
// These tests run the bundles, so the bundles must be those of the present source.
if (
  ['process', 'faults', 'long'].includes(project) &&
  (await run('node', ['esbuild.js'], { cwd: root })) !== 0
)
  process.exit(1);
const code = await run(
  'vitest',
  [
    ['run', '--project', project, ...filters],
    ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  ].flat(),
  { cwd: root },
);
const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'));
// A file that does not load, or an error outside of any test, fails the run without a failed test.
const failed = numFailedTests === 0 && code !== 0 ? 1 : numFailedTests;
console.log(`${numPassedTests} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
