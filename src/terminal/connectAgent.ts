import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { reasonOf, type Reason } from '../base/errors';
import { LineReader } from '../base/lines';
import { raceAbort, settlesWithin } from '../base/abort';
import { type RpcMessage, rpcCodes, dispatchMessages, idOfLongRequest } from '../protocol/jsonRpc';
import {
  connectToWindow,
  windowMayBeThere,
  type WindowConnection,
  type WindowQuery,
} from '../client/hostConnection/connectToWindow';
import { gatewayAnswer } from '../ui/chat/modelAnswers';
import { nextAction, sentence } from '../ui/reasons/sentence';
import { Bridge } from './bridge';
import type { Options } from './options';
import { openOwnServers } from './ownServers';
import type { NamedConfig } from './readConfigs';

/** The other ends of a client over stdio. */
export interface AgentStreams {
  readonly input: Readable;
  /** Nothing but messages. */
  readonly output: Writable;
  readonly say: (text: string) => void;
}

const megabyte = 1024 * 1024;
/** The longest message in bytes that comes in: no gateway takes one of 64 MB. */
const longestMessage = 63 * megabyte;
/** Bytes of a line at which clients that are made with the SDK end the connection. */
const longestLine = 10 * megabyte;
/** Milliseconds between two endpoints that do not answer well. */
const rest = 500;
/** Milliseconds that servers of our own have to end; the watchdog ends what is left then. */
const longestEnd = 700;

/**
 * An MCP server over stdio: all servers of a window as one, else those of the files that were named. Ends with
 * the input.
 */
export async function connectAgent(
  options: Options,
  configs: readonly NamedConfig[],
  { input, output, say }: AgentStreams,
): Promise<number> {
  const ended = endOf(input, output);
  const tell = (message: RpcMessage): void => void output.write(`${lineOf(message)}\n`);
  const finder = new EndpointFinder(options, configs, {
    say,
    none: () => bridge.stayAlone(),
  });
  let failing = (): void => undefined;
  const bridge: Bridge = new Bridge({
    tell,
    whyNone: () => finder.whyNone,
    remark: () => finder.remark && gatewayAnswer(finder.remark),
    describe: gatewayAnswer,
    onFailing: () => failing(),
  });
  readMessages(input, bridge, tell);
  try {
    while (!ended.aborted) {
      const connection = await raceAbort(finder.next(ended), ended);
      const gone = new Promise<void>((resolve) => {
        failing = resolve;
        const over = AbortSignal.any([connection.over, ended]);
        if (over.aborted) resolve();
        over.addEventListener('abort', () => resolve());
      });
      const leave = failing;
      bridge.attach(connection).catch((error: unknown) => {
        say(describe(reasonOf(error)));
        leave();
      });
      await gone;
      bridge.detach();
      connection.dispose();
      await pause(rest, undefined, { signal: ended });
    }
  } catch (error) {
    if (!ended.aborted) throw error;
  } finally {
    // Whoever ended us by a signal may keep the other end open.
    input.destroy();
    bridge.dispose();
    await settlesWithin(longestEnd, finder.end());
  }
  return 0;
}

/** Aborted when the client is gone, or wants us gone. */
function endOf(input: Readable, output: Writable): AbortSignal {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  // More than one error may come of what was written before the first.
  input.once('end', end).once('close', end).on('error', end);
  output.on('error', end);
  process.once('SIGINT', end).once('SIGTERM', end);
  return ended.signal;
}

/** How what a finder finds is told. */
interface FinderPorts {
  readonly say: (text: string) => void;
  /** There is no endpoint now. */
  readonly none: () => void;
}

/** Finds where the servers of a client are, again and again. */
class EndpointFinder {
  readonly #query: WindowQuery;
  #whyNone: Reason;
  #remark: Reason | undefined;
  #told = '';
  #own: ReturnType<typeof openOwnServers> | undefined;

  constructor(
    private readonly options: Options,
    private readonly configs: readonly NamedConfig[],
    private readonly ports: FinderPorts,
  ) {
    const folder = realFolder(options.folder ?? '.');
    this.#query = { folder, set: options.set, onlyFolder: configs.length > 0 };
    this.#whyNone = { code: 'noWindow', args: { folder } };
  }

  get whyNone(): Reason {
    return this.#whyNone;
  }

  /** What is to be said of the endpoint that was found last. */
  get remark(): Reason | undefined {
    return this.#remark;
  }

  /** The next endpoint; waits for one. */
  async next(signal: AbortSignal): Promise<WindowConnection> {
    const { folder } = this.#query;
    for (;;) {
      this.#whyNone = { code: 'noWindow', args: { folder } };
      this.#remark = undefined;
      try {
        const connection = this.#own
          ? undefined
          : await connectToWindow(process.env, this.#query, signal);
        if (connection) {
          if (!connection.isAtHome) this.#remark = { code: 'otherFolder', args: { folder } };
          this.#tell(this.#remark);
          return connection;
        }
        if (this.configs.length > 0) {
          this.#own ??= openOwnServers(this.options, this.configs);
          return (await this.#own).connection;
        }
      } catch (error) {
        signal.throwIfAborted();
        this.#whyNone = reasonOf(error);
      }
      this.#tell(this.#whyNone);
      this.ports.none();
      await windowMayBeThere(process.env, this.#query, signal);
    }
  }

  async end(): Promise<void> {
    await (await this.#own?.catch(() => undefined))?.end();
  }

  /** Once for each reason, however often windows are looked for. */
  #tell(reason: Reason | undefined): void {
    const why = reason ? describe(reason) : '';
    if (why !== this.#told && why !== '') this.ports.say(why);
    this.#told = why;
  }
}

function readMessages(input: Readable, bridge: Bridge, tell: (message: RpcMessage) => void): void {
  const reader = new LineReader(
    {
      line: (text) => {
        dispatchMessages(parsed(text), {
          message: (message) => bridge.take(message),
          unanswered: () => undefined,
          troubled: () => undefined,
        });
      },
      skipped: (head, tail) => {
        const id = idOfLongRequest(head, tail);
        const reason = { code: 'messageTooLong', args: { megabytes: longestMessage / megabyte } };
        const message = gatewayAnswer(reason);
        const error = { code: rpcCodes.invalidRequest, message, data: reason };
        if (id !== undefined) tell({ jsonrpc: '2.0', id, error });
      },
    },
    longestMessage,
  );
  input.on('data', (chunk: Buffer) => reader.push(chunk));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of a message; an answer that would end the client is told to be too long. */
function lineOf(message: RpcMessage): string {
  const line = JSON.stringify(message);
  if (line.length < longestLine / 3 || Buffer.byteLength(line) < longestLine) return line;
  const reason = { code: 'answerTooLong', args: { megabytes: longestLine / megabyte } };
  const error = { code: -32603, message: gatewayAnswer(reason), data: reason };
  return 'method' in message ? line : JSON.stringify({ jsonrpc: '2.0', id: message.id, error });
}

/** What a person reads on stderr. */
function describe(reason: Reason): string {
  const next = nextAction(reason, 'terminal');
  return [sentence(reason), ...(next ? [next.text] : [])].join(' ');
}

function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return path.resolve(folder);
  }
}
