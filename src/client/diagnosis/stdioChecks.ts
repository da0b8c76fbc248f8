import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { processEnvironment } from '../../base/environment';
import type { LaunchFacts, ResolvedStdio } from '../../ipc/launch';
import { failureLine } from '../../processes/stderrLines';
import { failed, passed, type Check, type Finding } from './check';
import { runtimeOf, type Runtime } from './runtimes';
import { programFor } from '../../processes/windowsProgram';
import { isFolder } from '../../processes/programSearch';

/** How many folders a reason names. */
const namedFolders = 20;

/** What a local server needs of this machine: its command, its working folder, its runtime. */
export function stdioChecks(launch: ResolvedStdio, facts: LaunchFacts | undefined): Check[] {
  const runtime = runtimeOf(launch.command, launch.args);
  return [
    ...(facts ? [commandCheck(facts)] : []),
    { name: 'folder', run: () => folderFinding(launch.cwd) },
    ...(runtime
      ? [
          {
            name: 'runtime',
            needs: 'folder',
            run: (signal) => runtimeFinding(launch, runtime, signal),
          } satisfies Check,
        ]
      : []),
  ];
}

function commandCheck({ command, found, searched, added }: LaunchFacts): Check {
  return {
    name: 'command',
    run: async () => {
      if (found !== undefined) {
        const isAdded = added.includes(dirname(found));
        return passed(isAdded ? 'commandOffPath' : 'commandFound', { file: found });
      }
      const more = searched.length - namedFolders;
      const folders = searched.slice(0, namedFolders);
      return failed('notFound', { command, folders, ...(more > 0 && { more }) });
    },
  };
}

async function folderFinding(cwd: string): Promise<Finding> {
  return (await isFolder(cwd)) ? passed('folderThere', { cwd }) : failed('cwdNotFound', { cwd });
}

/** Asks the runtime for its version, as the server would start it. */
async function runtimeFinding(
  launch: ResolvedStdio,
  { name, command, args }: Runtime,
  signal: AbortSignal,
): Promise<Finding> {
  const { cwd } = launch;
  const env = processEnvironment(launch.baseEnv, launch.env);
  const program = await programFor({ command, args, cwd, env });
  const options = {
    cwd,
    env,
    signal,
    killSignal: 'SIGKILL',
    windowsHide: true,
    windowsVerbatimArguments: program.verbatim,
  } as const;
  return new Promise((resolve) => {
    const child = execFile(program.file, program.args, options, (error, stdout, stderr) => {
      const line = firstLine(stdout) || firstLine(stderr);
      if (!error) resolve(passed('runtimeAnswers', { runtime: name, version: line }));
      else if (error.code === 'ENOENT')
        resolve(failed('runtimeMissing', { runtime: name, command }));
      else
        resolve(
          failed('runtimeFails', {
            runtime: name,
            command,
            line: failureLine(stderr.split('\n')) ?? line,
          }),
        );
    });
    child.stdin?.end();
  });
}

function firstLine(text: string): string {
  return (text.trim().split('\n', 1)[0] ?? '').trim();
}
