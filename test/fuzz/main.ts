import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fuzz, mostGrowth, type FuzzProgress } from './fuzz';
import { watchHangs } from './hangWatch';
import { Runner, type Found } from './runner';
import { targets } from './targets';
import { closeGateway } from './targets/gateway';
import { Fault, type Target } from './target';

// One target in a process of its own, so that its memory is its own. `scripts/fuzz.mjs` starts it.

const results = join('test-results', 'fuzz');
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    input: { type: 'string' },
  },
});
const target = targets.find(({ name }) => name === positionals[0]);

if (!target) console.log(targets.map(({ name }) => name).join('\n'));
else if (options.input === undefined) await run(target);
else await repeat(target, options.input);

async function run(target: Target): Promise<void> {
  mkdirSync(results, { recursive: true });
  const watch = watchHangs(join(results, `${target.name}-hang.json`));
  process.on('unhandledRejection', (error) => {
    // Nobody waits for it, so that no run can be told of it.
    keep(target, 'unhandled', watch.input);
    console.error(error);
    process.exit(1);
  });
  const began = performance.now();
  const { runs, minutes } = options;
  const ended = await fuzz(target, {
    runs: runs === undefined ? Infinity : Number(runs),
    ...(minutes !== undefined && { time: Number(minutes) * 60_000 }),
    seed: Number(options.seed),
    isGuided: true,
    onInput: watch.begin,
    onFound: ({ key, input }) =>
      console.log(`✗ ${target.name}: ${key}: ${keep(target, 'found', input)}`),
    onProgress: every(10_000, (progress) => show(target, progress, began)),
  });
  watch.end();
  await closeGateway();
  for (const found of ended.found) tell(target, found, keep(target, 'fault', found.input));
  const { growth = 0 } = ended;
  const leaks = growth > mostGrowth;
  if (leaks) console.log(`  ${target.name}: the heap grew by ${megabytes(growth)} MB`);
  show(target, ended, began);
  const memory = process.resourceUsage().maxRSS * 1024;
  const seconds = Math.round((performance.now() - began) / 1000);
  const { found: _, ...counts } = ended;
  const summary = { ...counts, seconds, megabytes: megabytes(memory) };
  writeFileSync(join(results, `${target.name}.json`), JSON.stringify(summary, undefined, 2));
  process.exitCode = ended.found.length > 0 || leaks ? 1 : 0;
}

async function repeat(target: Target, file: string): Promise<void> {
  const found = await new Runner(target).faultOf(readInput(file));
  if (found) tell(target, found, file);
  else console.log(`${target.name}: no fault`);
  await closeGateway();
  process.exitCode = found ? 1 : 0;
}

function tell(target: Target, { error, input }: Found, file: string): void {
  console.log(`✗ ${target.name}: ${error instanceof Error ? error.stack : String(error)}`);
  if (error instanceof Fault) console.log(error.detail.slice(0, 2_000));
  console.log(`  ${JSON.stringify(input.slice(0, 500))}`);
  console.log(`  Again: npm run fuzz -- ${target.name} --input ${file}`);
}

/** The input in a file of its own, as a JSON string: half a character has no bytes. */
function keep({ name }: Target, kind: string, input: string): string {
  for (let number = 1; ; number++) {
    const file = join(results, `${name}-${kind}-${number}.json`);
    try {
      writeFileSync(file, JSON.stringify(input), { flag: 'wx' });
      return file;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function readInput(file: string): string {
  return String(JSON.parse(readFileSync(file, 'utf8')));
}

function show(target: Target, progress: FuzzProgress, began: number): void {
  const seconds = Math.round((performance.now() - began) / 1000);
  const { runs, inputs, blocks, faults } = progress;
  const memory = megabytes(process.resourceUsage().maxRSS * 1024);
  console.log(
    `  ${target.name}: ${runs} inputs in ${seconds} s, ${inputs} kept, ${blocks} blocks, ` +
      `${memory} MB at most, ${faults} faults`,
  );
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}

function every<T>(time: number, tell: (value: T) => void): (value: T) => void {
  let last = performance.now();
  return (value) => {
    if (performance.now() - last < time) return;
    last = performance.now();
    tell(value);
  };
}
