// @ts-check
// docs/faults.md: made of the rows of test/faults and of what was measured, and read back for `check`.
import { pathToFileURL } from 'node:url';
import { buildTestProgram } from './testProgram.mjs';

/**
 * @import { FaultGroup, Figures } from '../test/faults/fault'
 * @typedef {{ id: string, what: string, does: string }} Words
 */

const intro = `# What goes wrong, and what happens then

Roundhouse is made for servers that crash, hang, lie and leave things behind. Each row below is a fault that the tests
provoke in a real server, and what was measured on the way: \`npm run faults\` runs them all and writes this file anew.

Whatever happens to one server, in every row

- a good server of the same host answers calls all the time (where the host itself is lost: again on the next one),
- nothing hangs, and no error is left unhandled,
- no process of the server is left when the host has ended, nor one of its former self when it runs again.

**Seen after** is the time until its state or a failed call says so, **over after** the time until it answers again, rests
with its reason, or has ended as it was told; "–" where nobody notices anything. Times are those of the tests, whose limits
are shorter:

| limit                                        | shipped           | in the tests      |
| -------------------------------------------- | ----------------- | ----------------- |
| start, until the handshake is answered       | 60 s              | 0.7 s to 1 s      |
| a list                                       | 60 s              | 1 s               |
| a call without progress                      | 5 minutes         | 1 s to 10 s       |
| silence with a call open until it is asked   | 30 s              | 0.5 s             |
| the answer whether it lives                  | 10 s              | 0.3 s             |
| pause before a restart, doubled each time    | 1 s, at most 30 s | 50 ms to 200 ms   |
| crashes until it is given up                  | 5 in 3 minutes    | 5                 |

A server is shown as failed, degraded or waiting with its reason and with what to do about it; _Why Is a Server Not Running?_
tells more. Whatever rests starts again when somebody starts it.
`;

const upperBounds = [100, 500, 2_000, 5_000, 10_000, 20_000];

/** Coarse, so that the next run says the same. @param {number | undefined} milliseconds */
function duration(milliseconds) {
  if (milliseconds === undefined) return '–';
  const bound = upperBounds.find((one) => milliseconds < one) ?? milliseconds;
  return `< ${bound / 1_000} s`;
}

/**
 * @param {Words} row
 * @param {Figures | undefined} figures absent where the row failed
 */
function line({ id, what, does }, figures) {
  const measured = figures
    ? [
        duration(figures.seen),
        duration(figures.settled),
        figures.calls === 0 ? '–' : `${figures.lost} of ${figures.calls}`,
        String(figures.left),
      ]
    : ['?', '?', '?', '?'];
  return `| ${[`\`${id}\``, what, does, ...measured].join(' | ')} |`;
}

/**
 * The whole file, not formatted yet.
 * @param {readonly FaultGroup[]} groups
 * @param {readonly Figures[]} figures
 */
export function faultPage(groups, figures) {
  const byId = new Map(figures.map((one) => [one.id, one]));
  const sections = groups.map(({ title, faults }) =>
    [
      `## ${title}`,
      '',
      '| fault | what goes wrong | what Roundhouse does | seen after | over after | calls lost | processes left |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...faults.map((fault) => line(fault, byId.get(fault.id))),
    ].join('\n'),
  );
  return [intro, ...sections].join('\n\n');
}

/**
 * The rows that a page has.
 * @param {string} page
 * @returns {Words[]}
 */
export function wordsIn(page) {
  return [...page.matchAll(/^\| `([^`]+)` *\| (.*?) *\| (.*?) *\|/gm)].map(
    ([, id = '', what = '', does = '']) => ({ id, what, does }),
  );
}

/** The rows of test/faults, by the file of tests. @returns {Promise<Readonly<Record<string, readonly FaultGroup[]>>>} */
export async function readFaultFiles() {
  const outfile = await buildTestProgram('faults/rows');
  /** @type {{ faultFiles: Readonly<Record<string, readonly FaultGroup[]>> }} */
  const { faultFiles } = await import(pathToFileURL(outfile).href);
  return faultFiles;
}
