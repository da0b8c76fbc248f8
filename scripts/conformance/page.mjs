// @ts-check
// docs/conformance.md: made of what the suites said, and read back for `check`.

/**
 * @import { Exercise, Outcome, Check } from './suites.mjs'
 * @typedef {{ exercise: Exercise, outcome: Outcome }} Result
 * @typedef {{ section: string, why: string }} Expected
 */

const intro = `# Conformance

The official suites for MCP (\`@modelcontextprotocol/conformance\`) start a server for each scenario and watch what a
client says to it, or use a server as a client would. Below is every scenario of the newest suite and of the latest stable one, at every revision of the
protocol it can be run at, against the connection that the extension reaches servers by; and every scenario for servers against
its gateway, with a server behind that has all that the suite asks for. \`npm run conformance\` runs them all and writes this file
anew; they are part of \`npm test\`. Extensions that a server has are not the gateway's and left out.

**Checks** are those of the suite that passed, of those that were judged. A check that is skipped concerns something that the
client did not do and need not.
`;

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

/** @param {Result} result @param {Expected | undefined} expected */
function line({ exercise, outcome: { passed, checks } }, expected) {
  const refused = expected && `breaks ${expected.section}: ${expected.why}`;
  const verdict = passed ? 'passes' : (refused ?? '**fails**');
  const cells = [`\`${exercise.scenario}\``, exercise.revision, verdict, counts(checks)];
  return `| ${[...cells, idsOf(checks)].join(' | ')} |`;
}

/**
 * The whole file, not formatted yet.
 * @param {readonly Result[]} results
 * @param {(exercise: Exercise) => Expected | undefined} expectedFor
 */
export function conformancePage(results, expectedFor) {
  const titles = [...new Set(results.map(({ exercise }) => titleOf(exercise)))];
  const sections = titles.map((title) =>
    [
      `## ${title}`,
      '',
      '| scenario | revision | verdict | checks | of them |',
      '| --- | --- | --- | --- | --- |',
      ...results
        .filter(({ exercise }) => titleOf(exercise) === title)
        .map((result) => line(result, expectedFor(result.exercise))),
    ].join('\n'),
  );
  return [intro, ...sections].join('\n\n');
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
