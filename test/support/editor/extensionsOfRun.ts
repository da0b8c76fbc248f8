import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packageDemoModel } from '../../../scripts/demoModel.mjs';
import { installExtensions } from '../../../scripts/editor/server.mjs';
import { root } from '../../../scripts/root.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the extensions of every editor under test: the scripted model, and Roundhouse. */
    extensionsDir: string;
  }
}

/** Installs the packaged extensions once, before the tests of a project whose files each have an editor. */
export default async function installOnce(project: TestProject): Promise<() => void> {
  const home = mkdtempSync(join(tmpdir(), 'rh-'));
  const extensionsDir = join(home, 'extensions');
  const vsixFiles = [await packageDemoModel(), roundhouseVsix()];
  await installExtensions(vsixFiles, { userDataDir: join(home, 'data'), extensionsDir });
  project.provide('extensionsDir', extensionsDir);
  return () => rmSync(home, { recursive: true, force: true });
}

/** The VSIX under test: named by ROUNDHOUSE_VSIX, else what `npm run package` wrote. */
function roundhouseVsix(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const written = join(root, 'dist', `mcp-roundhouse-${version}.vsix`);
  const file = process.env['ROUNDHOUSE_VSIX'] ?? written;
  if (!existsSync(file)) throw new Error(`${file} is not there: run "npm run package" first.`);
  return file;
}
