// @ts-check
// Runs the official conformance suites of MCP against our client and our gateway; prints `N passed, N failed`.
//   testConformance.mjs [WORD …]   only scenarios whose `suite scenario revision` has all these words,
//                                  and none of those with a minus before them
//   … --write                      writes docs/conformance.md with what came of it
//   … --sdk                        measures the SDK's own client as well, for the page to show beside ours
//   … --check                      runs nothing and says whether the page has the scenarios of the suites
import { availableParallelism } from 'node:os';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { conformancePage, exercisesIn, nameOf, verdictOf } from './conformance/page.mjs';
import { gatewayUnderTest } from './conformance/gateway.mjs';
import { allExercises, runExercise } from './conformance/suites.mjs';
import { modernNode } from './node.mjs';
import { root } from './root.mjs';
import { buildWholeTestProgram } from './testProgram.mjs';

/**
 * @import { Exercise, Outcome, Subject } from './conformance/suites.mjs'
 * @typedef {{ scenario: string, revision: string, suite: string, section: string, why: string }} Expected
 */

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const page = join(root, 'docs', 'conformance.md');
const bareClient = join(root, 'test', 'conformance', 'bareClient.json');
/** @type {Expected[]} */
const expected = JSON.parse(
  readFileSync(join(root, 'test', 'conformance', 'expectedFailures.json'), 'utf8'),
);

/** @param {Exercise} exercise */
const expectedFor = ({ suite, scenario, revision }) =>
  expected.find(
    (one) => one.suite === suite.name && one.scenario === scenario && one.revision === revision,
  );

/** @param {string} name @param {string} word */
const isMeant = (name, word) =>
  word.startsWith('-') ? !name.includes(word.slice(1)) : name.includes(word);

/** Whether the page has exactly the scenarios of the suites; says what differs. @param {Exercise[]} all */
function isComplete(all) {
  const written = existsSync(page) ? exercisesIn(readFileSync(page, 'utf8')) : [];
  const known = all.map(nameOf);
  if (isDeepStrictEqual(written, known)) return true;
  const missing = known.filter((name) => !written.includes(name));
  const stale = written.filter((name) => !known.includes(name));
  console.error(
    'docs/conformance.md has not the scenarios of the suites: run "npm run conformance".',
  );
  console.error(`  missing: ${missing.join(', ') || 'none'}; gone: ${stale.join(', ') || 'none'}`);
  return false;
}

/**
 * @param {Exercise} exercise
 * @param {Outcome} outcome
 * @returns {boolean} whether it is as expected
 */
function tell(exercise, { passed, checks, output }) {
  const known = expectedFor(exercise);
  const isGood = passed === (known === undefined);
  const judged = checks.some(({ status }) => status !== 'SKIPPED');
  const verdict = passed ? (judged ? 'ok  ' : 'none') : known ? 'breaks' : 'FAIL';
  console.log(`${verdict} ${nameOf(exercise)}`);
  if (isGood) return true;
  console.log(known ? 'It passes now: take it out of expectedFailures.json.' : output);
  return false;
}

/**
 * Two at a time for each pair of cores: a scenario mostly waits for two programs to start.
 * @param {readonly Exercise[]} exercises
 * @param {Subject} subject
 */
async function runAll(exercises, subject) {
  /** @type {{ exercise: Exercise, outcome: Outcome, isGood: boolean }[]} */
  const results = [];
  const left = exercises.entries();
  const work = async () => {
    for (const [place, exercise] of left) {
      const outcome = await runExercise(exercise, subject);
      results[place] = { exercise, outcome, isGood: tell(exercise, outcome) };
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  return results;
}

/** How the suites start a client. @param {string} name */
async function commandOf(name) {
  return `"${modernNode()}" "${await buildWholeTestProgram(`conformance/${name}`)}"`;
}

/** What the SDK's own client makes of the scenarios for clients is kept for the page. @param {Exercise[]} all */
async function measureBareClient(all) {
  console.log('The SDK by itself:');
  const exercises = all.filter(({ role }) => role === 'client');
  const results = await runAll(exercises, { command: await commandOf('sdkDriver'), url: '' });
  const verdicts = results.map(({ exercise, outcome }) => [nameOf(exercise), verdictOf(outcome)]);
  const measured = { ...readBareClient(), ...Object.fromEntries(verdicts) };
  const options = { ...(await resolveConfig(bareClient)), filepath: bareClient };
  writeFileSync(bareClient, await format(JSON.stringify(measured), options));
  console.log('');
}

/** @returns {Record<string, string>} verdicts by the name of the exercise */
function readBareClient() {
  return existsSync(bareClient) ? JSON.parse(readFileSync(bareClient, 'utf8')) : {};
}

async function main() {
  const all = await allExercises();
  if (flags.includes('--check')) return isComplete(all);
  const wanted = all.filter((one) => words.every((word) => isMeant(nameOf(one), word)));
  if (wanted.length === 0) {
    console.error(`No scenario is named by ${words.join(' ')}.`);
    return false;
  }
  if (flags.includes('--sdk')) await measureBareClient(wanted);
  const gateway = await gatewayUnderTest();
  const subject = { command: await commandOf('driver'), url: gateway.url };
  const results = await runAll(wanted, subject);
  await gateway.stop();
  const good = results.filter(({ isGood }) => isGood).length;
  if (flags.includes('--write') && words.length === 0) {
    const options = { ...(await resolveConfig(page)), filepath: page };
    writeFileSync(
      page,
      await format(conformancePage(results, expectedFor, readBareClient()), options),
    );
  }
  console.log(`${good} passed, ${results.length - good} failed`);
  return good === results.length;
}

process.exitCode = (await main()) ? 0 : 1;
