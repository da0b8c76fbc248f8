import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import { promisify } from 'node:util';

/** Limit for a tool in milliseconds, longer than PowerShell takes on a busy Windows. */
const longest = 15_000;
const largestOutput = 64 * 1024 * 1024;

/** The output of a system program, in English and UTC. Rejects if it fails or takes too long. */
export async function runTool(file: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(file, args, {
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    timeout: longest,
    maxBuffer: largestOutput,
    windowsHide: true,
  });
  return stdout;
}

/** The full path of a Windows program, because a name alone is searched in the working folder first. */
export function windowsTool(name: string): string {
  return win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', name);
}
