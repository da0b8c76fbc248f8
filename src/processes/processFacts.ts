import { readFile } from 'node:fs/promises';
import { settlesWithin } from '../base/abort';
import { linuxCommandLine, readLinuxProcesses } from './linuxProcesses';
import { markVariable } from './processRegistry';
import { psCommandLines, readPsProcesses } from './psProcesses';
import { isBrowserName, isEditorName } from './userApps';
import { readWindowsProcesses, windowsCommandLines } from './windowsProcesses';

/** Limit for reading the marks or command lines of all processes, in milliseconds. */
const longestRead = 2_000;

/** The facts of a running process; zombies are left out. */
export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  /** The process group; 0 on systems without groups. */
  readonly group: number;
  /** Equal only for the very same process: `<boot>/<start>`, where starts of one boot compare as numbers. */
  readonly birth: string;
  readonly name: string;
  /** Resident bytes. */
  readonly memory: number;
  /** Processor time so far, in milliseconds. */
  readonly cpuTime: number;
  /** The session (Linux only). */
  readonly session?: number;
  /** Of programs that may be the user's own apps only, if they were not started by another one. */
  readonly commandLine?: string;
}

/** The marks in the environments of processes. */
export interface Marks {
  readonly known: ReadonlyMap<number, string>;
  /** False: some process could not be read, or not in time, and may have any mark. */
  readonly complete: boolean;
}

/** The mark of a process: `reading` until it is read, then `value` where it has one. */
interface Mark {
  reading: Promise<void> | undefined;
  value?: string | undefined;
  /** It could not be read now, and may be any. */
  isUnread?: boolean;
}

/** Cached by process, because marks never change and reading them is most of a look at the machine. */
const marks = new Map<string, Mark>();

let running: Promise<unknown> = Promise.resolve();
let next: Promise<readonly ProcessFacts[]> | undefined;

/**
 * All visible processes of the machine, as they are after the call. Concurrent callers share the next reading, so
 * that ending fifty servers at once costs two.
 * @throws the failure of `ps` or PowerShell, or if there is no `/proc`.
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
  const all = await readFacts();
  const living = new Set(all.map(keyOf));
  for (const key of marks.keys()) if (!living.has(key)) marks.delete(key);
  return all;
}

async function readFacts(): Promise<readonly ProcessFacts[]> {
  if (process.platform === 'win32') return readWindowsProcesses();
  const all = await (process.platform === 'linux' ? readLinuxProcesses() : readPsProcesses());
  const named = new Map(all.filter(mayBeUserApp).map((facts) => [facts.pid, facts]));
  const opened = [...named.values()].filter(
    ({ parent, session }) => named.get(parent)?.session !== session || !named.has(parent),
  );
  const found = await userAppCommandLines(opened);
  if (found.size === 0) return all;
  return all.map((facts) => {
    const commandLine = found.get(facts.pid);
    return commandLine === undefined ? facts : { ...facts, commandLine };
  });
}

/** True if a process may be a user's own app. Editors also run other programs; only Linux tells them apart. */
function mayBeUserApp({ name }: ProcessFacts): boolean {
  return isBrowserName(name) || (process.platform === 'linux' && isEditorName(name));
}

async function userAppCommandLines(
  processes: readonly ProcessFacts[],
): Promise<ReadonlyMap<number, string>> {
  if (process.platform !== 'linux') return commandLinesOf(processes);
  const read = async ({ pid, name }: ProcessFacts): Promise<string | undefined> => {
    if (isEditorName(name) && variableIn(await environmentOf(pid), 'ELECTRON_RUN_AS_NODE')) return;
    return linuxCommandLine(pid);
  };
  return (await eachOf(processes, read)).found;
}

/** A key that is equal only for the same process. */
export function keyOf({ pid, birth }: ProcessFacts): string {
  return `${pid} ${birth}`;
}

/**
 * The commands and arguments of processes by their ids, separated by spaces, as far as they can be read in time. Takes
 * a second on Windows. Never rejects.
 */
export async function commandLinesOf(
  processes: readonly ProcessFacts[],
): Promise<ReadonlyMap<number, string>> {
  if (processes.length === 0) return new Map();
  if (process.platform === 'win32') return windowsCommandLines();
  if (process.platform !== 'linux') return psCommandLines(processes.map(({ pid }) => pid));
  return (await eachOf(processes, ({ pid }) => linuxCommandLine(pid))).found;
}

/** The marks of the processes that have one (Linux, processes of our user). */
export async function marksOf(processes: readonly ProcessFacts[]): Promise<Marks> {
  const all = processes.map((facts) => [facts.pid, markOf(facts)] as const);
  const readAllInTime = await inTime(all.flatMap(([, { reading }]) => reading ?? []));
  const complete = readAllInTime && !all.some(([, { isUnread }]) => isUnread);
  const known = new Map<number, string>();
  for (const [pid, { value }] of all) if (value !== undefined) known.set(pid, value);
  return { known, complete };
}

function markOf(facts: ProcessFacts): Mark {
  const key = keyOf(facts);
  const before = marks.get(key);
  if (before) return before;
  const mark: Mark = { reading: undefined };
  marks.set(key, mark);
  mark.reading = environmentOf(facts.pid).then((environment) => {
    mark.reading = undefined;
    mark.value = variableIn(environment, markVariable);
    mark.isUnread = environment === null;
    // The environment is empty while a process becomes another program.
    if (environment === '' || environment === null) marks.delete(key);
  });
  return mark;
}

/** The environment of a process; `undefined` if the system hides it, `null` without a file descriptor to look with. */
async function environmentOf(pid: number): Promise<string | null | undefined> {
  if (process.platform !== 'linux') return undefined;
  return readFile(`/proc/${pid}/environ`, 'utf8').catch(({ code }: NodeJS.ErrnoException) =>
    code === 'EMFILE' || code === 'ENFILE' ? null : undefined,
  );
}

function variableIn(environment: string | null | undefined, name: string): string | undefined {
  const start = `${name}=`;
  const variables = environment?.split('\0') ?? [];
  return variables.find((variable) => variable.startsWith(start))?.slice(start.length);
}

/** Reads a text of each process; `complete` is false if some did not come in time. */
async function eachOf(
  processes: readonly ProcessFacts[],
  read: (facts: ProcessFacts) => Promise<string | undefined>,
): Promise<{ found: ReadonlyMap<number, string>; complete: boolean }> {
  const found = new Map<number, string>();
  const reads = processes.map(async (facts) => {
    const text = await read(facts);
    if (text !== undefined) found.set(facts.pid, text);
  });
  return { complete: await inTime(reads), found };
}

/** False if some did not come in time: a process stuck in the system may keep who reads its memory waiting with it. */
async function inTime(reads: readonly Promise<void>[]): Promise<boolean> {
  return settlesWithin(longestRead, Promise.all(reads));
}
