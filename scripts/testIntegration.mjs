// @ts-check
// Runs test/integration inside a real extension host. Usage: testIntegration.mjs [--extension FOLDER]
// With --bundle it only builds them, for the debugger. ROUNDHOUSE_BUILT says that the extension has been built.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { runQuietly } from './childProcess.mjs';
import { packageDemoModel } from './demoModel.mjs';
import { runInBrowser } from './editor/browserTests.mjs';
import { findDesktop, runInDesktop } from './editor/desktopTests.mjs';
import { installExtensions } from './editor/server.mjs';
import { modernNode } from './node.mjs';
import { root } from './root.mjs';

const source = join(root, 'test', 'integration');
const bundled = join(root, 'dist-test', 'integration');

/** Bundles each suite; the runner inside the editor finds them beside itself. */
async function bundleTests() {
  const suites = readdirSync(source).filter((file) => file.endsWith('.test.ts'));
  rmSync(bundled, { recursive: true, force: true });
  await build({
    entryPoints: ['index.ts', ...suites].map((file) => join(source, file)),
    outdir: bundled,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
}

async function main() {
  const { values } = parseArgs({
    options: {
      extension: { type: 'string', default: root },
      bundle: { type: 'boolean', default: false },
    },
  });
  const extension = resolve(values.extension);
  if (extension === root && !process.env['ROUNDHOUSE_BUILT'])
    await runQuietly(modernNode(), ['esbuild.js'], { cwd: root });
  await bundleTests();
  if (values.bundle) return true;

  const home = mkdtempSync(join(tmpdir(), 'rh-'));
  try {
    const workspace = join(home, 'workspace');
    cpSync(join(source, 'workspace'), workspace, { recursive: true });
    const extensionsDir = join(home, 'extensions');
    mkdirSync(extensionsDir);
    const env = {
      ROUNDHOUSE_HOME: join(home, 'run'),
      ROUNDHOUSE_DEMO_LOG: join(home, 'model.jsonl'),
    };
    const tests = join(bundled, 'index.js');
    const run = { extension, tests, workspace, home, extensionsDir, env };

    const desktop = await findDesktop();
    if (desktop) return await runInDesktop(desktop, run);
    const folders = { userDataDir: join(home, 'install'), extensionsDir };
    await installExtensions([await packageDemoModel()], folders);
    return await runInBrowser(run);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

process.exitCode = (await main()) ? 0 : 1;
