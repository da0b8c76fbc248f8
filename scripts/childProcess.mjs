// @ts-check
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { childEnvironment } from './node.mjs';

/** @import { ChildProcess } from 'node:child_process' */

const posix = process.platform !== 'win32';

/** @type {Set<ChildProcess>} */
const living = new Set();

process.once('exit', () => living.forEach((child) => signalGroup(child, 'SIGKILL')));

/**
 * Starts a process that leads a group of its own and ends with this one. Its output goes to `logFile`.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ logFile: string, env?: Record<string, string>, cwd?: string }} options
 */
export function startProcess(command, args, { logFile, env, cwd }) {
  mkdirSync(dirname(logFile), { recursive: true });
  const log = openSync(logFile, 'a');
  const child = spawn(command, args, {
    cwd,
    env: childEnvironment(env),
    stdio: ['ignore', log, log],
    detached: posix,
  });
  closeSync(log);
  living.add(child);
  child.once('exit', () => living.delete(child));
  child.once('error', () => living.delete(child));
  return child;
}

/**
 * Ends a process with its group: asks first, and insists after five seconds.
 * @param {ChildProcess} child
 */
export async function stopProcess(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  signalGroup(child, 'SIGTERM');
  const insist = setTimeout(() => signalGroup(child, 'SIGKILL'), 5000);
  await gone;
  clearTimeout(insist);
}

/**
 * Runs a command to its end with our own input and output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, timeout?: number }} [options] `timeout`: milliseconds after
 * which it is ended
 * @returns {Promise<number>} the exit code; 1 when it could not start or was ended by a signal
 */
export async function run(command, args, { cwd, env, timeout } = {}) {
  const child = spawn(command, args, {
    cwd,
    timeout,
    env: childEnvironment(env),
    stdio: 'inherit',
    shell: needsShell(command),
  });
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.once('exit', (code, signal) => {
      if (signal !== null) console.error(`${[command, ...args].join(' ')} was ended by ${signal}.`);
      resolve(code ?? 1);
    });
  });
}

/**
 * Runs a command to its end without showing its output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string> }} [options]
 * @throws {Error} with all of its output, when it fails
 */
export async function runQuietly(command, args, { cwd, env } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: childEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: needsShell(command),
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed (${code}):\n${output}`);
}

/**
 * A TCP port that nothing listens on at the moment, on the loopback interface.
 * @param {number} [wanted] taken if it is free
 * @returns {Promise<number>}
 */
export async function freePort(wanted = 0) {
  const server = createServer();
  try {
    await once(server.listen(wanted, '127.0.0.1'), 'listening');
  } catch (error) {
    if (wanted === 0) throw error;
    return freePort();
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

/**
 * Waits until an address answers with any HTTP response.
 * @param {string} url
 * @param {{ child: ChildProcess, logFile: string, timeoutSeconds?: number }} options the process that should answer
 * @throws {Error} with the end of its log, when it exits or stays silent
 */
export async function untilAnswers(url, { child, logFile, timeoutSeconds = 60 }) {
  const end = Date.now() + timeoutSeconds * 1000;
  for (;;) {
    const answered = await fetch(url, { signal: AbortSignal.timeout(5000) }).then(
      () => true,
      () => false,
    );
    if (answered) return;
    const ended = child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
    if (ended || Date.now() > end) {
      const why = ended ? 'ended' : `did not answer within ${timeoutSeconds} s`;
      const tail = readFileSync(logFile, 'utf8').slice(-2000);
      throw new Error(`The process behind ${url} ${why}. Its last output:\n${tail}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * npm and its like are .cmd files on Windows, which only a shell can start.
 * @param {string} command
 */
function needsShell(command) {
  return !posix && !command.endsWith('.exe');
}

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  if (!posix) {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is already gone.
  }
}
