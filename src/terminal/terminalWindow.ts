import os from 'node:os';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { signal } from '@preact/signals-core';
import { UserError } from '../base/errors';
import { holds } from '../base/holds';
import type { ConfigFile, Definition, ConfigSource } from '../config/definition';
import { channelOver, memoryPair } from '../ipc/channel';
import type { Root } from '../ipc/serverRequest';
import type { LogEntry } from '../ipc/contract';
import type { ServerSnapshot } from '../ipc/state';
import { isUnderWay } from '../ipc/serverStates';
import { runHost } from '../host';
import { Approvals } from '../client/approvals';
import { HostClient } from '../client/hostConnection/hostClient';
import { configuredServers, type ConfiguredServer } from '../client/configuredServers';
import { declarationOf, sharingOf } from '../client/launch/declaration';
import { Inputs } from '../client/inputs';
import { type ExplainedLaunch, LaunchResolver } from '../client/launch/launchResolver';
import type { ResolveLaunch } from '../client/workspace';
import { networkOf } from '../client/network';
import { sentence } from '../ui/reasons/sentence';
import { escapeDeceptive } from '../ui/text/untrustedText';
import type { WindowVariables } from '../client/launch/windowVariables';
import type { Options } from './options';
import {
  askOnTerminal,
  memorySecrets,
  terminalQuestions,
  terminalSignIn,
  waitUnasked,
} from './terminalPrompts';
import { sandboxPrograms } from '../client/launch/sandboxPrograms';
import { terminalText } from './terminalText';

/** A host in this process with the servers of the named files. */
export type TerminalWindow = Awaited<ReturnType<typeof openTerminal>>;

/** The configured servers; a terminal has no settings beyond the files. */
function serversOf(definitions: readonly Definition[]): ReadonlyMap<string, ConfiguredServer> {
  const setting = { user: undefined, workspace: undefined, folders: new Map() };
  const terminal = { owner: 'roundhouse', setting, remote: false } as const;
  // One by one, because no named file overrides another.
  return new Map(
    definitions.flatMap((definition) => [...configuredServers([definition], terminal)]),
  );
}

/** Naming a file approves its servers, so a person is only asked for inputs. */
function resolver(inputs: Inputs, configs: readonly ConfigFile[]): LaunchResolver {
  const nothing = { get: () => undefined, update: async () => undefined };
  return new LaunchResolver({
    approvals: new Approvals(nothing, () => 'workspace'),
    inputs,
    trusted: () => true,
    askApproval: async (definition) => [definition],
    environment: () => process.env,
    network: () => networkOf(process.env),
    sandbox: () => sandboxPrograms(path.join(__dirname, 'sandbox.js')),
    home: os.homedir(),
    variables: terminalVariables(configs.map(({ source }) => source)),
  });
}

function rootsOf({ root }: Options): Root[] {
  return root.map((written) => {
    const folder = path.resolve(written);
    return { uri: pathToFileURL(folder).href, name: path.basename(folder) };
  });
}

function answerLaunch(
  servers: ReadonlyMap<string, ConfiguredServer>,
  launches: LaunchResolver,
): ResolveLaunch {
  return async (id, gesture, signal) => {
    const server = servers.get(id);
    if (!server) return { kind: 'failed', reason: { code: 'entryGone' } };
    const { definition, effective, inactiveReason } = server;
    if (inactiveReason) return { kind: 'disabled', reason: inactiveReason };
    return launches.resolve(definition, { gesture, signal, path: effective.settings.path });
  };
}

/** A line of `--log`. */
function logLine(
  { id, text, reason }: LogEntry,
  servers: ReadonlyMap<string, ConfiguredServer>,
): string {
  const name = servers.get(id)?.definition.name ?? id;
  return escapeDeceptive(`[${name}] ${reason ? sentence(reason) : text}`);
}

/** Resolves when a start needs no more waiting. */
function startEnded({ servers }: HostClient, id: string): Promise<void> {
  return holds(() => {
    const state = servers.value.get(id)?.state;
    return !state || !isUnderWay(state);
  });
}

/** Starts a host and declares every definition. Accepts external clients for the given folders. */
export async function openTerminal(
  options: Options,
  configs: readonly ConfigFile[],
  externalClientFolders?: readonly string[],
) {
  const definitions = configs.flatMap(({ parsed }) => parsed.definitions);
  const servers = serversOf(definitions);
  const person = {
    input: process.stdin,
    output: process.stderr,
    interrupted: () => void process.emit('SIGINT'),
  };
  const inputs = new Inputs(memorySecrets(), askOnTerminal(options.inputs, process.env, person));
  const launches = resolver(inputs, configs);
  const [mine, theirs] = memoryPair();
  const host = await runHost(theirs, 'terminal', undefined, externalClientFolders !== undefined);
  const client = new HostClient({
    graceSeconds: () => 0,
    reach: async () => ({ channel: channelOver(mine), mode: 'window', stop: () => host.stop() }),
    resolveLaunch: answerLaunch(servers, launches),
    questions: terminalQuestions(person, inputs.showing),
    signIn: terminalSignIn(memorySecrets(), person, inputs.showing),
    ...(externalClientFolders && {
      externalClients: async () =>
        signal({ folders: [...externalClientFolders], sets: {}, tokens: [] }),
    }),
  });
  if (options.log)
    client.onLog((entry) => person.output.write(`${terminalText(logLine(entry, servers))}\n`));
  const sharing = sharingOf([]);
  const roots = rootsOf(options);
  await client.declare(
    [...servers.values()].map((one) => declarationOf(one, sharing, { revision: 0 }, { roots })),
  );
  const ending = new AbortController();
  return {
    host: client,
    definitions,
    /** Aborted as soon as it ends, because what fails then says nothing. */
    ending: ending.signal,
    /** The launch of a server, or why there is none. */
    launch: async (id: string, signal: AbortSignal): Promise<ExplainedLaunch> => {
      const server = servers.get(id);
      if (!server) throw new UserError('entryGone', { server: id });
      return launches.explain(server, { gesture: true, signal });
    },
    /** Starts a server and waits until it is up or failed, or until `--timeout`. */
    start: async (id: string): Promise<ServerSnapshot> => {
      const ended = client.start(id, true).then(() => startEnded(client, id));
      await waitUnasked(options.timeout * 1_000, ended, inputs.showing);
      const snapshot = client.servers.peek().get(id);
      if (!snapshot) throw new Error(`the host does not know ${id}`);
      return snapshot;
    },
    /** Accepts an external client on this stream. */
    accept: (externalClient: Duplex): void => host.accept(externalClient),
    /** Ends the host and all server processes. */
    end: async (): Promise<void> => {
      ending.abort();
      await host.stop();
      client.dispose();
    },
  };
}

/** A terminal knows the folders of its files, but has no settings, extensions or open file. */
function terminalVariables(sources: readonly ConfigSource[]): WindowVariables {
  const folders = [...new Set(sources.flatMap(({ folder }) => folder ?? []))];
  return {
    facts: () => ({
      folders: folders.map((folder) => ({ name: path.basename(folder), path: folder })),
      cwd: process.cwd(),
    }),
    setting: () => undefined,
    ownSetting: () => undefined,
    extensionFolder: () => undefined,
  };
}
