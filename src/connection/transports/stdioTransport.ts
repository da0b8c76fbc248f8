import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { settlesWithin } from '../../base/abort';
import { processEnvironment } from '../../base/environment';
import { UserError, type Reason } from '../../base/errors';
import { collectGarbage } from '../../base/largeText';
import { LineReader } from '../../base/lines';
import type { ResolvedStdio } from '../../ipc/launch';
import type { ProcessRegistry } from '../../processes/processRegistry';
import {
  searchProgram,
  type WantedProgram,
  readShebang,
  isFolder,
} from '../../processes/programSearch';
import {
  startProcess,
  type StartedProcess,
  defaultStopTimes,
  type StopTimes,
} from '../../processes/serverProcess';
import { failureLine, searchedLines } from '../../processes/stderrLines';
import { type RpcMessage, dispatchMessages, idOfLongAnswer } from '../../protocol/jsonRpc';
import { messageText } from '../../protocol/messageText';
import { largestMessage, parseMessage } from '../../protocol/parseMessage';
import type { ConnectionLog } from '../connection';
import { logText } from '../logEntries';
import type { NamedProgram } from '../../processes/windowsProgram';
import { readFairly } from './fairShare';
import { LineWriter } from './lineWriter';
import { sandboxedProgram } from './sandboxedProgram';
import type { LastWords, Transport, TransportEvents } from './transport';
import { Ring } from '../../base/bounded';

const megabyte = 1024 * 1024;
/** Characters at both ends of a message that are searched for its id. */
const edge = 1_024;
const longestStderrLine = 64 * 1024;
/** Unsent messages and bytes from which on a server has to read; one message may be longer. */
const mostUnread = 10_000;
const largestUnread = 64 * megabyte;
/** Multiple of them at which even a server that reads is ended. */
const endingFactor = 4;
/** Seconds in which the operating system may accept nothing, before a server counts as not reading. */
const secondsToRead = 10;
/** The lines of stderr in a reason. */
const tailLines = 20;
/** Milliseconds in which the output of a dead process is still read. */
const drainTime = 200;
/** Milliseconds between a broken pipe and the exit that explains it. */
const exitTime = 2_000;

/** Runs a local server in a process group of its own and exchanges one message per line with it. */
export class StdioTransport implements Transport {
  readonly kind = 'stdio';
  #events: TransportEvents | undefined;
  #process: StartedProcess | undefined;
  #started: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;
  #ended: Promise<void> = Promise.resolve();
  #closed = false;
  /** The number of messages received. */
  #messages = 0;
  #writer: LineWriter | undefined;
  /** Counts the seconds while too much waits. A clock would count those, too, in which we stand still ourselves. */
  #watch: NodeJS.Timeout | undefined;
  /** Seconds since the operating system accepted a message. */
  #secondsUnread = 0;
  #lost: Reason | undefined;
  readonly #stderr = new Ring<string>(searchedLines);

  constructor(
    private readonly launch: ResolvedStdio,
    private readonly registry: ProcessRegistry,
    private readonly log: (entry: ConnectionLog) => void,
    private readonly stopTimes = (): StopTimes => defaultStopTimes,
  ) {}

  get pid(): number | undefined {
    return this.#process?.child.pid;
  }

  get lost(): Reason | undefined {
    return this.#lost;
  }

  get lastWords(): LastWords {
    const lines = this.#stderr.toArray();
    const said = failureLine(lines);
    return { ...(said !== undefined && { said }), output: lines.slice(-tailLines) };
  }

  /** @throws UserError of {@link spawnFailure}. */
  start(events: TransportEvents): Promise<void> {
    this.#events = events;
    this.#started ??= this.#start(events);
    return this.#started;
  }

  /** Settles when the operating system has accepted the message, or the process has ended. */
  async send(message: RpcMessage): Promise<void> {
    const failure = await this.#write(message);
    this.#secondsUnread = 0;
    if (!failure) return;
    // A broken pipe is mostly the first sign of an exit, which is about to tell more.
    await settlesWithin(exitTime, this.#ended);
    throw new UserError('connectionClosed', {}, { cause: failure });
  }

  /** Resolves with the error if it failed. Keeps no text while the message waits. */
  #write(message: RpcMessage): Promise<unknown> {
    if (this.#writer) this.#checkReading(this.#writer);
    const text = messageText(message);
    const written = this.#closed ? undefined : this.#writer?.write(text);
    this.#events?.sent?.(message, text);
    return written ?? Promise.resolve('not writable');
  }

  /** Messages over stdio do not name the revision. */
  setProtocolVersion(): void {
    // Nothing to do.
  }

  async close(): Promise<void> {
    this.#writer?.flush();
    this.#finish();
    await this.#stop();
  }

  async #start(events: TransportEvents): Promise<void> {
    try {
      this.#process = await startProcess(await programOf(this.launch), this.registry);
    } catch (error) {
      throw await spawnFailure(this.launch, error);
    }
    const { child } = this.#process;
    this.#writer = new LineWriter(child.stdin);
    this.#ended = once(child, 'exit').then(
      () => this.#onExit(child),
      () => undefined,
    );
    child.on('error', (error) => events.troubled(error));
    this.#read(child, events);
  }

  #read(child: ChildProcessWithoutNullStreams, events: TransportEvents): void {
    const stdout = new LineReader(
      {
        line: (text) => this.#onStdout(text, events),
        tooLong: (limit) => {
          setImmediate(collectGarbage);
          this.#warn(`A line of more than ${limit} bytes on stdout was skipped.`);
        },
        skipped: (head, tail) => {
          const id = idOfLongAnswer(head, tail);
          const args = { megabytes: largestMessage / megabyte };
          if (id !== undefined) events.unanswered(id, new UserError('answerTooLong', args));
        },
      },
      largestMessage,
    );
    const stderr = new LineReader(
      {
        line: (text) => this.#onStderr(text),
        tooLong: (limit) => this.#warn(`A line of more than ${limit} bytes on stderr was skipped.`),
      },
      longestStderrLine,
    );
    const output = readFairly(child.stdout, (chunk) => {
      const before = this.#messages;
      const isWithinLine = stdout.push(chunk);
      if (this.#messages > before) return true;
      return isWithinLine ? undefined : false;
    });
    child.stdout.on('end', () => stdout.end());
    const errors = readFairly(child.stderr, (chunk) => {
      stderr.push(chunk);
      return false;
    });
    child.stderr.on('end', () => stderr.end());
    child.once('exit', () => {
      output.end();
      errors.end();
    });
  }

  #onStdout(line: string, events: TransportEvents): void {
    // A byte order mark counts as white space.
    const text = line.trim();
    if (text === '' || this.#closed) return;
    events.received?.(text);
    try {
      const count = dispatchMessages(parseMessage(text), events);
      this.#messages += count;
      if (count > 0) return;
    } catch (error) {
      if (error instanceof UserError) {
        this.#drop(text, error, events);
        return;
      }
    }
    this.#warn(`Not a message on stdout: ${logText(text)}`);
  }

  /** Fails the request whose response cannot be parsed. */
  #drop(text: string, why: UserError, events: TransportEvents): void {
    const id = idOfLongAnswer(Buffer.from(text.slice(0, edge)), Buffer.from(text.slice(-edge)));
    if (id !== undefined) events.unanswered(id, why);
    this.#warn(`Too much in one message on stdout, which was skipped: ${logText(text)}`);
  }

  #onStderr(line: string): void {
    if (line.trim() === '') return;
    const text = logText(line);
    this.#stderr.push(text);
    this.log({ level: 'info', text });
  }

  #warn(text: string): void {
    this.log({ level: 'warning', text });
  }

  /**
   * Tells a server that does not read from a slow one. Many large calls at once wait in the same way for a server that
   * reads them one by one.
   */
  #checkReading(writer: LineWriter): void {
    const factor = (): number => Math.max(writer.count / mostUnread, writer.bytes / largestUnread);
    if (factor() >= endingFactor) this.#giveUp(writer.count);
    if (factor() < 1 || this.#closed) return;
    this.#watch ??= setInterval(() => {
      this.#secondsUnread += 1;
      if (factor() < 1) this.#stopWatch();
      else if (this.#secondsUnread > secondsToRead) this.#giveUp(writer.count);
    }, 1_000);
  }

  #stopWatch(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
    this.#secondsUnread = 0;
  }

  /** Ends a server that does not read, because unsent messages would fill our memory. */
  #giveUp(count: number): void {
    if (this.#closed) return;
    this.#lost = { code: 'notReading', args: { count, ...this.lastWords } };
    this.#finish();
    void this.#stop();
  }

  async #onExit(child: ChildProcessWithoutNullStreams): Promise<void> {
    // Ends writes that a grandchild with the same pipe would keep pending.
    child.stdin.destroy();
    await settlesWithin(drainTime, once(child, 'close'));
    if (this.#closed) return;
    this.#lost = { code: 'exited', args: this.#exitArguments(child) };
    this.#finish();
    await this.#stop();
  }

  #exitArguments(child: ChildProcessWithoutNullStreams): NonNullable<Reason['args']> {
    return {
      command: this.launch.command,
      ...(child.signalCode === null ? { exit: child.exitCode ?? 0 } : { signal: child.signalCode }),
      ...this.lastWords,
    };
  }

  #finish(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopWatch();
    this.#events?.closed();
  }

  #stop(): Promise<void> {
    this.#stopped ??= this.#stopChild();
    return this.#stopped;
  }

  async #stopChild(): Promise<void> {
    await this.#started?.catch(() => undefined);
    if (!this.#process) return;
    const { child } = this.#process;
    const left = await this.#process.end(this.stopTimes());
    for (const { pid, name } of left)
      this.#warn(`The process ${name} (${pid}) could not be ended.`);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** The number of folders that a reason names. */
const namedFolders = 20;

/**
 * The reason why a process could not be started, found by the rules of a start: `cwdNotFound` {cwd}, `notFound`
 * {command, folders, more?}, `windowsCommand` {command, name}, `notExecutable` {file}, `interpreterMissing` {file,
 * interpreter}, `windowsLineEnds` {file} or `spawnFailed` {command, cause}.
 */
export async function spawnFailure(
  { command, cwd, baseEnv, env }: ResolvedStdio,
  error: unknown,
  platform: NodeJS.Platform = process.platform,
): Promise<UserError> {
  // A reason that a person understands stays as it is.
  if (error instanceof UserError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  const environment = processEnvironment(baseEnv, env, platform);
  const reason = await failedStart({ command, cwd, environment, platform }, code);
  return UserError.from(reason, { cause: error });
}

/** The program that a start runs. */
function programOf(launch: ResolvedStdio): NamedProgram | Promise<NamedProgram> {
  const { command, args, cwd, env, baseEnv, sandbox } = launch;
  if (sandbox !== undefined) return sandboxedProgram(launch, sandbox);
  return { command, args, cwd, env: processEnvironment(baseEnv, env) };
}

async function failedStart(wanted: WantedProgram, cause: string): Promise<Reason> {
  const { command, cwd } = wanted;
  // A missing command and a missing working folder have the same code.
  if (cause === 'ENOENT' && !(await isFolder(cwd))) return { code: 'cwdNotFound', args: { cwd } };
  const { file, blocked, folders } = await searchProgram(wanted);
  if (cause === 'EACCES' && blocked !== undefined)
    return { code: 'notExecutable', args: { file: blocked } };
  if (cause === 'ENOENT' && file === undefined) return missingProgram(wanted, folders);
  // It is there, so what is missing is the program that runs it.
  const script = file === undefined ? undefined : await readShebang(file);
  if (cause !== 'ENOENT' || file === undefined || !script)
    return { code: 'spawnFailed', args: { command, cause } };
  if (script.windowsLineEnd) return { code: 'windowsLineEnds', args: { file } };
  return { code: 'interpreterMissing', args: { file, interpreter: script.interpreter } };
}

function missingProgram({ command, platform }: WantedProgram, folders: readonly string[]): Reason {
  const [, name] = /([^\\/]+)\.(?:exe|cmd|bat|ps1)$/i.exec(command) ?? [];
  if (name !== undefined && platform !== 'win32')
    return { code: 'windowsCommand', args: { command, name } };
  const more = folders.length - namedFolders;
  const named = { command, folders: folders.slice(0, namedFolders) };
  return { code: 'notFound', args: more > 0 ? { ...named, more } : named };
}
