import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageDemoModel } from '../../../scripts/demoModel.mjs';
import { root } from '../../../scripts/root.mjs';

/** The packaged extensions that an editor under test gets: the scripted model, and Roundhouse. */
export async function packagedExtensions(): Promise<string[]> {
  return [await packageDemoModel(), roundhouseVsix()];
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
