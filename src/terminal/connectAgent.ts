import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { reasonOf, type Reason } from '../base/errors';
import { LineReader } from '../base/lines';
import { idOfLongRequest } from '../connection/idOfLongAnswer';
import type { RpcMessage } from '../connection/rpc';
import { tellMessages } from '../connection/tellMessages';
import { rpcCodes } from '../gateway/messages';
import {
  visitWindow,
  windowMayBeThere,
  type Visit,
  type VisitWish,
} from '../hostClient/visitWindow';
import { nextAction, sentence } from '../views/strings';
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

/**
 * An MCP server over stdio: all servers of a window as one, else those of the files that were named. Ends with
 * the input.
 */
export async function connectAgent(
  options: Options,
  configs: readonly NamedConfig[],
  { input, output, say }: AgentStreams,
): Promise<number> {
  const ended = new AbortController();
  const tell = (message: RpcMessage): void => void output.write(`${lineOf(message)}\n`);
  const finder = new EndpointFinder(options, configs, say);
  let failing = (): void => undefined;
  const bridge = new Bridge({
    tell,
    whyNone: () => finder.whyNone,
    describe,
    onFailing: () => failing(),
  });
  readMessages(input, bridge, tell);
  const end = (): void => ended.abort();
  // More than one error may come of what was written before the first.
  input.once('end', end).once('close', end).on('error', end);
  output.on('error', end);
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    while (!ended.signal.aborted) {
      const visit = await finder.next(ended.signal);
      const gone = new Promise<void>((resolve) => {
        failing = resolve;
        const over = AbortSignal.any([visit.over, ended.signal]);
        if (over.aborted) resolve();
        over.addEventListener('abort', () => resolve());
      });
      const leave = failing;
      bridge.attach(visit).catch((error: unknown) => {
        say(describe(reasonOf(error)));
        leave();
      });
      await gone;
      bridge.detach();
      visit.dispose();
      await pause(rest, undefined, { signal: ended.signal });
    }
  } catch (error) {
    if (!ended.signal.aborted) throw error;
  } finally {
    // Whoever ended us by a signal may keep the other end open.
    input.destroy();
    bridge.dispose();
    await finder.end();
  }
  return 0;
}

/** Finds where the servers of a client are, again and again. */
class EndpointFinder {
  readonly #wish: VisitWish;
  #whyNone: Reason;
  #told = '';
  #own: Awaited<ReturnType<typeof openOwnServers>> | undefined;

  constructor(
    private readonly options: Options,
    private readonly configs: readonly NamedConfig[],
    private readonly say: (text: string) => void,
  ) {
    const folder = realFolder(options.folder ?? '.');
    this.#wish = { folder, set: options.set, onlyFolder: configs.length > 0 };
    this.#whyNone = { code: 'noWindow', args: { folder } };
  }

  get whyNone(): Reason {
    return this.#whyNone;
  }

  /** The next endpoint; waits for one. */
  async next(signal: AbortSignal): Promise<Visit> {
    const { folder } = this.#wish;
    for (;;) {
      this.#whyNone = { code: 'noWindow', args: { folder } };
      try {
        const visit = this.#own ? undefined : await visitWindow(process.env, this.#wish, signal);
        if (visit) {
          this.#told = '';
          return visit;
        }
        if (this.configs.length > 0) {
          this.#own ??= await openOwnServers(this.options, this.configs);
          return this.#own.visit;
        }
      } catch (error) {
        signal.throwIfAborted();
        this.#whyNone = reasonOf(error);
      }
      this.#tellWhy();
      await windowMayBeThere(process.env, this.#wish, signal);
    }
  }

  async end(): Promise<void> {
    await this.#own?.end();
  }

  /** Once for each reason, however often windows are looked for. */
  #tellWhy(): void {
    const why = describe(this.#whyNone);
    if (why !== this.#told) this.say(why);
    this.#told = why;
  }
}

function readMessages(input: Readable, bridge: Bridge, tell: (message: RpcMessage) => void): void {
  const reader = new LineReader(
    {
      line: (text) => {
        tellMessages(parsed(text), {
          message: (message) => bridge.take(message),
          unanswered: () => undefined,
          troubled: () => undefined,
        });
      },
      skipped: (head, tail) => {
        const id = idOfLongRequest(head, tail);
        const reason = { code: 'messageTooLong', args: { megabytes: longestMessage / megabyte } };
        const error = { code: rpcCodes.invalidRequest, message: describe(reason), data: reason };
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
  const error = { code: -32603, message: describe(reason), data: reason };
  return 'method' in message ? line : JSON.stringify({ jsonrpc: '2.0', id: message.id, error });
}

function describe(reason: Reason): string {
  const next = nextAction(reason);
  return [sentence(reason), ...(next ? [next.text] : [])].join(' ');
}

function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return path.resolve(folder);
  }
}
