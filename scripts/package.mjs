// @ts-check
// Builds for release and writes `dist/mcp-roundhouse-<version>.vsix`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './childProcess.mjs';
import { installDependencies } from './dependencies.mjs';
import { root } from './root.mjs';

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const vsix = join('dist', `${name}-${version}.vsix`);

await installDependencies();
process.exitCode =
  (await run('node', ['esbuild.js', '--production'], { cwd: root })) ||
  (await run(
    'vsce',
    [
      'package',
      '--no-dependencies',
      '--allow-missing-repository',
      '--no-rewrite-relative-links',
      '--out',
      vsix,
    ],
    { cwd: root },
  ));
