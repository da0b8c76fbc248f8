import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { Environment } from '../../base/environment';
import { UserError } from '../../base/errors';
import { afterKill, ProcessTree } from '../../processes/processTree';
import { cleanEnvironment } from './environment';

/** A person's shell, and what reading its environment takes. */
export interface LoginShell {
  /** Absolute path of the shell. */
  readonly file: string;
  /** What it is started with. */
  readonly environment: Environment;
  /** Where it is started: the home folder, as what a workspace holds is not to run with it. */
  readonly cwd: string;
  /** The JavaScript runtime that writes the environment down; an Electron binary acts as Node. */
  readonly execPath: string;
  /** How long it may take, in milliseconds. */
  readonly patience: number;
}

/** What no environment is as long as, in UTF-16 units: files that a shell reads may print for ever. */
const longestOutput = 8 * 1024 * 1024;
/** How long the output of a shell that ended may take to come out of its pipe, in milliseconds. */
const drainTime = 500;

/** Told to the files that a shell reads: the first by VS Code's name, the others to Oh My Zsh. */
const told = {
  VSCODE_RESOLVING_ENVIRONMENT: '1',
  DISABLE_AUTO_UPDATE: 'true',
  ZSH_TMUX_AUTOSTART: 'false',
};

/** Variables that tell of the shell itself. */
const ofShell = ['SHLVL', 'PWD', 'OLDPWD', '_', 'XDG_RUNTIME_DIR'];

/**
 * The environment as it is in a login shell that a person opens. The shell has no terminal and nothing to
 * read; whatever the files that it reads print is passed over. When it takes too long, or `signal`
 * aborts, it ends with everything that it started.
 * @throws UserError `shellTimedOut` {shell, seconds} or `shellFailed` {shell, cause}.
 */
export function readLoginShell(
  shell: LoginShell,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const mark = randomUUID().replaceAll('-', '');
    const child = startShell(shell, mark);
    const fail = (cause: string): void =>
      reject(new UserError('shellFailed', { shell: shell.file, cause }));
    const end = (reason: unknown): void => {
      reject(reason);
      endTree(child);
    };
    const abort = (): void => end(signal.reason);
    const timer = setTimeout(() => {
      const seconds = shell.patience / 1000;
      end(new UserError('shellTimedOut', { shell: shell.file, seconds }));
    }, shell.patience);
    signal.addEventListener('abort', abort);
    let outcome = 'output';
    child.once('error', ({ message }) => (outcome = message));
    child.once('exit', (code, killer) => {
      outcome = killer ?? `exit code ${code}`;
      // What the shell leaves running in the background may keep its pipe open.
      setTimeout(() => child.stdout.destroy(), drainTime);
    });
    child.once('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      fail(outcome);
    });
    readMarked(child.stdout, mark, (text) => {
      const environment = text === undefined ? undefined : parseEnvironment(text);
      if (environment) resolve(withoutTold(environment, shell.environment));
      else fail('output');
      child.stdout.destroy();
    });
  });
}

type ShellProcess = ChildProcessByStdio<null, Readable, null>;

function startShell({ file, environment, cwd, execPath }: LoginShell, mark: string): ShellProcess {
  return spawn(file, shellArguments(basename(file), execPath, mark), {
    cwd,
    // A session of its own, so without a terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...cleanEnvironment(environment), ...told, ELECTRON_RUN_AS_NODE: '1' },
  });
}

/** How a shell, as the name of its program says, is told to write its environment between two marks. */
function shellArguments(name: string, execPath: string, mark: string): readonly string[] {
  const script = `"${mark}" + JSON.stringify(process.env) + "${mark}"`;
  if (/^(?:pwsh|powershell)(?:-preview)?$/.test(name)) {
    // Some versions take double quotes away on the way to a program.
    const doubled = script.replaceAll('"', "''");
    return ['-Login', '-Command', `& '${execPath.replaceAll("'", "''")}' -p '${doubled}'`];
  }
  if (name === 'xonsh') {
    const dump = 'json.dumps(dict(__import__("os").environ))';
    return ['-i', '-l', '-c', `import json; print("${mark}" + ${dump} + "${mark}")`];
  }
  const call = `'${execPath.replaceAll("'", `'\\''`)}' -p '${script}'`;
  if (name === 'nu') return ['-i', '-l', '-c', `^${call}`];
  // These know `-l` only as their one argument.
  if (name === 'csh' || name === 'tcsh') return ['-ic', call];
  return ['-i', '-l', '-c', call];
}

/** Tells once what stands between the marks; `undefined` where there is too much before it. */
function readMarked(
  output: Readable,
  mark: string,
  tell: (text: string | undefined) => void,
): void {
  /** What could still be told: all since the first mark, or the beginning of one. */
  let text = '';
  let length = 0;
  output.setEncoding('utf8');
  output.on('data', (chunk: string) => {
    length += chunk.length;
    const seen = Math.max(0, text.length - mark.length);
    text += chunk;
    const start = text.indexOf(`${mark}{`);
    if (start === -1) text = text.slice(-mark.length);
    const end = text.indexOf(`}${mark}`, Math.max(start, seen));
    if (start !== -1 && end !== -1) tell(text.slice(start + mark.length, end + 1));
    else if (length > longestOutput) tell(undefined);
  });
}

function parseEnvironment(text: string): Record<string, string> | undefined {
  try {
    const environment = JSON.parse(text) as Record<string, string>;
    for (const name of ofShell) delete environment[name];
    return environment;
  } catch {
    return undefined;
  }
}

/** Without what only this reading put in. */
function withoutTold(
  environment: Record<string, string>,
  before: Environment,
): Record<string, string> {
  const names = Object.keys(told).filter((name) => before[name] === undefined);
  for (const name of names) delete environment[name];
  return cleanEnvironment(environment);
}

function endTree(child: ShellProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  void new ProcessTree({ pid }, hasEnded).end('SIGKILL', afterKill);
}
