import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes a runtime into a folder that runs `preload` before any program. Returns its path. */
export function preloadedRuntime(folder: string, preload: string, ...flags: string[]): string {
  const [script, runtime] = [path.join(folder, 'preload.cjs'), path.join(folder, 'node')];
  writeFileSync(script, preload);
  const command = [`"${process.execPath}"`, ...flags, '-r', `"${script}"`, '"$@"'].join(' ');
  writeFileSync(runtime, `#!/bin/sh\nexec ${command}\n`, { mode: 0o755 });
  return runtime;
}
