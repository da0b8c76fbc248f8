import { connect } from '../connect';
import type { ClientFeatures, Connection, ConnectionLog } from '../../../src/connection/connection';
import type { ResolvedLaunch } from '../../../src/ipc/launch';
import type { StartStep } from '../../../src/ipc/state';

/** A connection with what it told while and since it came up. */
export interface OpenedConnection extends AsyncDisposable {
  readonly connection: Connection;
  readonly log: readonly ConnectionLog[];
  readonly steps: readonly StartStep[];
}

/** What a test may set; times are milliseconds. */
export interface OpenOptions {
  readonly signal?: AbortSignal;
  readonly initializeTimeout?: number;
  /** What the server may ask for. */
  readonly client?: ClientFeatures;
  /** Takes the log, for tests in which the connection does not come up. */
  readonly log?: ConnectionLog[];
}

/** Connects as the host does. `await using` closes it at the end of the test. */
export async function openConnection(
  launch: ResolvedLaunch,
  { signal, initializeTimeout = 20_000, client, log = [] }: OpenOptions = {},
): Promise<OpenedConnection> {
  const steps: StartStep[] = [];
  const connection = await connect(launch, {
    signal: signal ?? new AbortController().signal,
    initializeTimeout,
    client,
    onLog: (entry) => void log.push(entry),
    onStep: (step) => void steps.push(step),
  });
  return { connection, log, steps, [Symbol.asyncDispose]: () => connection.close() };
}
