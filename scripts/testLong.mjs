// @ts-check
// Everything that takes minutes or hours: the long tests, what an editor is seldom opened for, the pictures and thousands of tools, a million inputs for each fuzz target, then the changes that a unit test must notice.
// Usage: testLong.mjs [FILTER …]; with a filter, long tests alone.
import { join } from 'node:path';
import { run } from './childProcess.mjs';
import { seldomE2e } from './e2eFiles.mjs';
import { modernNode } from './node.mjs';
import { root } from './root.mjs';

const filters = process.argv.slice(2);
const commands = [
  ['testVitest.mjs', 'long', ...filters],
  ...(filters.length === 0
    ? [
        ['testE2e.mjs', ...seldomE2e],
        ['testE2e.mjs', '--looks'],
        ['fuzz.mjs', '--runs', '1000000'],
        ['mutation.mjs'],
      ]
    : []),
];
for (const [script = '', ...args] of commands) {
  const code = await run(modernNode(), [join(root, 'scripts', script), ...args], { cwd: root });
  if (code !== 0) process.exitCode = code;
}
