import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { Disposable } from '../base/disposable';
import { UserError, type Reason } from '../base/errors';
import { LineReader } from '../base/lines';
import { Ring } from '../base/ring';
import type { ResolvedStdio } from '../contract/launch';
import { markVariable, type Keeper } from '../processes/keeper';
import type { ConnectionLog } from './connection';
import { processEnvironment } from './environment';
import type { HostTransport } from './hostTransport';
import { parseStdoutLine } from './stdoutLine';
import { defaultStopTimes, stopProcess } from './stopProcess';
import { within } from './within';

const longestMessage = 64 * 1024 * 1024;
const longestStderrLine = 64 * 1024;
const longestLogText = 2_000;
const keptStderrLines = 20;
/** How long a dead server's last words may take to come out of its pipes, in milliseconds. */
const drainTime = 200;

/** Runs a local server in a process group of its own and exchanges one message a line with it. */
export class StdioTransport implements HostTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  #child: ChildProcessWithoutNullStreams | undefined;
  #kept: Disposable | undefined;
  #started: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;
  #ended: Promise<void> = Promise.resolve();
  #closed = false;
  #lost: Reason | undefined;
  readonly #stderr = new Ring<string>(keptStderrLines);

  constructor(
    private readonly launch: ResolvedStdio,
    private readonly keeper: Keeper,
    private readonly log: (entry: ConnectionLog) => void,
    private readonly stopTimes = defaultStopTimes,
  ) {}

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get lost(): Reason | undefined {
    return this.#lost;
  }

  /** @throws UserError `notFound`, `cwdNotFound` or `spawnFailed`. */
  start(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  /** Settles when the operating system took the message, or the process is gone. */
  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    const failure =
      stdin?.writable && !this.#closed
        ? await new Promise<unknown>((resolve) => {
            stdin.write(`${JSON.stringify(message)}\n`, resolve);
          })
        : 'not writable';
    if (!failure) return;
    // A broken pipe is mostly the first sign of an exit, which is about to tell more.
    await within(drainTime, this.#ended);
    throw new UserError('connectionClosed', {}, { cause: failure });
  }

  async close(): Promise<void> {
    this.#finish();
    await this.#stop();
  }

  async #start(): Promise<void> {
    const mark = this.keeper.newMark();
    const child = this.#spawn(mark);
    this.#child = child;
    const { pid } = child;
    const { command, args } = this.launch;
    if (pid !== undefined) this.#kept = this.keeper.keep({ pid, mark, command, args });
    child.stdin.on('error', () => undefined);
    this.#ended = once(child, 'exit').then(
      () => this.#onExit(child),
      () => undefined,
    );
    try {
      await once(child, 'spawn');
    } catch (error) {
      throw this.#spawnFailure(error);
    }
    child.on('error', (error) => this.onerror?.(error));
    this.#read(child);
  }

  #spawn(mark: string): ChildProcessWithoutNullStreams {
    const { command, args, cwd, env, baseEnv } = this.launch;
    try {
      return spawn(command, args, {
        cwd,
        env: { ...processEnvironment(baseEnv, env), [markVariable]: mark },
        detached: process.platform !== 'win32',
        windowsHide: true,
        stdio: 'pipe',
      });
    } catch (error) {
      throw this.#spawnFailure(error);
    }
  }

  #spawnFailure(error: unknown): UserError {
    const { command, cwd } = this.launch;
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const options = { cause: error };
    // The same code tells of a missing command and of a missing folder to run it in.
    if (code === 'ENOENT' && !existsSync(cwd))
      return new UserError('cwdNotFound', { cwd }, options);
    if (code === 'ENOENT') return new UserError('notFound', { command }, options);
    return new UserError('spawnFailed', { command, cause: code }, options);
  }

  #read(child: ChildProcessWithoutNullStreams): void {
    const stdout = new LineReader(
      {
        line: (text) => this.#onStdout(text),
        tooLong: (limit) => this.#warn(`A line of more than ${limit} bytes on stdout was skipped.`),
      },
      longestMessage,
    );
    const stderr = new LineReader(
      {
        line: (text) => this.#onStderr(text),
        tooLong: (limit) => this.#warn(`A line of more than ${limit} bytes on stderr was skipped.`),
      },
      longestStderrLine,
    );
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stdout.on('end', () => stdout.end());
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.stderr.on('end', () => stderr.end());
  }

  #onStdout(text: string): void {
    if (text.trim() === '' || this.#closed) return;
    const messages = parseStdoutLine(text);
    if (messages) for (const message of messages) this.#deliver(message);
    else this.#warn(`Not a message on stdout: ${text.slice(0, longestLogText)}`);
  }

  /**
   * The SDK handles answers at once but notifications a turn later: an answer has to wait as long, or
   * it would overtake the progress that came in the same chunk.
   */
  #deliver(message: JSONRPCMessage): void {
    if ('method' in message) this.onmessage?.(message);
    else queueMicrotask(() => this.onmessage?.(message));
  }

  #onStderr(text: string): void {
    if (text.trim() === '') return;
    const kept = text.slice(0, longestLogText);
    this.#stderr.push(kept);
    this.log({ level: 'info', text: kept });
  }

  #warn(text: string): void {
    this.log({ level: 'warning', text });
  }

  async #onExit(child: ChildProcessWithoutNullStreams): Promise<void> {
    // Ends writes that a grandchild with the same pipe would keep pending.
    child.stdin.destroy();
    await within(drainTime, once(child, 'close'));
    if (this.#closed) return;
    this.#lost = { code: 'exited', args: this.#exitArguments(child) };
    this.#finish();
    await this.#stop();
  }

  #exitArguments(child: ChildProcessWithoutNullStreams): NonNullable<Reason['args']> {
    const output = this.#stderr.toArray();
    const lastLine = output.at(-1);
    return {
      command: this.launch.command,
      ...(child.signalCode === null ? { exit: child.exitCode ?? 0 } : { signal: child.signalCode }),
      ...(lastLine !== undefined && { lastLine }),
      output,
    };
  }

  #finish(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }

  #stop(): Promise<void> {
    this.#stopped ??= this.#stopChild();
    return this.#stopped;
  }

  async #stopChild(): Promise<void> {
    await this.#started?.catch(() => undefined);
    const child = this.#child;
    if (!child) return;
    await stopProcess(child, this.stopTimes);
    this.#kept?.dispose();
    child.stdout.destroy();
    child.stderr.destroy();
  }
}
