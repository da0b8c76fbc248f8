// @ts-check
// Types, lint, format, dead code, what activation reads, and the tables of faults and conformance; and measures of the source, reported and not enforced.
import { run } from './childProcess.mjs';
import { measures } from './measure.mjs';
import { root } from './root.mjs';

const steps = [
  { name: 'types', command: ['tsc', '-p', '.'], next: ['tsc', '-p', 'src/webview'] },
  { name: 'lint', command: ['oxlint'] },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'dead code', command: ['knip'] },
  { name: 'activation size', command: ['node', 'scripts/activationSize.mjs'] },
  { name: 'fault table', command: ['node', 'scripts/faults.mjs', '--check'] },
  { name: 'conformance table', command: ['node', 'scripts/testConformance.mjs', '--check'] },
];

/** @param {readonly string[]} command */
function runCommand([program = '', ...args]) {
  return run(program, args, { cwd: root });
}

let failed = 0;
for (const { name, command, next } of steps) {
  const code = (await runCommand(command)) || (next ? await runCommand(next) : 0);
  if (code !== 0) failed += 1;
  console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
}
for (const line of measures()) console.log(line);
console.log(`${steps.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
