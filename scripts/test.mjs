// @ts-check
// Everything `npm test` runs, one part after another; `npm test -- unit e2e` runs some parts only.
// The last line sums up: "N passed, N failed".
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment, modernNode } from './node.mjs';
import { root } from './root.mjs';

const parts = [
  { name: 'check', command: ['check.mjs'] },
  { name: 'unit', command: ['testVitest.mjs', 'unit'] },
  { name: 'process', command: ['testVitest.mjs', 'process'] },
  { name: 'faults', command: ['testVitest.mjs', 'faults'] },
  { name: 'conformance', command: ['testConformance.mjs'] },
  { name: 'integration', command: ['testIntegration.mjs'] },
  { name: 'e2e', command: ['testE2e.mjs'] },
];

/**
 * Runs a part, shows what it says, and reads the last counts in it.
 * @param {readonly string[]} command a script and its arguments
 * @returns {Promise<{ passed: number, failed: number }>}
 */
async function runPart([script = '', ...args]) {
  const child = spawn(modernNode(), [join(root, 'scripts', script), ...args], {
    cwd: root,
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    output = (output + chunk).slice(-100_000);
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  const last = [...output.matchAll(/(\d+) pass(?:ed|ing), (\d+) fail(?:ed|ing)/g)].at(-1);
  const passed = Number(last?.[1] ?? 0);
  const failed = Number(last?.[2] ?? 0);
  // A part that ends badly, or without counts, has failed even if no test of it did.
  const broken = failed === 0 && (code !== 0 || last === undefined);
  return { passed, failed: broken ? 1 : failed };
}

/** @type {{ name: string, passed: number, failed: number, seconds: number }[]} */
const rows = [];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name));
if (unknown.length > 0) {
  const known = parts.map(({ name }) => name).join(', ');
  console.error(`There is no part ${unknown.join(', ')}. The parts: ${known}.`);
  process.exit(2);
}
for (const { name, command } of parts) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n━━ ${name}`);
  const started = Date.now();
  const counts = await runPart(command);
  rows.push({ name, ...counts, seconds: Math.round((Date.now() - started) / 1000) });
}

console.log('');
for (const { name, passed, failed, seconds } of rows) {
  const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed`;
  console.log(`${failed === 0 ? '✓' : '✗'} ${name.padEnd(14)} ${counts} ${seconds} s`);
}
const sum = (/** @type {'passed' | 'failed'} */ key) =>
  rows.reduce((total, row) => total + row[key], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
