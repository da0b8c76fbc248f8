import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { shellWord } from '../../base/posixShell';
import type { Environment } from '../../base/environment';
import { UserError } from '../../base/errors';
import { afterKill, ProcessTree } from '../../processes/processTree';
import { cleanEnvironment } from './environment';

/** A person's shell and how to read its environment. */
export interface LoginShell {
  /** Absolute path. */
  readonly file: string;
  readonly environment: Environment;
  /** The home folder, so that the shell does not run files of a workspace. */
  readonly cwd: string;
  /** The JavaScript runtime that prints the environment; an Electron binary acts as Node. */
  readonly execPath: string;
  /** Milliseconds. */
  readonly timeoutMs: number;
}

/** Longer than any environment, in UTF-16 units: a shell's startup files may print forever. */
const maxOutputLength = 8 * 1024 * 1024;
/** Milliseconds to read the rest of the pipe after the shell ended. */
const drainTimeMs = 500;

/** Silence the shell's startup files: the first as VS Code does, the others for Oh My Zsh. */
const quietVariables = {
  VSCODE_RESOLVING_ENVIRONMENT: '1',
  DISABLE_AUTO_UPDATE: 'true',
  ZSH_TMUX_AUTOSTART: 'false',
};

/** Variables that describe the shell itself. */
const ofShell = ['SHLVL', 'PWD', 'OLDPWD', '_', 'XDG_RUNTIME_DIR'];

/**
 * The environment of a login shell that a person opens. The shell has no terminal and no input, and other output of
 * its startup files is ignored. After the timeout, or when `signal` aborts, it is killed with all its descendants.
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
      const seconds = shell.timeoutMs / 1000;
      end(new UserError('shellTimedOut', { shell: shell.file, seconds }));
    }, shell.timeoutMs);
    signal.addEventListener('abort', abort);
    let outcome = 'output';
    child.once('error', ({ message }) => (outcome = message));
    child.once('exit', (code, killer) => {
      outcome = killer ?? `exit code ${code}`;
      // Background processes of the shell may keep its pipe open.
      setTimeout(() => child.stdout.destroy(), drainTimeMs);
    });
    child.once('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      fail(outcome);
    });
    readMarked(child.stdout, mark, (text) => {
      const environment = text === undefined ? undefined : parseEnvironment(text);
      if (environment) resolve(withoutQuietVariables(environment, shell.environment));
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
    env: { ...cleanEnvironment(environment), ...quietVariables, ELECTRON_RUN_AS_NODE: '1' },
  });
}

/** Arguments that make a shell, known by its program's name, print its environment between two marks. */
function shellArguments(name: string, execPath: string, mark: string): readonly string[] {
  const script = `"${mark}" + JSON.stringify(process.env) + "${mark}"`;
  if (/^(?:pwsh|powershell)(?:-preview)?$/.test(name)) {
    // Some versions strip double quotes from arguments.
    const doubled = script.replaceAll('"', "''");
    return ['-Login', '-Command', `& '${execPath.replaceAll("'", "''")}' -p '${doubled}'`];
  }
  if (name === 'xonsh') {
    const dump = 'json.dumps(dict(__import__("os").environ))';
    return ['-i', '-l', '-c', `import json; print("${mark}" + ${dump} + "${mark}")`];
  }
  const call = `${shellWord(execPath)} -p '${script}'`;
  if (name === 'nu') return ['-i', '-l', '-c', `^${call}`];
  // They accept `-l` only as their sole argument.
  if (name === 'csh' || name === 'tcsh') return ['-ic', call];
  return ['-i', '-l', '-c', call];
}

/** Calls `done` once with the text between the marks; `undefined` if there is too much output before it. */
function readMarked(
  output: Readable,
  mark: string,
  done: (text: string | undefined) => void,
): void {
  /** The output since the first mark, or the possible beginning of one. */
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
    if (start !== -1 && end !== -1) done(text.slice(start + mark.length, end + 1));
    else if (length > maxOutputLength) done(undefined);
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

/** Without the variables that were set only for this reading. */
function withoutQuietVariables(
  environment: Record<string, string>,
  before: Environment,
): Record<string, string> {
  const names = Object.keys(quietVariables).filter((name) => before[name] === undefined);
  for (const name of names) delete environment[name];
  return cleanEnvironment(environment);
}

function endTree(child: ShellProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  void new ProcessTree({ pid }, hasEnded).end('SIGKILL', afterKill);
}
