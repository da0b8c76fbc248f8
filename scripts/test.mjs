// @ts-check
// Runs the tests in parts. The last line sums up: "N passed, N failed".
//   test.mjs [PART …]         ten minutes on two cores: the cheapest test that can fail for each reason
//   … --all                   everything that CI has time for
//   … --all --rest            what is left of everything after `test.mjs`
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run, runQuietly } from './childProcess.mjs';
import { installDependencies } from './dependencies.mjs';
import { quickE2e, seldomE2e } from './e2eFiles.mjs';
import { ensureCodeServer } from './editor/install.mjs';
import { fileTimesOf } from './fileTimes.mjs';
import { childEnvironment, modernNode } from './node.mjs';
import { root } from './root.mjs';
import { installServers } from './serversUnderTest.mjs';

/**
 * @import { FileTime } from './fileTimes.mjs'
 * @typedef {object} Part
 * @property {string} name
 * @property {string} title in the output
 * @property {readonly string[]} command a script and its arguments
 * @property {string} [project] that of Vitest
 * @property {boolean} [needsNothing] neither bundles nor servers nor an editor: it begins while these are made
 *
 * @typedef {readonly (readonly Part[])[]} Level
 * Lanes, which run side by side. The parts of a lane run one after another.
 */

/** Neither lane waits much, so that a third would only make both slower. @type {Level} */
const quick = [
  [
    { ...part('check', ['check.mjs']), needsNothing: true },
    { ...vitestPart('unit'), needsNothing: true },
    { ...vitestPart('fuzz'), needsNothing: true },
    vitestPart('process'),
  ],
  [
    { ...part('e2e', ['testE2e.mjs', ...quickE2e]), project: 'e2e' },
    part('integration', ['testIntegration.mjs']),
  ],
];

/** One lane: these tests measure times, or start many processes. @type {Level} */
const alone = [
  [
    {
      ...part('process', ['testVitest.mjs', 'processAlone'], 'process, alone'),
      project: 'processAlone',
    },
    vitestPart('faults'),
  ],
];

const notInRest = [...quickE2e, ...seldomE2e].map((file) => `--exclude=${file}`);

/** The suites compute while the editor is waited for. @type {Level} */
const rest = [
  [
    {
      ...part('process', ['testVitest.mjs', 'processSlow'], 'process, slow'),
      project: 'processSlow',
    },
    part('conformance', ['testConformance.mjs']),
  ],
  [
    {
      ...part('e2e', ['testE2e.mjs', ...notInRest], 'e2e, rest'),
      project: 'e2e',
    },
  ],
];

/** Last, because it leaves a build for release. Only ratios that are steady have bounds here. @type {Level} */
const measured = [
  [part('bench', ['bench.mjs', 'bundles', 'calls', 'gateway', '--quick', '--test'])],
];

/**
 * @param {string} name
 * @param {readonly string[]} command
 * @param {string} [title]
 * @returns {Part}
 */
function part(name, command, title = name) {
  return { name, title, command };
}

/** @param {string} name of a part and of its Vitest project */
function vitestPart(name) {
  return { ...part(name, ['testVitest.mjs', name]), project: name };
}

/** @type {{ title: string, passed: number, failed: number, seconds: number }[]} */
const rows = [];
/** @type {FileTime[]} */
const files = [];
/** Names of failed tests with their errors, in lines: a long output may be kept in part, and its end is what is read first. @type {string[]} */
const failures = [];

/**
 * Runs a part and reads the last counts in its output.
 * @param {Part} part
 * @param {boolean} isShown whether its output is shown while it runs; otherwise when it has ended
 */
async function runPart({ title, command: [script = '', ...args], project }, isShown) {
  console.log(`\n━━ ${title}${isShown ? '' : ' begins'}`);
  const started = Date.now();
  const child = spawn(modernNode(), [join(root, 'scripts', script), ...args], {
    cwd: root,
    env: childEnvironment({ ROUNDHOUSE_BUILT: '1' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  /** @type {Buffer[]} */
  const chunks = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      chunks.push(chunk);
      if (isShown) process.stdout.write(chunk);
    });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const output = Buffer.concat(chunks).toString();
  if (!isShown) console.log(`\n━━ ${title}\n${output.trimEnd()}`);
  const last = [...output.matchAll(/(\d+) pass(?:ed|ing), (\d+) fail(?:ed|ing)/g)].at(-1);
  const passed = Number(last?.[1] ?? 0);
  const failed = Number(last?.[2] ?? 0);
  // A part that ends badly, or without counts, has failed even if no test of it did.
  const broken = failed === 0 && (code !== 0 || last === undefined);
  const seconds = Math.round((Date.now() - started) / 1000);
  // Vitest names a failed test in a line, says in the next what it failed with, and then where.
  const failedTest = /^(?: FAIL .*\n)+(?:(?:(?! FAIL ).*\n){0,200}? ❯ .*|.*)/gm;
  const plain = stripVTControlCharacters(output);
  const ofTests = (plain.match(failedTest) ?? []).map(beginningAndEnd);
  failures.push(...ofTests, ...(plain.match(/^Window of .*/gm) ?? []));
  if (ofTests.length === 0 && (failed > 0 || broken))
    failures.push(`${title}:\n${plain.trimEnd().split('\n').slice(-30).join('\n')}`);
  rows.push({ title, passed, failed: broken ? 1 : failed, seconds });
  if (project !== undefined && existsSync(fileTimesOf(project)))
    files.push(...JSON.parse(readFileSync(fileTimesOf(project), 'utf8')));
}

/** A failure without the many tries that its browser tells of, so that all failures can be read. @param {string} failure */
function beginningAndEnd(failure) {
  const lines = failure.split('\n');
  const names = lines.findIndex((line) => !line.startsWith(' FAIL '));
  const most = names + 10;
  return lines.length > most + 1
    ? [...lines.slice(0, most), '  […]', lines.at(-1)].join('\n')
    : failure;
}

/** Parts that run side by side use the same bundles, servers and editor, so these are made first. @param {readonly string[]} names */
async function prepare(names) {
  const has = (/** @type {string[]} */ ...some) => some.some((name) => names.includes(name));
  await Promise.all([
    has('process', 'e2e') && installServers(),
    has('e2e') && ensureCodeServer(),
    // It needs a package, which may only just have come.
    has('e2e') && import('./editor/browser.mjs').then(({ ensureBrowser }) => ensureBrowser()),
  ]);
  // The build for release is packaged; the other tests run the usual one, which replaces it.
  if (has('e2e') && !process.env['ROUNDHOUSE_VSIX'])
    await runQuietly('npm', ['run', 'package'], { cwd: root });
  if (!has('process', 'faults', 'integration')) return;
  if ((await run('node', ['esbuild.js'], { cwd: root })) !== 0) throw new Error('No build.');
}

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const chosen = [
  ...(flags.includes('--rest') ? [] : [quick]),
  ...(flags.includes('--all') ? [alone, rest, measured] : []),
];
const known = [...new Set(chosen.flat(2).map(({ name }) => name))];
const unknown = [
  ...wanted.filter((name) => !known.includes(name)),
  ...flags.filter((flag) => !['--all', '--rest'].includes(flag)),
];
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts: ${known.join(', ')}.`);
  process.exit(2);
}
const isWanted = (/** @type {Part} */ { name }) => wanted.length === 0 || wanted.includes(name);
const levels = chosen.map((level) =>
  level.map((lane) => lane.filter(isWanted)).filter((lane) => lane.length > 0),
);

try {
  await installDependencies();
  const prepared = prepare(levels.flat(2).map(({ name }) => name));
  for (const lanes of levels)
    await Promise.all([
      prepared,
      ...lanes.map(async (lane) => {
        for (const part of lane) {
          if (!part.needsNothing) await prepared;
          await runPart(part, lanes.length === 1);
        }
      }),
    ]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exit(1);
}

console.log('\nThe slowest files:');
for (const { file, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 5))
  console.log(`  ${seconds.toFixed(1).padStart(6)} s ${file}`);
if (failures.length > 0) console.log(`\nWhat failed:\n${failures.join('\n')}`);
console.log('');
for (const { title, passed, failed, seconds } of rows) {
  const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed`;
  console.log(`${failed === 0 ? '✓' : '✗'} ${title.padEnd(18)} ${counts} ${seconds} s`);
}
const sum = (/** @type {'passed' | 'failed'} */ key) =>
  rows.reduce((total, row) => total + row[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
