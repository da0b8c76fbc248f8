// @ts-check
// Packages the extension and tests it in a browser editor. Usage: testE2e.mjs [FILTER …]
// ROUNDHOUSE_VSIX names a packaged extension to test instead.
import { join } from 'node:path';
import { run, runQuietly } from './childProcess.mjs';
import { ensureBrowser } from './editor/browser.mjs';
import { ensureCodeServer } from './editor/install.mjs';
import { modernNode } from './node.mjs';
import { root } from './root.mjs';

await ensureCodeServer();
await ensureBrowser();
if (!process.env['ROUNDHOUSE_VSIX']) await runQuietly('npm', ['run', 'package'], { cwd: root });
const runner = join(root, 'scripts', 'testVitest.mjs');
process.exitCode = await run(modernNode(), [runner, 'e2e', ...process.argv.slice(2)], {
  cwd: root,
});
