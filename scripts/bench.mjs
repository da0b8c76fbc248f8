// @ts-check
// Ratios measured side by side in one run; see CONTRIBUTING.md.
//   bench.mjs [PART …] [--against COMMIT]    the commit's calls are measured beside those of today
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { run } from './childProcess.mjs';
import { modernNode } from './node.mjs';
import { root } from './root.mjs';
import { buildTestProgram } from './testProgram.mjs';

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' } },
});
const isWanted = (/** @type {string} */ part) => wanted.length === 0 || wanted.includes(part);

if (isWanted('activation')) {
  const script = join(root, 'scripts', 'benchActivation.mjs');
  process.exitCode ||= await run(modernNode(), [script]);
}
// These run the bundle of the host.
if (isWanted('servers') || isWanted('hostile'))
  process.exitCode ||= await run('node', ['esbuild.js'], { cwd: root });
for (const part of ['calls', 'hostile', 'large', 'search', 'servers', 'traffic', 'views'].filter(
  isWanted,
)) {
  const outfile = await buildTestProgram(`bench/${part}`, {
    // The fake servers are found beside the source of their support file.
    define: {
      'import.meta.url': JSON.stringify(
        new URL('../test/support/fakeServer/x.ts', import.meta.url).href,
      ),
    },
  });
  /** @type {Record<string, string>} */
  const env = {};
  if (part === 'calls' && values.against !== undefined)
    env['ROUNDHOUSE_BENCH_BEFORE'] = await connectOf(values.against);
  process.exitCode ||= await run(modernNode(), ['--no-warnings', '--expose-gc', outfile], { env });
}

/**
 * Bundles the connection of a commit, with the packages of today. Gives the address of the module.
 * @param {string} commit
 */
async function connectOf(commit) {
  const folder = join(root, 'dist-test', 'before');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, 'commit.tar');
  const wantedPaths = ['src', 'test/support', 'tsconfig.json', 'package.json'];
  execFileSync('git', ['archive', '--output', archive, commit, ...wantedPaths], { cwd: root });
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  const outfile = await buildTestProgram('before/connect', {
    entryPoints: [join(folder, 'test', 'support', 'connect.ts')],
  });
  return pathToFileURL(outfile).href;
}
