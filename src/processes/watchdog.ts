import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import type { Disposable } from '../base/disposable';
import { reasonOf, type Reason } from '../base/errors';
import { RestartPolicy, type RestartLimits } from '../base/restartPolicy';
import type { RecordedProcess } from './ledger';

/** The process whose servers a watchdog ends: the first argument of `dist/watchdog.js`, as JSON. */
export interface WatchdogTarget {
  readonly owner: RecordedProcess;
  /** The path of the owner's ledger. */
  readonly ledger: string;
}

/** Restarts without end, because nothing else would watch. */
const limits: RestartLimits = {
  firstDelay: 100,
  maxDelay: 30_000,
  maxCrashes: Number.POSITIVE_INFINITY,
  window: 180_000,
  stableAfter: 60_000,
};

/** The environment variables that the watchdog and the system programs need. */
const neededVariables = ['PATH', 'HOME', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP'];
const neededOnWindows = ['SystemRoot', 'SystemDrive', 'windir'];

/** Waits for a line, and becomes the program if the pipe ends without one. */
const waiting = 'read -r _ || exec "$@" <&3';

/**
 * A small process that outlives this one by a moment. If its pipe ends without a farewell, it ends the servers in our
 * ledger, and no others. It has a session of its own, so that signals to our group do not reach it. It is restarted
 * when it is lost.
 */
export class Watchdog implements Disposable {
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #policy = new RestartPolicy(limits);
  #disposed = false;
  /** The open program, because an update removes its folder while we run. */
  readonly #program: number | undefined;

  constructor(
    private readonly target: WatchdogTarget,
    private readonly bundle: string,
    private readonly onProblem: (reason: Reason) => void,
  ) {
    try {
      if (process.platform !== 'win32') this.#program = openSync(bundle, 'r');
    } catch (error) {
      this.#disposed = true;
      onProblem({ code: 'watchdogLost', args: reasonOf(error).args });
    }
  }

  get isRunning(): boolean {
    return this.#child?.pid !== undefined;
  }

  /** Starts the watchdog, if it is not running. */
  watch(): void {
    if (!this.#disposed && !this.#child && !this.#timer) this.#start();
  }

  /** Ends the watchdog by its farewell. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    clearTimeout(this.#timer);
    this.#child?.stdin?.end('\n');
    if (this.#program !== undefined) closeSync(this.#program);
  }

  #start(): void {
    this.#timer = undefined;
    const since = performance.now();
    const child = this.#trySpawn();
    if (!child) return;
    this.#child = child;
    child.stdin?.on('error', () => undefined);
    child.once('error', ({ message }) => this.#lost(message, 0));
    child.once('exit', (code, signal) =>
      this.#lost(signal ?? `exit code ${code}`, performance.now() - since),
    );
    child.unref();
    // The pipe must not keep a process alive that has nothing else to do.
    if (child.stdin instanceof Socket) child.stdin.unref();
  }

  /** Spawns the watchdog. Some failures are thrown, others are events. */
  #trySpawn(): ChildProcess | undefined {
    try {
      return this.#spawn();
    } catch (error) {
      this.#lost(String(error), 0);
      return undefined;
    }
  }

  #spawn(): ChildProcess {
    const [file, args] = watchdogCommand(this.bundle, this.target);
    return spawn(file, args, {
      stdio: ['pipe', 'ignore', 'ignore', ...(this.#program === undefined ? [] : [this.#program])],
      // The root, because a process keeps its working folder from being removed.
      cwd: path.parse(process.execPath).root,
      detached: true,
      windowsHide: true,
      env: watchdogEnvironment(process.env),
    });
  }

  #lost(message: string, uptime: number): void {
    this.#child = undefined;
    if (this.#disposed) return;
    this.#policy = this.#policy.crashed(performance.now(), uptime);
    const decision = this.#policy.decide(Math.random());
    if (decision.kind === 'giveUp') return;
    if (decision.attempt === 2) this.onProblem({ code: 'watchdogLost', args: { message } });
    this.#timer = setTimeout(() => this.#start(), decision.delay).unref();
  }
}

/**
 * The environment of the watchdog, without secrets and without a mark. This host may itself be below a server, whose
 * end must not take the watchdog.
 */
function watchdogEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const needed = [...neededVariables, ...neededOnWindows].map((name) => [name, environment[name]]);
  return { ...Object.fromEntries(needed), ELECTRON_RUN_AS_NODE: '1' };
}

/**
 * The command that starts a watchdog; its stdin is the pipe, and file 3 the open program, if there is one. A second
 * Node would do, and does on Windows. Elsewhere a shell waits in 1.7 MB, a twentieth of that, and becomes Node only
 * for work.
 */
export function watchdogCommand(
  bundle: string,
  target: WatchdogTarget,
  platform: NodeJS.Platform = process.platform,
): readonly [file: string, args: readonly string[]] {
  const argument = JSON.stringify(target);
  if (platform === 'win32') return [process.execPath, [bundle, argument, 'wait']];
  const name = 'mcp-roundhouse-watchdog';
  return ['/bin/sh', ['-c', waiting, name, process.execPath, '-', argument]];
}
