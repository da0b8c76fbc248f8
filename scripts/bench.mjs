// @ts-check
// Ratios measured side by side in one run; see CONTRIBUTING.md.
//   bench.mjs [PART …] [--against COMMIT] [--write] [--quick] [--test]
// --against measures calls or the gateway of a commit beside those of today, --write puts the tables into
// docs/performance.md, --quick makes fewer rounds of calls and none of large ones. --test fails where a ratio is beyond
// the bound that tests have.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { benchTables, boundsOfTests, writeTables } from './benchTables.mjs';
import { run } from './childProcess.mjs';
import { modernNode } from './node.mjs';
import { root } from './root.mjs';
import { installServers, serverFolder } from './serversUnderTest.mjs';
import { buildTestProgram } from './testProgram.mjs';

const parts = [
  'activation',
  'bundles',
  'calls',
  'catalog',
  'configuration',
  'editor',
  'gateway',
  'hostile',
  'idle',
  'large',
  'search',
  'servers',
  'traffic',
  'views',
  'window',
];
/** Milliseconds that a part may take. */
const longestPart = 2_400_000;
/** Parts that are scripts of their own. */
const ofScripts = new Map([
  ['activation', 'benchActivation.mjs'],
  ['bundles', 'benchBundles.mjs'],
  ['editor', 'benchEditor.mjs'],
]);
/** Parts that measure the build for release. */
const ofRelease = new Set([
  ...ofScripts.keys(),
  'catalog',
  'gateway',
  'hostile',
  'idle',
  'servers',
  'window',
]);
/** Parts that run a server on the SDK. */
const ofSdkServer = new Set(['gateway', 'servers']);

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    write: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    test: { type: 'boolean', default: false },
  },
});
if (values.quick && values.write) throw new Error('A quick run is not for the docs.');
const unknown = wanted.filter((part) => !parts.includes(part));
if (unknown.length > 0)
  throw new Error(`No such part: ${unknown.join(', ')}. There are ${parts.join(', ')}.`);

const results = join(root, 'test-results');
const file = join(results, 'bench.jsonl');
mkdirSync(results, { recursive: true });
rmSync(file, { force: true });
const chosen = wanted.length === 0 ? parts : parts.filter((part) => wanted.includes(part));
if (
  chosen.some((part) => ofRelease.has(part)) &&
  (await run(modernNode(), ['esbuild.js', '--production'], { cwd: root })) !== 0
)
  throw new Error('No build.');
/** Parts that went well: what one left that failed is not for the docs. @type {string[]} */
const whole = [];
for (const part of chosen)
  if ((await runPart(part)) === 0) whole.push(part);
  else {
    console.error(`✗ ${part} has failed.`);
    process.exitCode = 1;
  }

const measures = readFileSync(file, { encoding: 'utf8', flag: 'a+' })
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => /** @type {import('../test/bench/report').Measure} */ (JSON.parse(line)));
writeFileSync(join(results, 'bench.json'), `${JSON.stringify(measures, undefined, 1)}\n`);
const tables = benchTables(measures);
console.log(`\n${tables}`);
if (values.write && whole.length > 0)
  writeTables(benchTables(measures.filter(({ part }) => whole.includes(part))));
if (values.test) {
  const bounds = boundsOfTests(measures, chosen);
  const broken = bounds.filter((text) => text !== '');
  for (const text of broken) console.log(`✗ ${text}`);
  console.log(`${bounds.length - broken.length} passed, ${broken.length} failed`);
  if (broken.length > 0) process.exitCode = 1;
}

/** Runs a part; one that hangs fails. @param {string} part */
async function runPart(part) {
  /** @type {Record<string, string>} */
  const env = {
    ROUNDHOUSE_BENCH_FILE: file,
    ...(values.quick && { ROUNDHOUSE_BENCH_QUICK: '1' }),
  };
  const script = ofScripts.get(part);
  const options = { env, timeout: longestPart };
  if (script !== undefined) return run(modernNode(), [join(root, 'scripts', script)], options);
  const outfile = await buildTestProgram(`bench/${part}`, {
    // The fake servers are found beside the source of their support file.
    define: {
      'import.meta.url': JSON.stringify(
        new URL('../test/support/fakeServer/x.ts', import.meta.url).href,
      ),
    },
  });
  const args = await argumentsOf(part);
  const { against } = values;
  if (part === 'calls' && against !== undefined)
    env['ROUNDHOUSE_BENCH_BEFORE'] = await connectOf(against);
  if (part === 'gateway' && against !== undefined)
    env['ROUNDHOUSE_BENCH_BEFORE'] = await buildOf(against);
  return run(modernNode(), ['--no-warnings', '--expose-gc', outfile, ...args], options);
}

/** @param {string} part */
async function argumentsOf(part) {
  const args = ofSdkServer.has(part) ? [await buildTestProgram('bench/sdkServer')] : [];
  if (part !== 'gateway') return args;
  await installServers();
  return [...args, join(serverFolder('mcp-hub'), 'dist', 'cli.js')];
}

/**
 * Bundles the connection of a commit, with the packages of today. Gives the address of the module.
 * @param {string} commit
 */
async function connectOf(commit) {
  const folder = filesOf(commit, ['src', 'test/support', 'tsconfig.json', 'package.json']);
  const outfile = await buildTestProgram('before/connect', {
    entryPoints: [join(folder, 'test', 'support', 'connect.ts')],
  });
  return pathToFileURL(outfile).href;
}

/**
 * Builds a commit for release, with the packages of today. Gives the folder of the bundles.
 * @param {string} commit
 */
async function buildOf(commit) {
  const folder = filesOf(commit, []);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const built = await run(modernNode(), ['esbuild.js', '--production'], { cwd: folder });
  if (built !== 0) throw new Error(`No build of ${commit}.`);
  return join(folder, 'dist');
}

/**
 * The folder with these paths of a commit, or with all of it.
 * @param {string} commit
 * @param {readonly string[]} wantedPaths
 */
function filesOf(commit, wantedPaths) {
  const folder = join(root, 'dist-test', 'before');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, 'commit.tar');
  execFileSync('git', ['archive', '--output', archive, commit, ...wantedPaths], { cwd: root });
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  return folder;
}
