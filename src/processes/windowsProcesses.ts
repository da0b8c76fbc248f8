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
/** Processes that one script ends, because Windows takes no command line of more than 32,767 characters. */
const mostAtOnce = 400;

/** All processes of the machine. PowerShell takes most of a second to come up. */
export async function readWindowsProcesses(): Promise<ProcessFacts[]> {
  return parseWindowsProcesses(await query(properties));
}

/** The commands and arguments of all processes by their ids, as far as they are shown. Never rejects. */
export async function windowsCommandLines(): Promise<Map<number, string>> {
  const rows = await query('ProcessId,CommandLine')
    .then(rowsOf)
    .catch(() => []);
  return new Map(
    rows.flatMap(({ ProcessId: pid, CommandLine: line }) =>
      typeof line === 'string' && line !== '' ? [[Number(pid), line] as const] : [],
    ),
  );
}

/**
 * Kills processes, each only if it is still the same one; one of unknown birth, where PowerShell may not run, with
 * everything below it. Never rejects.
 */
export async function terminateWindowsProcesses(processes: readonly ProcessFacts[]): Promise<void> {
  const seen = processes.filter(({ birth }) => birth !== '');
  const unseen = processes.filter(({ birth }) => birth === '');
  for (const script of terminateScripts(seen)) await runScript(script).catch(() => undefined);
  for (const { pid } of unseen) {
    const ended = runTool(windowsTool('taskkill.exe'), ['/T', '/F', '/PID', String(pid)]);
    await ended.catch(() => undefined);
  }
}

/** The scripts that kill processes, identified by their births, because an id may have passed to another one. */
export function terminateScripts(processes: readonly ProcessFacts[]): string[] {
  const scripts: string[] = [];
  for (let at = 0; at < processes.length; at += mostAtOnce)
    scripts.push(terminateScript(processes.slice(at, at + mostAtOnce)));
  return scripts;
}

function terminateScript(processes: readonly ProcessFacts[]): string {
  const births = processes.map(({ pid, birth }) => `${pid}='${birth.slice(1)}'`).join(';');
  const birth = '$births[[int]$_.ProcessId]';
  const start = '[string]$_.CreationDate.ToFileTimeUtc()';
  const isSame = `${birth} -and ${start} -like (${birth}+'${'?'.repeat(digitsBelowMilliseconds)}')`;
  const found = `Get-CimInstance Win32_Process | Where-Object {${isSame}}`;
  return `$births=@{${births}};${found} | Invoke-CimMethod -MethodName Terminate`;
}

/**
 * Parses the output of PowerShell for `Win32_Process`. Windows keeps the id of an ended parent and gives it away
 * again. So a parent that is younger than its child is another process.
 */
export function parseWindowsProcesses(text: string): ProcessFacts[] {
  const found = rowsOf(text).flatMap(toFacts);
  const births = new Map(found.map(({ pid, birth }) => [pid, birth]));
  return found.map((facts) =>
    startedBefore(facts.birth, births.get(facts.parent) ?? facts.birth)
      ? { ...facts, parent: 0 }
      : facts,
  );
}

/** The rows of an output as JSON, which is no list for one row. */
function rowsOf(text: string): Record<string, unknown>[] {
  const parsed: unknown = text.trim() === '' ? [] : JSON.parse(text);
  return (Array.isArray(parsed) ? parsed : [parsed]).filter(isObject);
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

/** Some properties of all processes, as JSON. */
function query(shown: string): Promise<string> {
  const encoding = '[Console]::OutputEncoding=[Text.Encoding]::UTF8';
  const rows = `Get-CimInstance Win32_Process | Select-Object ${shown}`;
  return runScript(`${encoding};${rows} | ConvertTo-Json -Compress`);
}

function runScript(script: string): Promise<string> {
  return runTool(windowsTool('WindowsPowerShell\\v1.0\\powershell.exe'), [
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    script,
  ]);
}
