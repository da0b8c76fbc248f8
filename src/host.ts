import { removeLeftResults, resultFolder } from './tools/results/resultFiles';
import { appendFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { parseArgs } from 'node:util';
import { persistentKey } from './base/persistentKey';
import { reasonOf, type Reason, type ReasonArguments } from './base/errors';
import { raceAbort } from './base/abort';
import { connectWith } from './connection/connect';
import type { Connect } from './connection/connection';
import { buildOf, hostIdentity, hostPaths, openRunFolder, runFolder } from './ipc/runFolder';
import { channelOver } from './ipc/channel';
import { Gateway } from './gateway/gateway';
import { FreezeWatch } from './host/freezeWatch';
import { Host, type HostPorts } from './host/host';
import { KeptPort } from './host/keptPort';
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
import { KnownFiles } from './servers/knownFiles';
import { KnownServers } from './servers/knownServers';
import { Quarantine } from './servers/quarantine';
import { ToolPins } from './servers/toolPins';
import { ToolUsage } from './servers/toolUsage';
import { gatewayAnswer } from './ui/chat/modelAnswers';
import { sentence } from './ui/reasons/sentence';

const watchdog = path.join(__dirname, 'watchdog.js');
const resultReader = path.join(__dirname, 'resultReader.js');
const freezeThread = path.join(__dirname, 'freezeThread.js');

/**
 * The whole object graph of a host; `dataFolder` keeps its gateway's port and what is known of servers.
 * Absent = neither.
 */
function createHost(ports: HostPorts, dataFolder?: string): Host {
  if (dataFolder === undefined) return new Host(ports);
  const kept = new KeptPort(dataFolder);
  const known = path.join(dataFolder, 'known');
  const usage = path.join(dataFolder, 'toolUsage.json');
  return new Host({
    ...ports,
    known: new KnownServers(
      new KnownFiles(known),
      new ToolUsage(usage, () => persistentKey(known)),
      new ToolPins(path.join(dataFolder, 'pins')),
    ),
    locks: path.join(dataFolder, 'locks'),
    calls: {
      calls: path.join(dataFolder, 'calls', 'calls.jsonl'),
      refusals: path.join(dataFolder, 'calls', 'refusals.json'),
    },
    startGateway: async (access, limits, onRefused) => {
      const preferredPort = await kept.read();
      const gateway = await Gateway.start({
        access,
        limits,
        preferredPort,
        onRefused,
        describe: gatewayAnswer,
        settling: 10_000,
        sessionKey: await persistentKey(known).catch(() => undefined),
      });
      await kept.keep(gateway.port);
      return gateway;
    },
  });
}

/** The watch over a host's work; `undefined` where the folder takes nothing. `ends`: whether a frozen host is ended. */
async function watchFreezes(dataFolder: string, ends: boolean): Promise<FreezeWatch | undefined> {
  const folder = path.join(dataFolder, 'quarantine');
  const secret = await persistentKey(folder).catch(() => undefined);
  if (!secret) return undefined;
  return new FreezeWatch(new Quarantine(folder, secret), keptText(freezeThread), ends);
}

/** A file as it is now: an update may remove it while this host runs. */
function keptText(file: string): () => Promise<string> {
  const text = readFile(file, 'utf8');
  text.catch(() => undefined);
  return () => text;
}

/** Where a host keeps results, and with what it reads them; removes what others left that were killed. */
function keptIn(folder: string): HostPorts['kept'] {
  void removeLeftResults(folder);
  return { folder: resultFolder(folder), reader: keptText(resultReader) };
}

/** Starts no server before those are gone that a host before this one left behind. */
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
 * gateway only where external clients are to come, whom it then accepts over streams of their own.
 */
export async function runHost(
  stream: Duplex,
  build: string,
  dataFolder?: string,
  takesExternalClients = false,
): Promise<{ accept(stream: Duplex): void; stop(): Promise<void> }> {
  const recovery = await openRecovery();
  // Agents end what they have started, and wait for two seconds.
  const stopTimes = takesExternalClients ? () => briefStopTimes : undefined;
  const connect = recovery
    ? connectAfter(recovery, stopTimes)
    : connectWith(unrecordedProcesses, stopTimes);
  // The terminal calls for no model.
  const keeps = recovery !== undefined && dataFolder !== undefined;
  const kept = keeps ? keptIn(runFolder(process.env)) : undefined;
  const watch =
    dataFolder === undefined ? undefined : await watchFreezes(dataFolder, takesExternalClients);
  const host = createHost(
    {
      connect,
      build,
      watch,
      describe: sentence,
      ...(kept && { kept }),
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

const externalGateway: Pick<HostPorts, 'startGateway'> = {
  startGateway: (access, limits) => Gateway.start({ access, limits, describe: gatewayAnswer }),
};

/** Tells whoever started this process how it went, once. */
function tell(word: 'ready' | 'taken'): void {
  process.stdout.on('error', () => undefined);
  process.stdout.end(`${word}\n`);
}

/** Keeps what nobody is there to be told, for whoever looks for it. */
function note(file: string, text: string): void {
  try {
    appendFileSync(file, `${new Date().toISOString()} ${text}\n`, { mode: 0o600 });
  } catch {
    // The run folder may be gone; the host goes on.
  }
}

/** A bug ends the host, but leaves no server behind, and keeps whose bytes brought it out. */
function recordCrashes(log: string, recovery: Recovery, watch: FreezeWatch | undefined): void {
  process.on('uncaughtException', (error) => {
    recovery.killAll();
    note(log, error.stack ?? error.message);
    watch?.crashed();
    process.exit(1);
  });
}

async function noteReaped(log: string, recovery: Recovery): Promise<void> {
  const { ended = [], left = [] } = (await recovery.reaped()) ?? {};
  if (ended.length > 0) note(log, sentence({ code: 'leftoversEnded', args: named(ended) }));
  if (left.length > 0) note(log, sentence({ code: 'leftoversStay', args: named(left) }));
}

function named(processes: readonly ProcessFacts[]): ReasonArguments {
  const names = processes.map(({ pid, name }) => `${pid} ${name}`);
  return { count: names.length, processes: names };
}

/** The host process: becomes the host of its identity or leaves that to the one that is. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { 'run-folder': { type: 'string' }, data: { type: 'string' } },
  });
  const { 'run-folder': folder = '', data = '' } = values;
  const build = await buildOf(__filename);
  const paths = await hostPaths(folder, hostIdentity(data, build));
  let leave = (): void => undefined;
  const recovery = new Recovery(folder, watchdog, (reason) => note(paths.log, sentence(reason)));
  // Where nobody is left, nobody has a use for what a server would still do.
  const stopTimes = (): StopTimes => (host.isDeserted ? hurriedStopTimes : defaultStopTimes);
  const connect = connectAfter(recovery, stopTimes);
  const { results } = paths;
  const watch = await watchFreezes(data, true);
  const ports = {
    connect,
    build,
    results,
    watch,
    describe: sentence,
    onDeserted: (): void => leave(),
  };
  const host: Host = createHost({ ...ports, kept: keptIn(folder) }, data);
  let opening: Promise<void> | undefined;
  const open = (): Promise<void> => (opening ??= host.open());
  const listening = await listen(paths, build, (channel) => {
    void open().then(() => host.accept(channel));
  });
  if (!listening) {
    tell('taken');
    return process.exit(0);
  }
  rmSync(paths.log, { force: true });
  rmSync(results, { recursive: true, force: true });
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
  await open();
  tell('ready');
}

if (require.main === module) void main();
