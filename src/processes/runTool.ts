import { execFile } from 'node:child_process';
import { win32 } from 'node:path';
import { promisify } from 'node:util';

/** Longer than a busy Windows takes for PowerShell, in milliseconds. */
const longest = 15_000;
const largestOutput = 64 * 1024 * 1024;

/** What a program of the system writes, in English and UTC. Rejects when it fails or takes too long. */
export async function runTool(file: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(file, args, {
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    timeout: longest,
    maxBuffer: largestOutput,
    windowsHide: true,
  });
  return stdout;
}

/** A program of Windows by its whole path: a name alone is looked for in the working folder first. */
export function windowsTool(name: string): string {
  return win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', name);
}
