import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { ResolvedStdio } from '../../src/ipc/launch';
import { nodeLaunch } from './nodeLaunch';

const root = join(import.meta.dirname, '..', '..');
const outfile = join(root, 'dist-test', 'support', 'fullServer.js');
let isBuilt = false;

/** The full-featured server of the conformance suite over stdio, of both eras or of the legacy one alone. */
export function fullServer(era: 'legacy' | 'modern'): ResolvedStdio {
  if (!isBuilt) {
    const built = `${outfile}.${process.pid}`;
    buildSync({
      entryPoints: [join(root, 'test', 'conformance', 'fullServer.ts')],
      outfile: built,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      mainFields: ['module', 'main'],
    });
    // Another process of the tests may be about to run it.
    renameSync(built, outfile);
    isBuilt = true;
  }
  return { ...nodeLaunch(outfile, era), cwd: root };
}
