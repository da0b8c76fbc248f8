import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { identityOf } from '../base/processIdentity';
import { endProcess, type StopTimes } from './endProcess';
import { markVariable, type Keeper } from './keeper';
import type { ProcessFacts } from './processFacts';
import { programFor } from './programFor';
import type { NamedProgram } from './windowsProgram';

/** A process of a server, with everything that comes of it. */
export interface StartedProcess {
  readonly child: ChildProcessWithoutNullStreams;
  /**
   * See {@link endProcess}: gives what could not be ended, which stays with the keeper, as does what
   * may have been missed.
   */
  readonly end: (times?: StopTimes) => Promise<readonly ProcessFacts[]>;
}

/**
 * Starts a program without a shell and without a window, on POSIX in a group and session of its own.
 * The keeper knows of it before anything else can happen. Rejects with what the system says, or with
 * the UserError of arguments that a batch file of Windows cannot be given.
 */
export async function startProcess(named: NamedProgram, keeper: Keeper): Promise<StartedProcess> {
  const program = await programFor(named);
  const mark = keeper.newMark();
  const child = spawn(program.file, program.args, {
    cwd: named.cwd,
    env: { ...named.env, [markVariable]: mark },
    detached: process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: program.verbatim,
    stdio: 'pipe',
  });
  const { command, args } = named;
  const pid = child.pid ?? 0;
  const kept = pid > 0 ? keeper.keep({ pid, mark, command, args }) : undefined;
  const root = { ...identityOf(pid), mark };
  child.stdin.on('error', () => undefined);
  await once(child, 'spawn');
  return {
    child,
    end: async (times) => {
      const { left, complete } = await endProcess(child, root, times);
      if (left.length === 0 && complete) kept?.dispose();
      return left;
    },
  };
}
