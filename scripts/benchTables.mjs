// @ts-check
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { modernNode } from './node.mjs';
import { root } from './root.mjs';

/**
 * Ratio that a subject has to keep to another, or its own figure where there is no other.
 * @typedef {object} Goal
 * @property {string} part
 * @property {RegExp} name rows that it is for
 * @property {string} of subject
 * @property {string} [to] subject that it is compared with
 * @property {number} [atMost]
 * @property {number} [atLeast]
 * @property {number} [inTests] bound of the same kind that also a quick run on a busy machine keeps; absent where the
 * ratio is not steady
 * @typedef {import('../test/bench/report').Measure} Measure
 */

/** @type {readonly Goal[]} */
const goals = [
  {
    part: 'calls',
    name: /^stdio, (64|10).*one at/,
    of: 'ours',
    to: 'SDK v1',
    atMost: 0.95,
    inTests: 2,
  },
  {
    part: 'calls',
    name: /^stdio, (64|10).*one at/,
    of: 'ours',
    to: 'raw',
    atMost: 1.25,
    inTests: 2.5,
  },
  {
    part: 'calls',
    name: /^stdio, (64|10).*at once/,
    of: 'ours',
    to: 'SDK v1',
    atLeast: 1.1,
    inTests: 0.4,
  },
  { part: 'calls', name: /^HTTP.*one at/, of: 'ours', to: 'SDK v1', atMost: 0.65, inTests: 1.6 },
  { part: 'calls', name: /^HTTP.*at once/, of: 'ours', to: 'SDK v1', atLeast: 1.8, inTests: 0.6 },
  { part: 'gateway', name: /^stdio.*one at/, of: 'gateway', to: 'direct', atMost: 1, inTests: 2.5 },
  {
    part: 'gateway',
    name: /^stdio.*at once/,
    of: 'gateway',
    to: 'direct',
    atLeast: 1.5,
    inTests: 0.4,
  },
  { part: 'gateway', name: /one at/, of: 'gateway', to: 'mcp-hub', atMost: 1, inTests: 2 },
  { part: 'gateway', name: /at once/, of: 'gateway', to: 'mcp-hub', atLeast: 1, inTests: 0.35 },
  { part: 'gateway', name: /processor/, of: 'gateway', to: 'mcp-hub', atMost: 1, inTests: 2.5 },
  { part: 'editor', name: /invokeTool.*one at/, of: 'ours', to: 'built-in', atMost: 1.05 },
  { part: 'editor', name: /invokeTool.*one at/, of: 'ours', to: 'built-in, HTTP', atMost: 1.05 },
  { part: 'large', name: /^stdio, 50 MB$/, of: 'ours', to: 'raw', atMost: 1.3 },
  { part: 'servers', name: /^50.*asked/, of: 'ours', to: 'SDK v1', atMost: 0.1 },
  { part: 'servers', name: /^50.*all/, of: 'ours', to: 'processes alone', atMost: 1.05 },
  {
    part: 'servers',
    name: /^50.*all/,
    of: 'ours, 10 broken',
    to: 'processes alone, 10 broken',
    atMost: 1.05,
  },
  { part: 'servers', name: /^50.*longest turn/, of: 'ours', atMost: 50 },
  { part: 'idle', name: /^memory/, of: 'each server', atMost: 1.5 },
  { part: 'idle', name: /^processor/, of: '200 servers', atMost: 0.1 },
  { part: 'idle', name: /^second window/, of: '50 servers', atMost: 200 },
  { part: 'window', name: /reload/, of: 'all servers', atMost: 300 },
  { part: 'window', name: /stored/, of: 'first server', atMost: 150 },
  { part: 'activation', name: /./, of: 'load and activate', atMost: 30 },
  { part: 'bundles', name: /./, of: 'extension, at the start', atMost: 250, inTests: 250 },
  { part: 'bundles', name: /./, of: 'host', atMost: 1_000, inTests: 1_000 },
];

/**
 * Subject of each part that does nothing but what must be done.
 * @type {Readonly<Record<string, string>>}
 */
const floors = { calls: 'raw', gateway: 'relay', editor: 'built-in, HTTP', large: 'raw' };

/**
 * Tables in Markdown, one per part: medians of the rounds, and what became of each goal, with the least and the largest
 * ratio of a round, because one figure would not tell how steady it is.
 * @param {readonly Measure[]} measures
 */
export function benchTables(measures) {
  const parts = [...new Set(measures.map(({ part }) => part))];
  return parts
    .map((part) =>
      table(
        part,
        measures.filter((one) => one.part === part),
      ),
    )
    .join('\n\n');
}

/**
 * @param {string} part
 * @param {readonly Measure[]} measures
 */
function table(part, measures) {
  const subjects = [...new Set(measures.flatMap(({ figures }) => Object.keys(figures)))];
  const rows = measures.map((measure) => [
    `${measure.name} (${measure.unit})`,
    ...subjects.map((subject) => figureText(measure.figures[subject])),
    goalsOf(measure)
      .map((goal) => goalText(goal, measure))
      .join('<br>'),
  ]);
  const day = new Date().toISOString().slice(0, 10);
  const head = [`${part} (${day})`, ...subjects, 'goal: measured (spread)'];
  return [head, head.map((_cell, at) => (at === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Fewer figures have no 95th percentile that would tell anything, and those of rounds are medians already. */
const many = 50;

/** @param {readonly number[] | undefined} figures */
function figureText(figures) {
  if (!figures) return '–';
  const text = rounded(median(figures));
  return figures.length < many ? text : `${text} (p95 ${rounded(percentile(figures, 0.95))})`;
}

/**
 * Goals of a row whose subjects were measured.
 * @param {Measure} measure
 */
function goalsOf({ part, name, figures }) {
  return goals.filter(
    (goal) =>
      goal.part === part &&
      goal.name.test(name) &&
      goal.of in figures &&
      (goal.to === undefined || goal.to in figures),
  );
}

/**
 * Figures of a goal, one per round: ratios where it has another subject.
 * @param {Goal} goal
 * @param {Measure} measure
 */
function ratiosOf({ of, to }, { figures }) {
  const [ours = [], others] = [figures[of], to === undefined ? undefined : figures[to]];
  return ours.map((figure, round) => figure / (others ? (others[round] ?? Number.NaN) : 1));
}

/**
 * @param {Goal} goal
 * @param {Measure} measure
 */
function goalText(goal, measure) {
  const { of, to, atMost, atLeast } = goal;
  const ratios = ratiosOf(goal, measure);
  const ratio = median(ratios);
  const isMet = ratio <= (atMost ?? Infinity) && ratio >= (atLeast ?? 0);
  const wanted = atMost === undefined ? `${of} ≥ ${atLeast}` : `${of} ≤ ${atMost}`;
  const spread = `${rounded(Math.min(...ratios))}–${rounded(Math.max(...ratios))}`;
  // A ratio that is missed must not look like its bound.
  const isNear = !isMet && rounded(ratio) === rounded(atMost ?? atLeast ?? 0);
  const measured = `${isNear ? ratio.toPrecision(4) : rounded(ratio)} (${spread})`;
  const result = isMet ? measured : `**${measured}, missed**${floorText(goal, measure)}`;
  return `${wanted}${to === undefined ? '' : ` × ${to}`}: ${result}`;
}

/**
 * The ratio that the floor has in place of ours, because nobody can do better.
 * @param {Goal} goal
 * @param {Measure} measure
 */
function floorText(goal, measure) {
  const floor = floors[measure.part];
  if (floor === undefined || floor === goal.to || !(floor in measure.figures)) return '';
  return `; ${floor}: ${rounded(median(ratiosOf({ ...goal, of: floor }, measure)))}`;
}

/**
 * What is wrong with each bound that tests keep: one text per bound and row, empty where it is kept. A bound that no row
 * has is wrong, too.
 * @param {readonly Measure[]} measures
 * @param {readonly string[]} parts that were measured
 */
export function boundsOfTests(measures, parts) {
  return goals
    .filter(({ part, inTests }) => parts.includes(part) && inTests !== undefined)
    .flatMap((goal) => {
      const of = measures.filter((measure) => goalsOf(measure).includes(goal));
      return of.length > 0
        ? of.map((measure) => boundText(goal, measure))
        : [`${goal.part}: no row has ${goal.of} with ${goal.to ?? 'a figure'} (${goal.name})`];
    });
}

/**
 * @param {Goal} goal
 * @param {Measure} measure
 */
function boundText(goal, measure) {
  const { of, to, atMost, inTests = Number.NaN } = goal;
  const ratio = median(ratiosOf(goal, measure));
  if (atMost === undefined ? ratio >= inTests : ratio <= inTests) return '';
  const bound = `${atMost === undefined ? 'at least' : 'at most'} ${inTests}`;
  const subject = to === undefined ? of : `${of} of ${to}`;
  return `${measure.part}, ${measure.name}: ${subject} ${rounded(ratio)}, and not ${bound}`;
}

/** @param {readonly number[]} values */
function median(values) {
  return percentile(values, 0.5);
}

/**
 * @param {readonly number[]} values
 * @param {number} share from 0 to 1
 */
function percentile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

/** @param {number} figure */
const rounded = (figure) =>
  figure >= 100 ? figure.toFixed(0) : String(Number(figure.toPrecision(figure < 1 ? 2 : 3)));

/** @param {string} table */
const partOf = (table) => table.split(/\s+/)[1] ?? '';

/**
 * Puts the tables between the marks of docs/performance.md, below the machine. Those of other parts stay there, below
 * theirs; each tells its day.
 * @param {string} tables
 */
export function writeTables(tables) {
  const file = join(root, 'docs', 'performance.md');
  const [before, present = '', after] = readFileSync(file, 'utf8').split(
    /(?<=<!-- measured -->)|(?=<!-- end -->)/,
  );
  const written = tables.split('\n\n');
  const parts = written.map(partOf);
  /** @type {Map<string, string[]>} */
  const byMachine = new Map();
  /** @type {string[]} */
  let those = [];
  for (const block of present.trim().split('\n\n')) {
    if (!block.startsWith('|')) byMachine.set(block, (those = []));
    else if (!parts.includes(partOf(block))) those.push(block);
  }
  const ours = machine();
  byMachine.set(ours, [...(byMachine.get(ours) ?? []), ...written]);
  const all = [...byMachine].flatMap(([one, of]) => (of.length > 0 ? [one, ...inOrder(of)] : []));
  writeFileSync(file, [before, ...all, after].join('\n\n'));
}

/** @param {readonly string[]} tables */
function inOrder(tables) {
  return tables.toSorted((a, b) => partOf(a).localeCompare(partOf(b)));
}

function machine() {
  const processors = cpus();
  const node = execFileSync(modernNode(), ['--version'], { encoding: 'utf8' }).trim();
  return (
    `${processors.length} processors (${processors[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, ` +
    `${platform()} ${release()}, Node ${node}.`
  );
}
