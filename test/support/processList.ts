import { execFileSync } from 'node:child_process';

/** The processes of this machine whose command line contains a text: their ids, in order. */
export function processesNaming(text: string): number[] {
  return running()
    .filter(({ args }) => args.includes(text))
    .map(({ pid }) => pid);
}

/** The processes of this user with all these texts in command line and environment: their ids, in order. */
export function processesKnowing(...texts: readonly string[]): number[] {
  return running(process.platform === 'darwin' ? '-axEww' : 'axeww')
    .filter(({ args }) => texts.every((text) => args.includes(text)))
    .map(({ pid }) => pid);
}

/** For each process whose command line contains a text, the command line of the one that started it. */
export function parentsOfNaming(text: string): string[] {
  const all = running();
  const commands = new Map(all.map(({ pid, args }) => [pid, args]));
  return all
    .filter(({ args }) => args.includes(text))
    .map(({ ppid }) => commands.get(ppid) ?? 'nobody');
}

/** The extension hosts below a process that names the text, as an editor server has one for each window. */
export function extensionHostsBelow(text: string): number[] {
  const all = running();
  const parents = new Map(all.map(({ pid, ppid }) => [pid, ppid]));
  const tops = new Set(all.filter(({ args }) => args.includes(text)).map(({ pid }) => pid));
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (tops.has(pid) || isBelow(parents.get(pid)));
  return all
    .filter(({ pid, args }) => args.includes('--type=extensionHost') && isBelow(pid))
    .map(({ pid }) => pid);
}

function running(which = '-e'): { pid: number; ppid: number; args: string }[] {
  const lines = execFileSync('ps', [which, '-o', 'pid=,ppid=,args='], {
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  }).split('\n');
  return lines.filter(Boolean).map((line) => {
    const [pid = '', ppid = ''] = line.trim().split(/\s+/, 2);
    return { pid: Number(pid), ppid: Number(ppid), args: line };
  });
}
