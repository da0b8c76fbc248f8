import { appendFileSync, renameSync, rmSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { parseArgs } from 'node:util';
import { removeLeftResults, resultFolder } from './tools/results/resultFiles';
import { persistentKey } from './base/persistentKey';
import { messageOf, reasonOf, type Reason, type ReasonArguments } from './base/errors';
import { raceAbort } from './base/abort';
import type { Disposable } from './base/disposable';
import { connectWith } from './connection/connect';
import type { Connect } from './connection/connection';
import {
  buildOf,
  hasLaterHost,
  hostIdentity,
  hostPaths,
  onRunFolderChange,
  openRunFolder,
  removeDeadRunFiles,
  removeOldCompiled,
  runFolder,
} from './ipc/runFolder';
import { channelOver } from './ipc/channel';
import { Gateway } from './gateway/gateway';
import type { OtherHosts } from './gateway/gatewayPorts';
import { FreezeWatch } from './host/freezeWatch';
import { Host, type HostOptions } from './host/host';
import { listen } from './host/listen';
import {
  briefStopTimes,
  defaultStopTimes,
  hurriedStopTimes,
  type StopTimes,
} from './processes/serverProcess';
import { unrecordedProcesses } from './processes/processRegistry';
import type { ProcessFacts } from './processes/processFacts';
import { Recovery } from './processes/recovery';
import { Figures } from './servers/figures';
import { KnownFiles } from './servers/knownFiles';
import { KnownServers } from './servers/knownServers';
import { Quarantine } from './servers/quarantine';
import { ToolPins } from './servers/toolPins';
import { ToolUsage } from './servers/toolUsage';
import { sentence, sentenceForModel } from './ui/reasons/sentence';

const watchdog = path.join(__dirname, 'watchdog.js');
const readerThread = path.join(__dirname, 'readerThread.js');
const freezeThread = path.join(__dirname, 'freezeThread.js');

/**
 * Creates the object graph of a host. `dataFolder` stores its gateway's port and the knowledge of servers; without one
 * neither is stored. `otherHosts`: those of the folder, unless only one window can reach this one.
 */
function createHost(
  given: Omit<HostOptions, 'resultReader'>,
  dataFolder?: string,
  otherHosts?: OtherHosts,
): Host {
  const options = { ...given, resultReader: textNow(readerThread) };
  if (dataFolder === undefined) return new Host(options);
  const portFile = path.join(dataFolder, 'gateway-port');
  const known = path.join(dataFolder, 'known');
  const usage = path.join(dataFolder, 'toolUsage.json');
  return new Host({
    ...options,
    known: new KnownServers(
      new KnownFiles(known),
      new ToolUsage(usage, () => persistentKey(known)),
      new ToolPins(path.join(dataFolder, 'pins')),
      new Figures(path.join(dataFolder, 'figures.json')),
    ),
    locks: path.join(dataFolder, 'locks'),
    calls: {
      calls: path.join(dataFolder, 'calls', 'calls.jsonl'),
      refusals: path.join(dataFolder, 'calls', 'refusals.json'),
    },
    startGateway: async (access, limits, onRefused) => {
      const preferredPort = await readPort(portFile);
      const gateway = await Gateway.start({
        access,
        limits,
        preferredPort,
        otherHosts,
        onRefused,
        describe: sentenceForModel,
        settling: 10_000,
        sessionKey: await persistentKey(known).catch(() => undefined),
      });
      await storePort(portFile, gateway.port);
      return gateway;
    },
  });
}

/**
 * The port that the gateway tries first; `undefined` before the first start. Its file is written once per data folder,
 * so that clients find the gateway again. Removes a broken one, so that the next port is stored.
 */
async function readPort(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  if (text !== undefined) await rm(file, { force: true }).catch(() => undefined);
  return undefined;
}

/** Stores the first port ever chosen; a later one stands in for it only while it is taken. Never rejects. */
async function storePort(file: string, port: number): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, String(port), { flag: 'wx' });
  } catch {
    // It is stored already, or the next host has another port.
  }
}

/** Watches a host for freezes; `undefined` where the folder is not writable. `ends`: a frozen host is ended. */
async function watchFreezes(dataFolder: string, ends: boolean): Promise<FreezeWatch | undefined> {
  const folder = path.join(dataFolder, 'quarantine');
  const secret = await persistentKey(folder).catch(() => undefined);
  if (!secret) return undefined;
  return new FreezeWatch(new Quarantine(folder, secret), textNow(freezeThread), ends);
}

/** Reads a file at once, because an update may remove it while this host runs. */
function textNow(file: string): () => Promise<string> {
  const text = readFile(file, 'utf8');
  text.catch(() => undefined);
  return () => text;
}

/** The folder of large results; removes the results of hosts that were killed. */
function resultsIn(folder: string): string {
  void removeLeftResults(folder);
  return resultFolder(folder);
}

/** Starts servers only after those that an earlier host left behind have ended. */
function connectAfter(recovery: Recovery, stopTimes?: () => StopTimes): Connect {
  const connect = connectWith(recovery, stopTimes);
  return async (launch, options) => {
    await raceAbort(recovery.reaped(), options.signal);
    return connect(launch, options);
  };
}

/** The recovery of a host in a process that others started; without a run folder there is none. */
async function openRecovery(): Promise<Recovery | undefined> {
  const warn = (reason: Reason): void => process.emitWarning(sentence(reason));
  const folder = runFolder(process.env);
  try {
    await openRunFolder(folder);
    return new Recovery(folder, watchdog, warn);
  } catch (error) {
    warn({ code: 'unguarded', cause: reasonOf(error) });
    return undefined;
  }
}

/**
 * A host in the process of its only window or terminal, behind the same contract. Without a data folder it has a
 * gateway for external clients alone. Each comes over a stream of its own.
 */
export async function runHost(
  stream: Duplex,
  build: string,
  dataFolder?: string,
  takesExternalClients = false,
): Promise<{ accept(stream: Duplex): void; stop(): Promise<void> }> {
  const recovery = await openRecovery();
  // Agents end their processes, and wait for two seconds.
  const stopTimes = takesExternalClients ? () => briefStopTimes : undefined;
  const connect = recovery
    ? connectAfter(recovery, stopTimes)
    : connectWith(unrecordedProcesses, stopTimes);
  // The terminal has no models.
  const keeps = recovery !== undefined && dataFolder !== undefined;
  const kept = keeps ? resultsIn(runFolder(process.env)) : undefined;
  const watch =
    dataFolder === undefined ? undefined : await watchFreezes(dataFolder, takesExternalClients);
  const host = createHost(
    {
      connect,
      build,
      watch,
      describe: sentence,
      ...(kept !== undefined && { storedResults: kept }),
      ...(takesExternalClients && externalGateway),
    },
    dataFolder,
  );
  await host.open();
  host.accept(channelOver(stream));
  return {
    accept: (externalClient) => host.accept(channelOver(externalClient)),
    stop: async () => {
      await host.stop();
      recovery?.dispose();
    },
  };
}

const externalGateway: Pick<HostOptions, 'startGateway'> = {
  startGateway: (access, limits) => Gateway.start({ access, limits, describe: sentenceForModel }),
};

/** Reports to the process that started this one, once. */
function report(word: 'ready' | 'taken' | `failed ${string}`): void {
  process.stdout.on('error', () => undefined);
  process.stdout.end(`${word}\n`);
}

/** Appends a line to the host's log. */
function appendLog(file: string, text: string): void {
  try {
    appendFileSync(file, `${new Date().toISOString()} ${text}\n`, { mode: 0o600 });
  } catch {
    // The run folder may be gone; the host goes on.
  }
}

/** Removes what an earlier host left. Not worth the end of this one, so it may stay. */
function removeLeft(place: string): void {
  try {
    rmSync(place, { recursive: true, force: true });
  } catch {
    // Windows removes no file that somebody has open.
  }
}

/** Keeps the log of the host before, which may say why that ended. */
function keepLog(log: string): void {
  try {
    renameSync(log, `${log}.old`);
  } catch {
    // Mostly there is none.
  }
}

/** Ends the host at an uncaught exception, and its servers. Records the server whose message caused it. */
function recordCrashes(log: string, recovery: Recovery, watch: FreezeWatch | undefined): void {
  process.on('uncaughtException', (error) => {
    recovery.abandon();
    appendLog(log, error.stack ?? error.message);
    watch?.crashed();
    process.exit(1);
  });
}

async function noteReaped(log: string, recovery: Recovery): Promise<void> {
  const { ended = [], left = [] } = (await recovery.reaped()) ?? {};
  if (ended.length > 0) appendLog(log, sentence({ code: 'leftoversEnded', args: named(ended) }));
  if (left.length > 0) appendLog(log, sentence({ code: 'leftoversStay', args: named(left) }));
}

function named(processes: readonly ProcessFacts[]): ReasonArguments {
  const names = processes.map(({ pid, name }) => `${pid} ${name}`);
  return { count: names.length, processes: names };
}

/**
 * The host process: becomes the host of its identity or leaves that to the one that is. The bundle is one file, so a
 * running host survives an update that removes its folder.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { 'run-folder': { type: 'string' }, data: { type: 'string' } },
  });
  const { 'run-folder': folder = '', data = '' } = values;
  const build = await buildOf(__filename);
  const paths = await hostPaths(folder, hostIdentity(data, build));
  let leave = (): void => undefined;
  const warn = (reason: Reason): void => appendLog(paths.log, sentence(reason));
  const recovery = new Recovery(folder, watchdog, warn);
  // No client needs the work that a server would still do.
  const stopTimes = (): StopTimes => (host.isDeserted ? hurriedStopTimes : defaultStopTimes);
  const connect = connectAfter(recovery, stopTimes);
  const { results } = paths;
  const watchSuccessor = (listener: () => void): Disposable =>
    onRunFolderChange(folder, () => {
      const since = host.lastArrival ?? Number.POSITIVE_INFINITY;
      void hasLaterHost(folder, data, since).then((is) => is && listener());
    });
  const watch = await watchFreezes(data, true);
  const options = {
    connect,
    build,
    results,
    watch,
    warn,
    describe: sentence,
    onDeserted: (): void => leave(),
    watchSuccessor,
  };
  const otherHosts: OtherHosts = {
    areThere: () => hasLaterHost(folder, data, 0),
    onChange: (listener) => onRunFolderChange(folder, listener),
  };
  const host: Host = createHost({ ...options, storedResults: resultsIn(folder) }, data, otherHosts);
  let opening: Promise<void> | undefined;
  const open = (): Promise<void> => (opening ??= host.open());
  const listening = await listen(paths, build, (channel) => {
    void open().then(() => host.accept(channel));
  });
  if (!listening) {
    report('taken');
    return process.exit(0);
  }
  removeLeft(results);
  keepLog(paths.log);
  void removeOldCompiled(paths.compiled);
  void removeDeadRunFiles(folder);
  recordCrashes(paths.log, recovery, watch);
  void noteReaped(paths.log, recovery);
  leave = () => {
    void listening
      .close(() => host.stop())
      // The run folder may be gone by now; the servers must end all the same.
      .catch(() => undefined)
      .then(() => host.stop())
      .then(() => recovery.dispose())
      .then(() => process.exit(0));
  };
  process.on('SIGTERM', leave).on('SIGINT', leave);
  // Only now: a host may have waited long for the end of the one before.
  host.awaitClients();
  // Clients come while the gateway opens.
  report('ready');
  await open();
}

if (require.main === module)
  main().catch((error: unknown) => {
    report(`failed ${messageOf(error)}`);
    // This ends the process.
    throw error;
  });
