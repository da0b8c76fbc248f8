// @ts-check
// Packages the extension and tests it in a browser editor. Usage: testE2e.mjs [FILTER …], or --looks [FILTER …] for the pictures.
// ROUNDHOUSE_VSIX names a packaged extension to test instead, ROUNDHOUSE_BUILT says that it has been packaged.
import { join } from 'node:path';
import { run, runQuietly } from './childProcess.mjs';
import { ensureBrowser } from './editor/browser.mjs';
import { ensureCodeServer } from './editor/install.mjs';
import { modernNode } from './node.mjs';
import { root } from './root.mjs';

await ensureCodeServer();
await ensureBrowser();
if (!process.env['ROUNDHOUSE_VSIX'] && !process.env['ROUNDHOUSE_BUILT'])
  await runQuietly('npm', ['run', 'package'], { cwd: root });
const runner = join(root, 'scripts', 'testVitest.mjs');
const args = process.argv.slice(2).filter((word) => word !== '--looks');
const project = process.argv.includes('--looks') ? 'looks' : 'e2e';
process.exitCode = await run(modernNode(), [runner, project, ...args], { cwd: root });
