import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { processEnvironment } from '../../base/environment';
import type { LaunchFacts, ResolvedStdio } from '../../ipc/launch';
import { failureLine } from '../../processes/stderrLines';
import { programFor } from '../../processes/windowsProgram';
import { isFolder } from '../../processes/programSearch';
import { failed, passed, type Check, type Verdict } from './check';

/** Folders that a reason lists. */
const maxFolders = 20;

/** Checks the needs of a local server: its command, working folder and runtime. */
export function stdioChecks(launch: ResolvedStdio, facts: LaunchFacts | undefined): Check[] {
  const runtime = runtimeOf(launch.command, launch.args);
  const checks: Check[] = facts ? [commandCheck(facts)] : [];
  checks.push({ name: 'folder', run: () => checkFolder(launch.cwd) });
  if (runtime) {
    const run = (signal: AbortSignal): Promise<Verdict> => checkRuntime(launch, runtime, signal);
    checks.push({ name: 'runtime', needs: 'folder', run });
  }
  return checks;
}

function commandCheck({ command, found, searched, added }: LaunchFacts): Check {
  return {
    name: 'command',
    run: async () => {
      if (found !== undefined) {
        const isAdded = added.includes(dirname(found));
        return passed(isAdded ? 'commandOffPath' : 'commandFound', { file: found });
      }
      const more = searched.length - maxFolders;
      const folders = searched.slice(0, maxFolders);
      return failed('notFound', { command, folders, ...(more > 0 && { more }) });
    },
  };
}

async function checkFolder(cwd: string): Promise<Verdict> {
  return (await isFolder(cwd)) ? passed('folderThere', { cwd }) : failed('cwdNotFound', { cwd });
}

/** Runs the runtime's version command in the server's environment. */
async function checkRuntime(
  launch: ResolvedStdio,
  { name, command, args }: Runtime,
  signal: AbortSignal,
): Promise<Verdict> {
  const { cwd } = launch;
  const env = processEnvironment(launch.baseEnv, launch.env);
  const program = await programFor({ command, args, cwd, env });
  const options = {
    cwd,
    env: program.env,
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

/** A program that a command needs, and the arguments that print its version. */
interface Runtime {
  /** The name for people. */
  readonly name: string;
  /** Looked up on the `PATH`. */
  readonly command: string;
  readonly args: readonly string[];
}

const versionFlag = ['--version'];
const node: Runtime = { name: 'Node.js', command: 'node', args: versionFlag };
const uv: Runtime = { name: 'uv', command: 'uv', args: versionFlag };

/** Asks for the engine's version, because the client answers `--version` even if no engine runs. */
const engine = (name: string, command: string): Runtime => ({
  name,
  command,
  args: ['version', '--format', '{{.Server.Version}}'],
});

const runtimes: Readonly<Record<string, Runtime>> = {
  node,
  npx: node,
  npm: node,
  pnpm: node,
  pnpx: node,
  yarn: node,
  uv,
  uvx: uv,
  bun: { name: 'Bun', command: 'bun', args: versionFlag },
  bunx: { name: 'Bun', command: 'bun', args: versionFlag },
  deno: { name: 'Deno', command: 'deno', args: versionFlag },
  dotnet: { name: '.NET', command: 'dotnet', args: versionFlag },
  dnx: { name: '.NET', command: 'dotnet', args: versionFlag },
  java: { name: 'Java', command: 'java', args: versionFlag },
  go: { name: 'Go', command: 'go', args: ['version'] },
  ruby: { name: 'Ruby', command: 'ruby', args: versionFlag },
  php: { name: 'PHP', command: 'php', args: versionFlag },
  docker: engine('Docker', 'docker'),
  podman: engine('Podman', 'podman'),
  nerdctl: engine('containerd', 'nerdctl'),
};

/**
 * The runtime that a command needs; `undefined` for any other program. A path to a runtime is kept, because the `PATH`
 * may have another one.
 */
export function runtimeOf(command: string, args: readonly string[]): Runtime | undefined {
  const name = programName(command);
  // On Windows, `cmd /c npx …` is how scripts are written.
  const inner = name === 'cmd' && /^\/[cd]$/i.test(args[0] ?? '') ? args[1] : undefined;
  if (inner !== undefined) return runtimeOf(inner, args.slice(2));
  const isPython = /^(?:python|pypy)[\d.]*$/.test(name);
  const known = isPython
    ? { name: 'Python', command: name, args: versionFlag }
    : Object.hasOwn(runtimes, name)
      ? runtimes[name]
      : undefined;
  const isItself = known?.command === name && /[\\/]/.test(command);
  return known && isItself ? { ...known, command } : known;
}

/** The name without its folder and its Windows extension. */
function programName(command: string): string {
  const name = command.slice(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1);
  return name.replace(/\.(?:exe|cmd|bat)$/i, '').toLowerCase();
}
