import { UserError } from '../base/errors';
import type { ResolvedHttp } from '../contract/launch';
import { defaultStopTimes, type StopTimes } from '../processes/endProcess';
import type { Keeper } from '../processes/keeper';
import type { Connect, Connection, ConnectionLog, ConnectOptions } from './connection';
import type { HostTransport } from './hostTransport';
import { HttpTransport } from './httpTransport';
import { McpConnection } from './mcpConnection';
import { toUserError } from './requestErrors';
import { SseTransport } from './sseTransport';
import { StartClock } from './startClock';
import { StdioTransport } from './stdioTransport';

/** What a server that knows only HTTP+SSE answers to the first POST of Streamable HTTP. */
const sseStatuses: readonly unknown[] = [400, 404, 405];
/** What it means when the address knows no HTTP+SSE either; the first answer tells more then. */
const noSseCodes: readonly string[] = ['httpError', 'protocolError'];

/** The longest a first start may take that downloads its program, in milliseconds. */
const longestDownload = 600_000;

/**
 * See {@link Connect}; a refused `http` server is tried again over HTTP+SSE. How long a server may take
 * to end is asked when it is to.
 */
export function connectWith(
  keeper: Keeper,
  stopTimes: () => StopTimes = () => defaultStopTimes,
): Connect {
  return async (launch, options) => {
    options.onStep('launching');
    switch (launch.type) {
      case 'stdio':
        return open((onLog) => new StdioTransport(launch, keeper, onLog, stopTimes), options);
      case 'http':
        return openHttp(launch, options);
      case 'sse':
        return open(() => remote(launch, SseTransport), options);
    }
  };
}

/** Falls back to HTTP+SSE as the specification says (2025-11-25, transports, compatibility). */
async function openHttp(launch: ResolvedHttp, options: ConnectOptions): Promise<Connection> {
  try {
    return await open(() => remote(launch, HttpTransport), options);
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== 'httpError') throw error;
    if (!sseStatuses.includes(error.args['status'])) throw error;
    try {
      return await open(() => remote(launch, SseTransport), options);
    } catch (second) {
      throw second instanceof UserError && noSseCodes.includes(second.code) ? error : second;
    }
  }
}

function remote(
  launch: ResolvedHttp,
  Transport: new (launch: ResolvedHttp) => HostTransport,
): HostTransport {
  try {
    return new Transport(launch);
  } catch (error) {
    throw new UserError('invalidUrl', {}, { cause: error });
  }
}

/** Brings a connection up in the time it has. What it writes counts as work until it is up. */
async function open(
  transportTo: (onLog: (entry: ConnectionLog) => void) => HostTransport,
  options: ConnectOptions,
): Promise<Connection> {
  const limits = {
    silence: options.initializeTimeout,
    longest: options.longestStart ?? longestDownload,
  };
  const clock = new StartClock(limits, options.signal, (downloads) =>
    options.onStep(downloads ? 'downloading' : 'initializing'),
  );
  let starting = true;
  const transport = transportTo((entry) => {
    options.onLog(entry);
    if (starting) clock.heard(entry.text);
  });
  const connection = new McpConnection(transport, options.onLog, options.cancelGrace);
  try {
    await clock.race(transport.start());
    options.onStep('initializing');
    await clock.race(connection.initialize(clock.signal));
    if (connection.lost) throw new Error('lost while it came up');
    return connection;
  } catch (error) {
    starting = false;
    await connection.close();
    options.signal.throwIfAborted();
    const seconds = clock.passedSeconds;
    if (seconds !== undefined) throw new UserError('timedOut', { what: 'initialize', seconds });
    const { lost } = connection;
    if (lost) throw new UserError(lost.code, lost.args, { cause: error });
    throw toUserError(error, 'initialize', transport.url);
  } finally {
    starting = false;
    clock.dispose();
  }
}
