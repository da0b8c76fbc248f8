// @ts-check
// Runs Vitest projects one after another and prints their counts. Usage: testVitest.mjs PROJECT[,PROJECT …] [FILTER …]
// ROUNDHOUSE_BUILT says that the bundles are those of the present source.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './childProcess.mjs';
import { fileTimesOf } from './fileTimes.mjs';
import { root } from './root.mjs';

const [names = 'unit', ...filters] = process.argv.slice(2);
const projects = names.split(',');
const runBundles = ['process', 'processSlow', 'processAlone', 'faults', 'long'];

/** @param {string} project */
async function runProject(project) {
  const file = join(root, 'test-results', `${project}.json`);
  for (const old of [file, fileTimesOf(project)]) rmSync(old, { force: true });
  const code = await run(
    'vitest',
    [
      ['run', '--project', project, ...filters],
      // A filter may mean the files of another project.
      projects.length > 1 ? ['--passWithNoTests'] : [],
      ['--reporter=default', '--reporter=./scripts/fileTimes.mjs'],
      ['--reporter=json', `--outputFile.json=${file}`],
    ].flat(),
    { cwd: root },
  );
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'));
  // A file that does not load, or an error outside of any test, fails the run without a failed test.
  return { passed: numPassedTests, failed: numFailedTests || (code === 0 ? 0 : 1) };
}

if (
  !process.env['ROUNDHOUSE_BUILT'] &&
  projects.some((project) => runBundles.includes(project)) &&
  (await run('node', ['esbuild.js'], { cwd: root })) !== 0
)
  process.exit(1);
let passed = 0;
let failed = 0;
for (const project of projects) {
  const counts = await runProject(project);
  passed += counts.passed;
  failed += counts.failed;
}
if (passed + failed === 0) {
  console.error(`No test of ${names} is in a file named by ${filters.join(', ')}.`);
  failed = 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
