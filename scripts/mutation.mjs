// @ts-check
// Changes the source of folders in small ways and counts the changes that the folder's unit tests notice.
// Usage: mutation.mjs [--share N] [PART …], folders or files of src, of which N in a hundred lines are drawn (all).
// Survivors stand in test-results/mutation. Linux only.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { run } from './childProcess.mjs';
import { installOnce } from './installOnce.mjs';
import { modernNode } from './node.mjs';
import { keep, root } from './root.mjs';

/**
 * What became of one change, as Stryker tells it.
 * @typedef {object} Mutant
 * @property {string} fileName
 * @property {string} status
 * @property {string} mutatorName
 * @property {string} [replacement]
 * @property {{ start: { line: number, column: number } }} location
 */

const aloneVariable = 'ROUNDHOUSE_MUTATES_ALONE';
const version = '10.1.1';
const folders = ['config', 'gateway', 'ipc', 'processes', 'servers'];
const into = join(keep, 'stryker');
const sandboxes = join(keep, 'mutation');
const results = join(root, 'test-results', 'mutation');

/** Stryker brings 200 packages that only this script needs, so that they are no dependencies of the project. */
async function ensureStryker() {
  await installOnce(into, version, async (install) => {
    console.error(`Installing Stryker ${version} (100 MB, once) …`);
    const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`);
    // Its Vitest is to be the project's.
    await install([...packages, '--legacy-peer-deps']);
  });
  return /** @type {{ Stryker: new (options: object) => { runMutationTest(): Promise<Mutant[]> } }} */ (
    await import(pathToFileURL(moduleOf('core')).href)
  );
}

/**
 * @param {string} part
 * @returns {Promise<Mutant[]>}
 */
async function mutantsOf(part) {
  const { Stryker } = await ensureStryker();
  return new Stryker({
    mutate: drawn(part.endsWith('.ts') ? `src/${part}` : `src/${part}/**/*.ts`),
    testRunner: 'vitest',
    // A folder's own tests: those of others notice by the way, and would take hours.
    vitest: {
      configFile: 'scripts/mutationTests.config.mts',
      dir: `test/unit/${part.split('/', 1)[0]}`,
    },
    plugins: [moduleOf('vitest-runner')],
    coverageAnalysis: 'perTest',
    // What is evaluated once, with its module, would need all tests and modules anew for each change.
    ignoreStatic: true,
    // Texts are for people; their tests are those of the views.
    mutator: { excludedMutations: ['StringLiteral'] },
    ignorePatterns: ['/.vscode-test', '/dist', '/dist-test', '/test-results', '/docs', '/media'],
    concurrency: Math.max(1, availableParallelism() - 1),
    // TypeScript 7 has no interface for Stryker to read it by, and Vitest needs none of it.
    tsconfigFile: 'none',
    // A draw is not the one before.
    incremental: share >= 100,
    incrementalFile: join('test-results', 'mutation', `${fileOf(part)}.json`),
    tempDirName: relative(root, sandboxes),
    reporters: ['progress-append-only'],
    logLevel: 'warn',
    allowEmpty: false,
  }).runMutationTest();
}

/**
 * Ranges of twenty lines drawn by lot, because all changes of a large folder take hours and a share tells its score.
 * @param {string} pattern
 */
function drawn(pattern) {
  if (share >= 100) return [pattern];
  return globSync(pattern, { cwd: root }).flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length;
    const starts = Array.from({ length: Math.ceil(lines / 20) }, (_, index) => 1 + 20 * index);
    return starts.flatMap((start) =>
      Math.random() * 100 < share ? [`${file}:${start}-${start + 19}`] : [],
    );
  });
}

/** @param {string} name a package of Stryker */
function moduleOf(name) {
  return join(into, 'node_modules', '@stryker-mutator', name, 'dist', 'src', 'index.js');
}

/** @param {string} part */
function fileOf(part) {
  return part.replaceAll('/', '.');
}

/**
 * Runs this script again where it sees no process but its own. Some tests end real processes, and what chooses these is
 * changed here: one such change would end everything that its user runs.
 */
async function runAlone() {
  if (process.platform !== 'linux')
    throw new Error('Runs on Linux, which can hide other processes.');
  // Root needs no namespace of users, and would not be able to give files away in one.
  const asOther = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user'];
  const alone = [...asOther, '--pid', '--fork', '--kill-child', '--mount-proc'];
  const again = [modernNode(), fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  return run('unshare', [...alone, ...again], { cwd: root, env: { [aloneVariable]: '1' } });
}

async function runMutations() {
  mkdirSync(results, { recursive: true });
  // A run that was stopped leaves its copies of the project.
  rmSync(sandboxes, { recursive: true, force: true });
  for (const part of wanted.length > 0 ? wanted : folders) {
    const mutants = await mutantsOf(part);
    const count = (/** @type {string[]} */ ...statuses) =>
      mutants.filter(({ status }) => statuses.includes(status)).length;
    const survivors = mutants.filter(({ status }) => ['Survived', 'NoCoverage'].includes(status));
    const noticed = count('Killed', 'Timeout');
    const lines = survivors.map(({ fileName, location: { start }, ...mutant }) =>
      [
        `${relative(root, fileName)}:${start.line}:${start.column}`,
        mutant.status,
        mutant.mutatorName,
        mutant.replacement?.replaceAll(/\s+/g, ' '),
      ].join(' '),
    );
    writeFileSync(join(results, `${fileOf(part)}.txt`), lines.map((line) => `${line}\n`).join(''));
    const score = ((100 * noticed) / (noticed + survivors.length)).toFixed(1);
    console.log(
      `src/${part}: ${score} % of ${noticed + survivors.length} changes noticed, ${count('Survived')} survived, ${count('NoCoverage')} run by no test`,
    );
  }
}

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { share: { type: 'string', default: '100' } },
});
const share = Number(values.share);
if (process.env[aloneVariable]) await runMutations();
else process.exitCode = await runAlone();
