import { UserError } from '../base/errors';
import type { ResolvedHttp } from '../contract/launch';
import type { Keeper } from '../processes/keeper';
import type { Connect, Connection, ConnectOptions } from './connection';
import { Deadline } from './deadline';
import type { HostTransport } from './hostTransport';
import { HttpTransport } from './httpTransport';
import { McpConnection } from './mcpConnection';
import { toUserError } from './requestErrors';
import { SseTransport } from './sseTransport';
import { StdioTransport } from './stdioTransport';

/** What a server that knows only HTTP+SSE answers to the first POST of Streamable HTTP. */
const sseStatuses: readonly unknown[] = [400, 404, 405];
/** What it means when the address knows no HTTP+SSE either; the first answer tells more then. */
const noSseCodes: readonly string[] = ['httpError', 'protocolError'];

/** See {@link Connect}; a refused `http` server is tried again over HTTP+SSE. */
export function connectWith(keeper: Keeper): Connect {
  return async (launch, options) => {
    options.onStep('launching');
    switch (launch.type) {
      case 'stdio':
        return open(new StdioTransport(launch, keeper, options.onLog), options);
      case 'http':
        return openHttp(launch, options);
      case 'sse':
        return open(remote(launch, SseTransport), options);
    }
  };
}

/** Falls back to HTTP+SSE as the specification says (2025-11-25, transports, compatibility). */
async function openHttp(launch: ResolvedHttp, options: ConnectOptions): Promise<Connection> {
  try {
    return await open(remote(launch, HttpTransport), options);
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== 'httpError') throw error;
    if (!sseStatuses.includes(error.args['status'])) throw error;
    try {
      return await open(remote(launch, SseTransport), options);
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

async function open(transport: HostTransport, options: ConnectOptions): Promise<Connection> {
  const deadline = new Deadline({
    signal: options.signal,
    totalTimeout: options.initializeTimeout,
  });
  const connection = new McpConnection(transport, options.onLog);
  try {
    await deadline.race(transport.start());
    options.onStep('initializing');
    await deadline.race(connection.initialize(deadline.signal));
    if (transport.lost) throw new Error('lost while it came up');
    return connection;
  } catch (error) {
    await connection.close();
    options.signal.throwIfAborted();
    const seconds = deadline.passedSeconds;
    if (seconds !== undefined) throw new UserError('timedOut', { what: 'initialize', seconds });
    const { lost } = transport;
    if (lost) throw new UserError(lost.code, lost.args, { cause: error });
    throw toUserError(error, 'initialize', transport.url);
  } finally {
    deadline.dispose();
  }
}
