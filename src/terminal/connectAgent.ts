import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConfigFile } from '../config/definition';
import { reasonOf, type Reason, UserError } from '../base/errors';
import { fitsInto } from '../base/largeText';
import { LineReader } from '../base/lines';
import { raceAbort, settlesWithin } from '../base/abort';
import { type RpcMessage, idOfLongRequest } from '../protocol/jsonRpc';
import { messageText } from '../protocol/messageText';
import { parseMessage } from '../protocol/parseMessage';
import { rpcCodes } from '../protocol/rpcCodes';
import {
  connectToWindow,
  windowMayBeThere,
  type WindowConnection,
  type WindowQuery,
} from '../client/hostConnection/connectToWindow';
import { sentenceForModel } from '../ui/reasons/sentence';
import { channelOver, memoryPair } from '../ipc/channel';
import { externalClientRequests } from '../ipc/externalClients';
import { Bridge } from './bridge';
import { readClientLine } from './clientLine';
import type { Options } from './options';
import { reasonText } from './terminalText';
import { openTerminal } from './terminalWindow';

/** The streams of a client over stdio. */
interface AgentStreams {
  readonly input: Readable;
  /** Carries only messages. */
  readonly output: Writable;
  readonly say: (text: string) => void;
}

const megabyte = 1024 * 1024;
/** Bytes of a received message; no gateway accepts 64 MB. */
const maxMessageBytes = 63 * megabyte;
/** Bytes of a line at which clients with the SDK close the connection. */
const maxLineBytes = 10 * megabyte;
/** Milliseconds before the next endpoint. */
const retryDelayMs = 500;
/** Milliseconds for a window that reloads to be back. */
const reloadMs = 15_000;
/** Milliseconds for our own servers to end; the watchdog ends the rest. */
const endTimeoutMs = 700;

/**
 * Runs an MCP server over stdio: the merged servers of a window, or those of the named files. Ends with the input.
 */
export async function connectAgent(
  options: Options,
  configs: readonly ConfigFile[],
  { input, output, say }: AgentStreams,
): Promise<number> {
  const ended = endOf(input, output);
  const send = (message: RpcMessage): void => void output.write(`${lineOf(message)}\n`);
  const finder = new EndpointFinder(options, configs, {
    say,
    none: () => bridge.noEndpoint(),
  });
  let leave = (): void => undefined;
  const bridge: Bridge = new Bridge({
    send,
    unavailableReason: () => finder.unavailableReason,
    notice: () => finder.notice && sentenceForModel(finder.notice),
    describe: sentenceForModel,
    onLost: () => leave(),
  });
  readMessages(input, bridge, send);
  try {
    while (!ended.aborted) {
      const connection = await raceAbort(finder.next(ended), ended);
      const left = new AbortController();
      leave = () => left.abort();
      const over = AbortSignal.any([connection.over, left.signal, ended]);
      bridge.attach(connection).catch((error: unknown) => {
        say(reasonText(reasonOf(error)));
        left.abort();
      });
      // Rejects once the connection is over.
      finder.onNearer(connection, over, () => bridge.leave()).catch(() => undefined);
      await new Promise<void>((resolve) => {
        if (over.aborted) resolve();
        over.addEventListener('abort', () => resolve());
      });
      bridge.detach();
      connection.dispose();
      await pause(retryDelayMs, undefined, { signal: ended });
    }
  } catch (error) {
    if (!ended.aborted) throw error;
  } finally {
    // After a signal the other end may stay open.
    input.destroy();
    bridge.dispose();
    await finder.end();
  }
  return 0;
}

/** Aborts when the client is gone or ends this process. */
function endOf(input: Readable, output: Writable): AbortSignal {
  const ended = new AbortController();
  const end = (): void => ended.abort();
  // Pending writes may cause further errors.
  input.once('end', end).once('close', end).on('error', end);
  output.on('error', end);
  process.once('SIGINT', end).once('SIGTERM', end);
  return ended.signal;
}

interface FinderOptions {
  readonly say: (text: string) => void;
  /** Called when a search finds no endpoint. */
  readonly none: () => void;
}

/**
 * Searches for the client's endpoint: the window that has its folder open nearest, its home. One that reloads is waited
 * for. Else our own servers of the named files, or without files the window used last, until a window opens the folder.
 */
class EndpointFinder {
  unavailableReason: Reason;
  /** A remark about the last endpoint. */
  notice: Reason | undefined;
  readonly #query: WindowQuery;
  #lastText = '';
  /** The nearness of the last window; 0: that was no home. */
  #nearness = 0;
  #own: ReturnType<typeof openOwnServers> | undefined;

  constructor(
    private readonly options: Options,
    private readonly configs: readonly ConfigFile[],
    private readonly finderOptions: FinderOptions,
  ) {
    const folder = realFolder(options.folder ?? '.');
    this.#query = { folder, set: options.set };
    this.unavailableReason = { code: 'noWindow', args: { folder } };
  }

  /** Waits for the next endpoint. */
  async next(signal: AbortSignal): Promise<WindowConnection> {
    const { folder } = this.#query;
    const home = this.#nearness;
    const reloadEnd = performance.now() + (home > 0 ? reloadMs : 0);
    this.#nearness = 0;
    for (;;) {
      const reloadRest = Math.max(0, reloadEnd - performance.now());
      const isReloading = reloadRest > 0;
      const least = isReloading ? home : Number(this.configs.length > 0);
      const query = { ...this.#query, least };
      this.unavailableReason = { code: 'noWindow', args: { folder } };
      this.notice = undefined;
      try {
        const window = await connectToWindow(process.env, query, signal);
        if (window) return await this.#enter(window);
        if (!isReloading && this.configs.length > 0) return await this.#openOwn();
      } catch (error) {
        signal.throwIfAborted();
        this.unavailableReason = reasonOf(error);
      }
      this.#report(this.unavailableReason);
      this.finderOptions.none();
      await windowMayBeThere(process.env, query, signal, isReloading ? reloadRest : undefined);
    }
  }

  /** Calls back when a window has the folder open nearer than the one of the connection; that is the next one then. */
  async onNearer(
    { nearness }: WindowConnection,
    signal: AbortSignal,
    move: () => void,
  ): Promise<void> {
    // None can be nearer than one with the very folder.
    if (nearness >= this.#query.folder.length) return;
    const query = { ...this.#query, least: nearness + 1 };
    while (!(await windowMayBeThere(process.env, query, signal)));
    this.#nearness = query.least;
    move();
  }

  /** Ends our own servers. */
  async end(): Promise<void> {
    const ending = this.#own?.then(({ end }) => end());
    this.#own = undefined;
    if (ending) await settlesWithin(endTimeoutMs, ending);
  }

  async #enter(window: WindowConnection): Promise<WindowConnection> {
    this.#nearness = window.nearness;
    if (window.nearness === 0)
      this.notice = { code: 'otherFolder', args: { folder: this.#query.folder } };
    this.#report(this.notice);
    await this.end();
    return window;
  }

  /** Our own servers, which stay open while the client looks for a window in vain. */
  async #openOwn(): Promise<WindowConnection> {
    this.#own ??= openOwnServers(this.options, this.configs).catch((error: unknown) => {
      this.#own = undefined;
      throw error;
    });
    return (await this.#own).connection;
  }

  /** Prints each reason once in a row. */
  #report(reason: Reason | undefined): void {
    const why = reason ? reasonText(reason) : '';
    if (why !== this.#lastText && why !== '') this.finderOptions.say(why);
    this.#lastText = why;
  }
}

function readMessages(input: Readable, bridge: Bridge, send: (message: RpcMessage) => void): void {
  const reader = new LineReader(
    {
      line: (text) => {
        for (const message of readClientLine(text, parsed, send)) bridge.receive(message);
      },
      skipped: (head, tail) => {
        const id = idOfLongRequest(head, tail);
        const reason = { code: 'messageTooLong', args: { megabytes: maxMessageBytes / megabyte } };
        const message = sentenceForModel(reason);
        const error = { code: rpcCodes.invalidRequest, message, data: reason };
        if (id !== undefined) send({ jsonrpc: '2.0', id, error });
      },
    },
    maxMessageBytes,
  );
  input.on('data', (chunk: Buffer) => reader.push(chunk));
}

/** The value of a line. The gateway refuses what is nested too deep, and knows the request. @throws SyntaxError */
function parsed(text: string): unknown {
  try {
    return parseMessage(text);
  } catch {
    return JSON.parse(text);
  }
}

/** The line of a message; an answer that is too long for the client becomes an error. */
function lineOf(message: RpcMessage): string {
  const line = messageText(message);
  if (fitsInto(line, maxLineBytes - 1)) return line;
  const reason = { code: 'answerTooLong', args: { megabytes: maxLineBytes / megabyte } };
  const error = { code: rpcCodes.internalError, message: sentenceForModel(reason), data: reason };
  return 'method' in message ? line : JSON.stringify({ jsonrpc: '2.0', id: message.id, error });
}

function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return path.resolve(folder);
  }
}

/** Runs the servers of the named files in this process, merged for its client. */
async function openOwnServers(
  options: Options,
  configs: readonly ConfigFile[],
): Promise<{ readonly connection: WindowConnection; readonly end: () => Promise<void> }> {
  const folder = path.resolve(options.folder ?? '.');
  const window = await openTerminal(options, configs, [folder]);
  const [mine, theirs] = memoryPair();
  const channel = channelOver(mine);
  const end = async (): Promise<void> => {
    channel.dispose();
    await window.end();
  };
  try {
    window.accept(theirs);
    channel.listen();
    const answer = await channel.send(externalClientRequests.visit, { folder, waits: true });
    if (!answer) throw new UserError('noWindow', { folder });
    const { url, token } = answer;
    const over = new AbortController().signal;
    return { connection: { url, token, nearness: 0, over, dispose: () => undefined }, end };
  } catch (error) {
    await end();
    throw error;
  }
}
