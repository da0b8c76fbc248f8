import type { ConnectOptions } from '../../src/connection/connection';
import { connectWith } from '../../src/connection/connect';
import { unrecordedProcesses } from '../../src/processes/processRegistry';

/** The real connection; nothing is recorded of what it starts. */
export const connect = connectWith(unrecordedProcesses);

/** What a test that listens to nothing wants of a connection. */
export function connectOptions(): ConnectOptions {
  return {
    signal: new AbortController().signal,
    initializeTimeout: 20_000,
    onStep: () => undefined,
    onLog: () => undefined,
  };
}
