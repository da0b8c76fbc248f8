import { appendFileSync, rmSync } from 'node:fs';
import type { Duplex } from 'node:stream';
import { parseArgs } from 'node:util';
import { connectWith } from './connection/connect';
import { buildOf, hostIdentity, hostPaths, type HostPaths } from './contract/runFolder';
import { channelOver } from './contract/streams';
import { Gateway } from './gateway/gateway';
import { Host, type HostPorts } from './hostProcess/host';
import { KeptPort } from './hostProcess/keptPort';
import { listen } from './hostProcess/listen';
import { forgetfulKeeper } from './processes/forgetfulKeeper';
import { sentence } from './views/strings';

/** The whole object graph of a host; `dataFolder` keeps its gateway's port, absent = no gateway. */
function createHost(ports: Omit<HostPorts, 'connect'>, dataFolder?: string): Host {
  const connect = connectWith(forgetfulKeeper);
  if (dataFolder === undefined) return new Host({ connect, ...ports });
  const kept = new KeptPort(dataFolder);
  return new Host({
    connect,
    ...ports,
    startGateway: async (access, limits) => {
      const preferredPort = await kept.read();
      const gateway = await Gateway.start({ access, limits, preferredPort, describe: sentence });
      await kept.keep(gateway.port);
      return gateway;
    },
  });
}

/** A host in the process of its only client, behind the same contract. */
export async function runHost(stream: Duplex, build: string, dataFolder?: string): Promise<Host> {
  const host = createHost({ build }, dataFolder);
  await host.open();
  host.accept(channelOver(stream));
  return host;
}

/** Tells whoever started this process how it went, once. */
function tell(word: 'ready' | 'taken'): void {
  process.stdout.on('error', () => undefined);
  process.stdout.end(`${word}\n`);
}

/** A bug ends the host, but leaves no server behind. */
function recordCrashes(paths: HostPaths, host: Host): void {
  rmSync(paths.log, { force: true });
  process.on('uncaughtException', (error) => {
    host.fleet.killAll();
    appendFileSync(paths.log, `${new Date().toISOString()} ${error.stack ?? error.message}\n`);
    process.exit(1);
  });
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
  const host = createHost({ build, onDeserted: () => leave() }, data);
  let opening: Promise<void> | undefined;
  const open = (): Promise<void> => (opening ??= host.open());
  const listening = await listen(paths, build, (channel) => {
    void open().then(() => host.accept(channel));
  });
  if (!listening) {
    tell('taken');
    return process.exit(0);
  }
  recordCrashes(paths, host);
  leave = () => {
    void listening
      .close()
      // The run folder may be gone by now; the servers must end all the same.
      .catch(() => undefined)
      .then(() => host.stop())
      .then(() => process.exit(0));
  };
  process.on('SIGTERM', leave).on('SIGINT', leave);
  await open();
  tell('ready');
}

if (require.main === module) void main();
