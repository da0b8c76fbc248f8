import { appendFileSync } from 'node:fs';
import * as vscode from 'vscode';

/** Called in the extension host of a window: notes how long loading and `activate` took there. */
export async function run(): Promise<void> {
  await vscode.extensions.getExtension('mcp-roundhouse.mcp-roundhouse')?.activate();
  const at = (name: string): number =>
    performance.getEntriesByName(`roundhouse:${name}`).at(-1)?.startTime ?? Number.NaN;
  const load = at('load:end') - at('load:start');
  const activate = at('activate:end') - at('activate:start');
  appendFileSync(
    process.env['ROUNDHOUSE_BENCH_FILE'] ?? '',
    `${JSON.stringify({ load, activate })}\n`,
  );
}
