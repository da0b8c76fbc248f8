// @ts-check
// docs/conformance.md: made of what the suites said, and read back for `check`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';
import { isToldEra } from './toldEra.mjs';

/**
 * @import { Exercise, Outcome, Check } from './suites.mjs'
 * @typedef {{ exercise: Exercise, outcome: Outcome }} Result
 * @typedef {{ section: string, why: string }} Expected
 */

const sdk = JSON.parse(
  readFileSync(
    join(root, 'node_modules', '@modelcontextprotocol', 'client', 'package.json'),
    'utf8',
  ),
);

/** @param {readonly string[]} told scenarios in which the bare SDK is told the era */
const introOf = (told) => `# Conformance

The official suites for MCP (\`@modelcontextprotocol/conformance\`) start a server for each scenario and watch what a
client says to it, or use a server as a client would. Below is every scenario of the newest suite and of the latest stable one, at every revision of the
protocol it can be run at, against the connection that the extension reaches servers by; and every scenario for servers against
its gateway, with a server behind that has all that the suite asks for. \`npm run conformance\` runs them all and writes this file
anew; \`npm test\` runs those of revision 2026-07-28, \`npm run test:all\` all of them.

**Checks** are those of the suite that passed, of those that were judged. A check that is skipped concerns something that the
client did not do; a scenario with no other checks is **not judged**: so are skills, which are
listed here and never loaded, and which the server behind the gateway does not have.
**Bare SDK** is the client of \`@modelcontextprotocol/client\` ${sdk.version} with its own providers, led through the same;
\`npm run conformance -- --sdk\` measures it. Both find out the era of each server, but for those that do not tell it: in
${listed(told)} the bare SDK is told the era, and our connection is not.
`;

/** @param {readonly string[]} scenarios */
function listed(scenarios) {
  const names = scenarios.map((name) => `\`${name}\``);
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
}

/** One line's worth. @param {Exercise} exercise */
export function nameOf({ suite, role, scenario, revision }) {
  return `${suite.version} ${role} ${scenario} ${revision}`;
}

/** Which table an exercise stands in. @param {Exercise} exercise */
function titleOf({ suite, role }) {
  return `Suite ${suite.version}, ${role} scenarios`;
}

/** @param {readonly Check[]} checks */
function counts(checks) {
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
  const skipped = checks.filter(({ status }) => status === 'SKIPPED').length;
  const judged = `${passed} of ${checks.length - skipped}`;
  return skipped === 0 ? judged : `${judged}, ${skipped} skipped`;
}

/** Each check once, with how often it was made. @param {readonly Check[]} checks */
function idsOf(checks) {
  const ids = new Map();
  for (const { id } of checks) ids.set(id, (ids.get(id) ?? 0) + 1);
  return [...ids].map(([id, count]) => (count === 1 ? id : `${id} ×${count}`)).join(', ');
}

/** What came of an exercise in a word or two. @param {Outcome} outcome */
export function verdictOf({ passed, checks }) {
  if (!passed) return '**fails**';
  return checks.some(({ status }) => status !== 'SKIPPED') ? 'passes' : 'not judged';
}

/** @param {Result} result @param {Expected | undefined} expected @param {Record<string, string>} bare */
function line({ exercise, outcome }, expected, bare) {
  const { checks, passed } = outcome;
  const isBreach = expected !== undefined && !passed;
  const verdict = isBreach ? `breaks ${expected.section}: ${expected.why}` : verdictOf(outcome);
  const beside = exercise.role === 'client' ? [bare[nameOf(exercise)] ?? 'not measured'] : [];
  const cells = [`\`${exercise.scenario}\``, exercise.revision, verdict, ...beside, counts(checks)];
  return `| ${[...cells, idsOf(checks)].join(' | ')} |`;
}

/**
 * The whole file, not formatted yet.
 * @param {readonly Result[]} results
 * @param {(exercise: Exercise) => Expected | undefined} expectedFor
 * @param {Record<string, string>} bare what the SDK's own client made of it, by {@link nameOf}
 */
export function conformancePage(results, expectedFor, bare) {
  const titles = [...new Set(results.map(({ exercise }) => titleOf(exercise)))];
  const sections = titles.map((title) => {
    const rows = results.filter(({ exercise }) => titleOf(exercise) === title);
    const beside = rows.some(({ exercise }) => exercise.role === 'client') ? ['bare SDK'] : [];
    const head = ['scenario', 'revision', 'verdict', ...beside, 'checks', 'of them'];
    return [
      `## ${title}`,
      '',
      `| ${head.join(' | ')} |`,
      `| ${head.map(() => '---').join(' | ')} |`,
      ...rows.map((result) => line(result, expectedFor(result.exercise), bare)),
    ].join('\n');
  });
  const told = results
    .filter(({ exercise }) => exercise.role === 'client' && isToldEra(exercise.scenario))
    .map(({ exercise }) => exercise.scenario);
  return [introOf([...new Set(told)]), ...sections].join('\n\n');
}

/** The scenarios that a page has, as {@link nameOf} says them. @param {string} page */
export function exercisesIn(page) {
  return page
    .split(/^## Suite /m)
    .slice(1)
    .flatMap((section) => {
      const [, version = '', role = ''] = /^(\S+), (\S+) scenarios/.exec(section) ?? [];
      return [...section.matchAll(/^\| `([^`]+)` *\| (\S+) *\|/gm)].map(
        ([, scenario = '', revision = '']) => `${version} ${role} ${scenario} ${revision}`,
      );
    });
}
