import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { UserError } from '../../../src/base/errors';
import { connectWith } from '../../../src/connection/connect';
import type { Tool } from '../../../src/ipc/state';
import { fillFolder, launchOf, type NpmServer } from '../realServers/realServers';
import { catalogServers } from './catalogServers';
import { unrecordedProcesses } from '../../../src/processes/processRegistry';

/** What a server says of itself. */
export interface RealCatalog {
  readonly tools: readonly Tool[];
  readonly instructions: string | undefined;
}

/** Milliseconds that a server may take to come up while others do. */
const longestStart = 60_000;

/** They have nothing to tidy up. */
const connect = connectWith(unrecordedProcesses, () => ({
  afterStdinEnd: 100,
  afterTerminate: 500,
}));

let listed: Promise<ReadonlyMap<string, RealCatalog>> | undefined;

/**
 * The tools and instructions of {@link catalogServers}, in the order of that list; the tools of a server in its own.
 * Other people wrote them, so they are listed anew by whoever needs them (about ten seconds on two cores), once
 * in a test file, and stand in no file of ours.
 * @throws Error that names a server that did not come up.
 */
export function realCatalogs(): Promise<ReadonlyMap<string, RealCatalog>> {
  listed ??= listAll();
  return listed;
}

/** The tools alone: as {@link realCatalogs}. */
export async function realTools(): Promise<ReadonlyMap<string, readonly Tool[]>> {
  const catalogs = await realCatalogs();
  return new Map([...catalogs].map(([name, { tools }]) => [name, tools]));
}

async function listAll(): Promise<ReadonlyMap<string, RealCatalog>> {
  const found = new Map<string, RealCatalog>();
  const left = catalogServers.entries();
  const work = async (): Promise<void> => {
    // All workers take from the same iterator.
    for (const [name, server] of left) found.set(name, await list(name, server));
  };
  // None is left running when one fails.
  const ends = await Promise.allSettled(Array.from({ length: availableParallelism() }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  const order = [...catalogServers.keys()];
  return new Map([...found].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
}

async function list(name: string, server: NpmServer): Promise<RealCatalog> {
  const folder = await mkdtemp(path.join(tmpdir(), 'real-catalog-'));
  try {
    await fillFolder(folder);
    const connection = await connect(launchOf(server, folder), {
      signal: AbortSignal.timeout(longestStart),
      initializeTimeout: longestStart,
      onStep: () => undefined,
      onLog: () => undefined,
    });
    try {
      const { tools } = await connection.readCatalog();
      return { tools, instructions: connection.handshake.instructions };
    } finally {
      await connection.close();
    }
  } catch (error) {
    const why = error instanceof UserError ? error.code : String(error);
    throw new Error(`${name} was not listed: ${why}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
