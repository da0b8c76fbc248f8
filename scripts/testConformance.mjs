// @ts-check
// Runs the official conformance suite of MCP against our connection, and prints `N passed, N failed`.
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './root.mjs';

/** What this release claims: the legacy era without authorization and client features. */
const scenarios = ['initialize', 'tools_call', 'sse-retry', 'json-schema-2020-12-preservation'];

const suite = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const driver = join(root, 'dist-test', 'conformance', 'driver.js');

/** @param {string} scenario @returns {Promise<boolean>} */
function run(scenario) {
  const command = `"${process.execPath}" "${driver}"`;
  const out = join(root, 'test-results', 'conformance');
  const options = ['--scenario', scenario, '--spec-version', '2025-11-25'];
  const child = spawn(
    process.execPath,
    [suite, 'client', '--command', command, ...options, '--timeout', '60000', '-o', out],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${scenario}`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}

await mkdir(join(root, 'test-results'), { recursive: true });
await build({
  entryPoints: [join(root, 'test/conformance/driver.ts')],
  outfile: driver,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  mainFields: ['module', 'main'],
});

let passed = 0;
for (const scenario of scenarios) if (await run(scenario)) passed += 1;
console.log(`${passed} passed, ${scenarios.length - passed} failed`);
process.exitCode = passed === scenarios.length ? 0 : 1;
