// @ts-check
// Ratios measured side by side in one run; see CONTRIBUTING.md. `npm run bench -- calls` runs one part.
import { join } from 'node:path';
import { run } from './childProcess.mjs';
import { modernNode } from './node.mjs';
import { root } from './root.mjs';
import { buildTestProgram } from './testProgram.mjs';

const wanted = process.argv.slice(2);
const isWanted = (/** @type {string} */ part) => wanted.length === 0 || wanted.includes(part);

if (isWanted('activation')) {
  const script = join(root, 'scripts', 'benchActivation.mjs');
  process.exitCode ||= await run(modernNode(), [script]);
}
// These run the bundle of the host.
if (isWanted('servers') || isWanted('hostile'))
  process.exitCode ||= await run('node', ['esbuild.js'], { cwd: root });
for (const part of ['calls', 'hostile', 'large', 'search', 'servers', 'views'].filter(isWanted)) {
  const outfile = await buildTestProgram(`bench/${part}`, {
    // The fake servers are found beside the source of their support file.
    define: {
      'import.meta.url': JSON.stringify(
        new URL('../test/support/fakeServer/x.ts', import.meta.url).href,
      ),
    },
  });
  process.exitCode ||= await run(modernNode(), ['--no-warnings', '--expose-gc', outfile]);
}
