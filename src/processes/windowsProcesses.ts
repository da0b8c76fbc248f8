import { isObject } from '../base/json';
import { startedBefore } from '../base/processIdentity';
import type { ProcessFacts } from './processFacts';
import { runTool, windowsTool } from './runTool';
import { browserNames } from './userApps';

const properties = [
  'ProcessId',
  'ParentProcessId',
  'Name',
  'WorkingSetSize',
  'KernelModeTime',
  'UserModeTime',
  // As text in ticks of 100 ns: what JSON makes of a date differs between releases of PowerShell.
  "@{n='Start';e={[string]$_.CreationDate.ToFileTimeUtc()}}",
  `@{n='Browser';e={if(@(${browserNames.map((name) => `'${name}.exe'`).join(',')}) -contains $_.Name){$_.CommandLine}}}`,
].join(',');
/** Of a time in ticks of 100 ns: four digits less are milliseconds. */
const digitsBelowMilliseconds = 4;
const ticksPerMillisecond = 10_000;

/** All processes of the machine. PowerShell takes most of a second to come up. */
export async function readWindowsProcesses(): Promise<ProcessFacts[]> {
  return parseWindowsProcesses(
    await query('', `Select-Object ${properties} | ConvertTo-Json -Compress`),
  );
}

export async function windowsCommandLine(pid: number): Promise<string | undefined> {
  return (await query(filter(pid), 'ForEach-Object CommandLine')).trim() || undefined;
}

/**
 * Kills processes, each only if it is still the same one; one of unknown birth, where PowerShell may not run, with
 * everything below it. Never rejects.
 */
export async function terminateWindowsProcesses(processes: readonly ProcessFacts[]): Promise<void> {
  const seen = processes.filter(({ birth }) => birth !== '');
  const unseen = processes.filter(({ birth }) => birth === '');
  if (seen.length > 0) await runScript(seen.map(terminateScript).join(';')).catch(() => undefined);
  for (const { pid } of unseen) {
    const ended = runTool(windowsTool('taskkill.exe'), ['/T', '/F', '/PID', String(pid)]);
    await ended.catch(() => undefined);
  }
}

/** The script that kills one process, identified by its birth, because its id may have passed to another one. */
export function terminateScript({ pid, birth }: ProcessFacts): string {
  const isSame = `[string]$_.CreationDate.ToFileTimeUtc() -like '${birth.slice(1)}${'?'.repeat(digitsBelowMilliseconds)}'`;
  const found = `Get-CimInstance Win32_Process${filter(pid)} | Where-Object {${isSame}}`;
  return `${found} | Invoke-CimMethod -MethodName Terminate`;
}

/**
 * Parses the output of PowerShell for `Win32_Process`. Windows keeps the id of an ended parent and gives it away
 * again. So a parent that is younger than its child is another process.
 */
export function parseWindowsProcesses(text: string): ProcessFacts[] {
  const parsed: unknown = text.trim() === '' ? [] : JSON.parse(text);
  const found = (Array.isArray(parsed) ? parsed : [parsed]).filter(isObject).flatMap(toFacts);
  const births = new Map(found.map(({ pid, birth }) => [pid, birth]));
  return found.map((facts) =>
    startedBefore(facts.birth, births.get(facts.parent) ?? facts.birth)
      ? { ...facts, parent: 0 }
      : facts,
  );
}

/** The facts of a row; the idle process has no start and is left out. */
function toFacts(row: Record<string, unknown>): ProcessFacts | [] {
  const cpuTicks = Number(row['KernelModeTime'] ?? 0) + Number(row['UserModeTime'] ?? 0);
  const { Start: start, Browser: commandLine } = row;
  if (typeof start !== 'string' || start === '') return [];
  return {
    pid: Number(row['ProcessId']),
    parent: Number(row['ParentProcessId']),
    group: 0,
    birth: `/${start.slice(0, -digitsBelowMilliseconds)}`,
    name: typeof row['Name'] === 'string' ? row['Name'] : '',
    memory: Number(row['WorkingSetSize'] ?? 0),
    cpuTime: cpuTicks / ticksPerMillisecond,
    ...(typeof commandLine === 'string' && { commandLine }),
  };
}

const filter = (pid: number): string => ` -Filter 'ProcessId=${pid}'`;

function query(which: string, shown: string): Promise<string> {
  const encoding = '[Console]::OutputEncoding=[Text.Encoding]::UTF8';
  return runScript(`${encoding};Get-CimInstance Win32_Process${which} | ${shown}`);
}

function runScript(script: string): Promise<string> {
  return runTool(windowsTool('WindowsPowerShell\\v1.0\\powershell.exe'), [
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    script,
  ]);
}
