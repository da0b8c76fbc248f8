import { readFile } from 'node:fs/promises';
import { within } from '../base/within';
import { markVariable } from './keeper';
import { linuxCommandLine, readLinuxProcess, readLinuxProcesses } from './linuxProcesses';
import { psCommandLine, readPsProcess, readPsProcesses } from './psProcesses';
import { isBrowserName } from './webBrowser';
import { readWindowsProcess, readWindowsProcesses, windowsCommandLine } from './windowsProcesses';

/** How long the marks or command lines of all processes may take, in milliseconds. */
const longestRead = 2_000;

/** What the system tells of one running process; one that only waits to be collected is none. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** The process group; 0 where there are none. */
  readonly group: number;
  /** Equal only for the very same process: `<boot>/<start>`, where starts of one boot compare as numbers. */
  readonly birth: string;
  readonly name: string;
  /** Resident bytes. */
  readonly memory: number;
  /** Processor time so far, in milliseconds. */
  readonly cpuTime: number;
  /** The session, where the system tells (Linux). */
  readonly session?: number;
  /** Told of web browsers only, those that others of them started perhaps not; by `readProcesses`. */
  readonly commandLine?: string;
}

let running: Promise<unknown> = Promise.resolve();
let next: Promise<readonly ProcessFacts[]> | undefined;

/**
 * All processes of the machine, as far as we may see them, as they are after the call. Who asks while
 * others are being answered shares the next answer, so that fifty servers ended together cost two.
 * @throws what `ps` or PowerShell failed with, or that there is no `/proc`.
 */
export function readProcesses(): Promise<readonly ProcessFacts[]> {
  next ??= running
    .catch(() => undefined)
    .then(() => {
      running = next ?? running;
      next = undefined;
      return readAll();
    });
  return next;
}

async function readAll(): Promise<readonly ProcessFacts[]> {
  if (process.platform === 'win32') return readWindowsProcesses();
  const all = await (process.platform === 'linux' ? readLinuxProcesses() : readPsProcesses());
  const browsers = all.filter(({ name }) => isBrowserName(name));
  const ids = new Set(browsers.map(({ pid }) => pid));
  const lines = await eachOf(
    browsers.filter(({ parent }) => !ids.has(parent)),
    commandLineOf,
  );
  if (lines.size === 0) return all;
  return all.map((facts) => {
    const commandLine = lines.get(facts.pid);
    return commandLine === undefined ? facts : { ...facts, commandLine };
  });
}

/** One process, or `undefined` when it does not run. */
export async function readProcess(pid: number): Promise<ProcessFacts | undefined> {
  if (process.platform === 'linux') return readLinuxProcess(pid);
  return process.platform === 'win32' ? readWindowsProcess(pid) : readPsProcess(pid);
}

/** The command and arguments of a process, separated by spaces; `undefined` when it does not run. */
export function commandLineOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return linuxCommandLine(pid);
  return process.platform === 'win32' ? windowsCommandLine(pid) : psCommandLine(pid);
}

/** The mark a process was started with, where the system tells (Linux, processes of our user). */
export async function markOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  const start = `${markVariable}=`;
  return environment
    .split('\0')
    .find((variable) => variable.startsWith(start))
    ?.slice(start.length);
}

/** The marks of those processes that have one. */
export function marksOf(processes: readonly ProcessFacts[]): Promise<ReadonlyMap<number, string>> {
  return eachOf(processes, markOf);
}

/** What is read of each process; a map without those of which nothing came in time. */
async function eachOf(
  processes: readonly ProcessFacts[],
  read: (pid: number) => Promise<string | undefined>,
): Promise<ReadonlyMap<number, string>> {
  const found = new Map<number, string>();
  const reads = processes.map(async ({ pid }) => {
    const text = await read(pid);
    if (text !== undefined) found.set(pid, text);
  });
  // A process stuck in the system may keep who reads its memory waiting with it.
  await within(longestRead, Promise.all(reads));
  return found;
}
