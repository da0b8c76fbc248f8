import { hasCode, UserError } from '../base/errors';
import type { ResolvedHttp, ResolvedLaunch, ResolvedStdio } from '../ipc/launch';
import type { ProcessRegistry } from '../processes/processRegistry';
import { defaultStopTimes, type StopTimes } from '../processes/serverProcess';
import type { Connect, Connection, ConnectionLog, ConnectOptions } from './connection';
import { asUserError } from './failures';
import { McpConnection } from './mcpConnection';
import { endedOnProbe, type Asking } from './negotiate';
import { StartClock } from './timeouts';
import { StdioTransport } from './transports/stdioTransport';
import type { Transport } from './transports/transport';

/** Statuses by which a server that knows only HTTP+SSE refuses the first POST of Streamable HTTP. */
const sseStatuses: readonly unknown[] = [400, 404, 405];
/** Failures of HTTP+SSE after which the first failure is reported, because it says more. */
const noSseCodes: readonly string[] = ['httpError', 'protocolError'];

/** The longest start that downloads its program, in milliseconds. */
const longestDownload = 600_000;

/** Exit codes of a missing program, which say nothing about the era. */
const noProgramExits: readonly unknown[] = [126, 127, 9009];

/**
 * Makes a {@link Connect}. An `http` server that refuses is tried again over HTTP+SSE. A process that ends before it has
 * answered `server/discover` is started once more without it, as some servers exit on it. `stopTimes` is evaluated when
 * a server is to end.
 */
export function connectWith(
  registry: ProcessRegistry,
  stopTimes: () => StopTimes = () => defaultStopTimes,
): Connect {
  /** Launches whose last try ended both with `server/discover` and without it, so that one process a try will do. */
  const endedBoth = new WeakSet<ResolvedLaunch>();
  const openStdio = async (launch: ResolvedStdio, options: ConnectOptions): Promise<Connection> => {
    const start = (how: Asking): Promise<Connection> =>
      open((onLog) => new StdioTransport(launch, registry, onLog, stopTimes), {
        ...options,
        ...how,
      });
    if (options.startsOnce) return start({ asks: options.known?.era === 'modern' });
    if (endedBoth.has(launch)) {
      const connection = await start({ asks: false });
      endedBoth.delete(launch);
      return connection;
    }
    try {
      return await start({});
    } catch (error) {
      if (!mayEndOnProbe(error)) throw error;
    }
    options.onLog({ level: 'info', text: '', reason: { code: 'startedUnasked' } });
    try {
      return await start({ asks: false, isProof: true });
    } catch (error) {
      if (hasCode(error, 'exited')) endedBoth.add(launch);
      throw error;
    }
  };
  return async (launch, options) => {
    options.onStep('launching');
    switch (launch.type) {
      case 'stdio':
        return openStdio(launch, options);
      case 'http':
        return openHttp(launch, options);
      case 'sse':
        return openRemote('sse', launch, options);
    }
  };
}

/** True if a process ended before it answered `server/discover`; it may exit on that, or fail to start. */
function mayEndOnProbe(error: unknown): boolean {
  if (!hasCode(error, 'exited')) return false;
  const { exit } = error.args;
  return exit !== undefined && !noProgramExits.includes(exit) && endedOnProbe(error.cause);
}

/** Falls back to HTTP+SSE (2025-11-25, transports, compatibility). */
async function openHttp(launch: ResolvedHttp, options: ConnectOptions): Promise<Connection> {
  try {
    return await openRemote('http', launch, options);
  } catch (error) {
    if (!hasCode(error, 'httpError')) throw error;
    if (!sseStatuses.includes(error.args['status'])) throw error;
    try {
      return await openRemote('sse', launch, options);
    } catch (second) {
      throw second instanceof UserError && noSseCodes.includes(second.code) ? error : second;
    }
  }
}

async function openRemote(
  type: 'http' | 'sse',
  launch: ResolvedHttp,
  options: ConnectOptions,
): Promise<Connection> {
  // Loaded with the first remote server, because many people have none.
  const { remoteTransport } = await import('./remoteTransport');
  return open(() => remoteTransport(type, launch, options.authorizer), options);
}

/** Starts a connection within its time limits. Output of the process counts as activity until it is up. */
async function open(
  transportTo: (onLog: (entry: ConnectionLog) => void) => Transport,
  options: ConnectOptions & Asking,
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
    if (starting) clock.onOutput(entry.text);
  });
  const connection = new McpConnection(transport, options);
  try {
    await clock.race(connection.start());
    options.onStep('initializing');
    await clock.race(connection.greet(clock.signal));
    if (connection.lost) throw new Error('lost while it came up');
    return connection;
  } catch (error) {
    starting = false;
    // Output after this is about its end, not about the failure.
    const { lastWords } = transport;
    await connection.close();
    options.signal.throwIfAborted();
    const seconds = clock.passedSeconds;
    if (seconds !== undefined) {
      const args = { what: 'initialize', seconds, ...lastWords };
      throw new UserError('timedOut', args);
    }
    const { lost } = connection;
    // A refusal says more than the end after it.
    if (lost && !hasCode(error, 'serverError')) throw UserError.from(lost, { cause: error });
    throw asUserError(error);
  } finally {
    starting = false;
    clock.dispose();
  }
}
