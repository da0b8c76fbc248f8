// @ts-check
// Runs the targets of test/fuzz on changed inputs, each in a process of its own. The last line sums up: "N passed, N failed".
//   fuzz.mjs [TARGET …] [--runs N | --minutes M] [--seed S]    a quarter of an hour each, unless said otherwise
//   fuzz.mjs TARGET --input FILE                               one input again
import { execFileSync } from 'node:child_process';
import { run } from './childProcess.mjs';
import { modernNode } from './node.mjs';
import { root } from './root.mjs';
import { buildTestProgram } from './testProgram.mjs';

const outfile = await buildTestProgram('fuzz/main', { sourcemap: 'inline' });
const node = ['--no-warnings', '--expose-gc', '--enable-source-maps', outfile];

const args = process.argv.slice(2);
const firstFlag = args.findIndex((word) => word.startsWith('--'));
const flags = firstFlag === -1 ? [] : args.slice(firstFlag);
const known = execFileSync(modernNode(), node, { encoding: 'utf8' }).trim().split('\n');
const wanted = args.slice(0, firstFlag === -1 ? args.length : firstFlag);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no target ${unknown.join(', ')}. The targets: ${known.join(', ')}.`);
  process.exit(2);
}
const isBounded = ['--runs', '--minutes', '--input'].some((flag) => flags.includes(flag));
const how = isBounded ? flags : [...flags, '--minutes', '15'];

let [passed, failed] = [0, 0];
for (const name of wanted.length > 0 ? wanted : known) {
  const code = await run(modernNode(), [...node, name, ...how], { cwd: root });
  console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
  if (code === 0) passed += 1;
  else failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
