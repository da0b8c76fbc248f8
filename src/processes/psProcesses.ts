import { basename } from 'node:path';
import type { ProcessFacts } from './processFacts';
import { runTool } from './runTool';

/** One `-o` per column, because in a list everything behind the first `=` would be a heading. */
const columns = ['pid', 'ppid', 'pgid', 'stat', 'rss', 'time', 'lstart', 'comm'].flatMap(
  (column) => ['-o', `${column}=`],
);
const line =
  /^\s*(?<pid>\d+)\s+(?<parent>\d+)\s+(?<group>\d+)\s+(?<state>\S+)\s+(?<memory>\d+)\s+(?<time>\S+)\s+(?<start>\S+\s+\S+\s+\S+\s+\S+\s+\d{4})\s+(?<name>\S.*)$/;

/** All processes by `ps`, for macOS and its relatives. */
export async function readPsProcesses(): Promise<ProcessFacts[]> {
  return parsePs(await runTool('/bin/ps', ['-axww', ...columns]));
}

/** The commands and arguments of processes by their ids. Never rejects. */
export async function psCommandLines(pids: readonly number[]): Promise<Map<number, string>> {
  const list = ['-ww', '-o', 'pid=', '-o', 'args=', '-p', pids.join(',')];
  // `ps` fails if none of them runs.
  return parsePsCommandLines(await runTool('/bin/ps', list).catch(() => ''));
}

/** The command lines in the output of `ps`, one a line behind its process. */
export function parsePsCommandLines(text: string): Map<number, string> {
  const found = [...text.matchAll(/^\s*(\d+)\s+(\S.*)$/gm)];
  return new Map(found.map(([, pid, line = '']) => [Number(pid), line.trimEnd()]));
}

/** The processes in the output of `ps`. */
export function parsePs(text: string): ProcessFacts[] {
  return text.split('\n').flatMap((row) => {
    const found = line.exec(row)?.groups;
    if (!found || found['state']?.startsWith('Z')) return [];
    const { pid, parent, group, memory, time = '', start, name = '' } = found;
    return {
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      birth: `/${Date.parse(`${start} UTC`)}`,
      name: basename(name.trim()),
      memory: Number(memory) * 1_024,
      cpuTime: milliseconds(time),
    };
  });
}

/** `[[days-]hours:]minutes:seconds[.hundredths]`, where macOS lets the minutes grow. */
function milliseconds(time: string): number {
  const [clock = '', days = '0'] = time.split('-').toReversed();
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Math.round((Number(days) * 86_400 + seconds) * 1_000);
}
