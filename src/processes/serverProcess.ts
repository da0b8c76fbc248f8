import { spawn, type ChildProcessWithoutNullStreams, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { settlesWithin } from '../base/abort';
import { identityOf } from '../base/processIdentity';
import type { ProcessFacts } from './processFacts';
import { markVariable, type ProcessRegistry } from './processRegistry';
import { afterKill, ProcessTree } from './processTree';
import { type NamedProgram, programFor } from './windowsProgram';

/** A server process with its tree. */
export interface StartedProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /**
   * Ends the tree; see {@link endProcess}.
   * @returns the processes that could not be ended, which stay in the registry, as do possible missed ones.
   */
  readonly end: (times?: StopTimes) => Promise<readonly ProcessFacts[]>;
}

/**
 * Starts a program without a shell and without a window. On POSIX it leads a group and session, so that one signal
 * reaches them all. It is registered in the same turn. Rejects with the system's error, or with a UserError for
 * arguments that a Windows batch file cannot get.
 */
export async function startProcess(
  named: NamedProgram,
  registry: ProcessRegistry,
): Promise<StartedProcess> {
  const program = await programFor(named);
  const mark = registry.newMark();
  const child = spawn(program.file, program.args, {
    cwd: named.cwd,
    env: { ...program.env, [markVariable]: mark },
    detached: process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: program.verbatim,
    stdio: 'pipe',
  });
  const { command, args } = named;
  const pid = child.pid ?? 0;
  const entry = pid > 0 ? registry.add({ pid, mark, command, args }) : undefined;
  const root = { ...identityOf(pid), mark };
  // A child that could not be started for lack of file descriptors has no streams.
  await once(child, 'spawn');
  child.stdin.on('error', () => undefined);
  return {
    child,
    end: async (times) => {
      const tree = new ProcessTree(root, () => hasExited(child));
      const left = await endProcess(child, tree, times);
      if (left.length === 0 && tree.complete) entry?.dispose();
      return left;
    },
  };
}

/** Milliseconds between the steps of {@link endProcess}. */
export interface StopTimes {
  readonly afterStdinEnd: number;
  readonly afterTerminate: number;
}

export const defaultStopTimes: StopTimes = { afterStdinEnd: 2_000, afterTerminate: 2_000 };

/** For a host whose successor is waiting. */
export const hurriedStopTimes: StopTimes = { afterStdinEnd: 1_000, afterTerminate: 1_000 };

/** For a program that its user kills after a second or two. */
export const briefStopTimes: StopTimes = { afterStdinEnd: 250, afterTerminate: 250 };

/**
 * Ends a server in the order of the specification (2025-11-25 and 2026-07-28, shutdown of stdio): close its stdin,
 * wait, SIGTERM, wait, SIGKILL. The signals go to the whole tree, even to processes that left the group. They are
 * sent even if the server itself has exited. SIGTERM precedes SIGKILL, because `docker run` passes it on to a
 * container that outlives a killed client. Windows has no SIGTERM. Never rejects.
 * @returns the processes that could not be ended.
 */
async function endProcess(
  child: ChildProcess,
  tree: ProcessTree,
  times = defaultStopTimes,
): Promise<readonly ProcessFacts[]> {
  // A look before the end still knows processes that lose their parents and hide their mark.
  // Windows takes a second to look, but keeps the id of an ended parent.
  const looked = tree.look();
  if (process.platform !== 'win32') await looked;
  child.stdin?.end();
  await exited(child, times.afterStdinEnd);
  await looked;
  if (process.platform !== 'win32') await tree.end('SIGTERM', times.afterTerminate);
  const left = await tree.end('SIGKILL', afterKill);
  await exited(child, afterKill);
  return left;
}

/** Waits for `exit`, because `close` also waits for pipes that a grandchild may hold. */
async function exited(child: ChildProcess, milliseconds: number): Promise<void> {
  if (hasExited(child)) return;
  await settlesWithin(milliseconds, once(child, 'exit'));
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
