import { execFile } from 'node:child_process';
import path from 'node:path';
import { root } from '../../scripts/root.mjs';

/** What a command of the terminal came to. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `roundhouse` as it was built. */
export function roundhouse(
  args: readonly string[],
  { env = {}, cwd }: { readonly env?: Record<string, string>; readonly cwd?: string } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, ...(cwd !== undefined && { cwd }) };
    execFile(
      process.execPath,
      [path.join(root, 'dist/cli.js'), ...args],
      options,
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}
