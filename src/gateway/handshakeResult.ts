import { asText, isObject } from '../base/json';
import { legacyVersions, modernVersion, newestLegacy } from '../protocol/revisions';
import { metaKeys, servedInfo } from '../protocol/meta';
import type { Handshake, McpObject } from '../ipc/state';
import { listNames } from '../protocol/lists';

/** Revisions with a handshake that the gateway serves, newest first: all but the one before the first release. */
export const servedLegacy: readonly string[] = legacyVersions.filter(
  (version) => version !== '2024-10-07',
);

/** Revisions without a handshake that the gateway serves, newest first. */
export const modernVersions: readonly string[] = [modernVersion];

/** The revision that is agreed on with a client that wants this one. */
export function legacyVersion(requested: unknown): string {
  return servedLegacy.find((served) => served === requested) ?? newestLegacy;
}

type Era = Handshake['era'];

/** Extensions with another form in each era, offered only where server and client are of one era. */
const ofOneEra = ['io.modelcontextprotocol/tasks'] as const;

/** Capabilities of a server of which nothing is known yet: everything that may come. */
export const openCapabilities: McpObject = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
  logging: {},
};

/** The handshake of a server of which nothing is known yet. */
export const openHandshake: Handshake = {
  era: 'legacy',
  protocolVersion: '',
  serverInfo: {},
  capabilities: openCapabilities,
};

/** The result of `initialize` in a server's name. */
export function initializeResult(
  name: string,
  handshake: Handshake,
  requested: unknown,
): McpObject {
  return {
    protocolVersion: legacyVersion(requested),
    ...introduction(name, handshake, 'legacy'),
    serverInfo: serverInfo(name, handshake),
  };
}

/** The result of `server/discover` in a server's name. */
export function discovery(name: string, handshake: Handshake): McpObject {
  return { supportedVersions: modernVersions, ...introduction(name, handshake, 'modern') };
}

/**
 * The handshake for a chat, without tasks. VS Code's client cancels no task, and awaits none that asks for input
 * (2025-11-25, "Tasks", input required status). Calls of a chat become tasks in the connection, which does both.
 */
export function withoutTasks(handshake: Handshake): Handshake {
  const { tasks: _, ...capabilities } = handshake.capabilities;
  return { ...handshake, capabilities };
}

/**
 * The server under its configured name, because chat makes the tools' names of it. The server's own name goes along
 * under `_meta`.
 */
export function serverInfo(name: string, handshake: Handshake | undefined): McpObject {
  const { version, name: _, title: __, ...rest } = handshake?.serverInfo ?? {};
  return { ...rest, name, title: name, version: asText(version) };
}

/** True if tasks of a server (2025-11-25) are offered to clients of an era. */
export function offersTasks(era: Era, { capabilities, era: served }: Handshake): boolean {
  return capabilities['tasks'] !== undefined && era === served;
}

function introduction(name: string, handshake: Handshake, era: Era): McpObject {
  const { serverInfo: own, instructions } = handshake;
  return {
    capabilities: capabilitiesFor(era, handshake),
    ...(instructions !== undefined && { instructions }),
    _meta: {
      [servedInfo]: own,
      ...(era === 'modern' && { [metaKeys.serverInfo]: serverInfo(name, handshake) }),
    },
  };
}

/** Capabilities that work by passing them on, and changes of lists, of which the gateway always notifies. */
function capabilitiesFor(era: Era, handshake: Handshake): McpObject {
  const { capabilities, era: served } = handshake;
  const { tasks, extensions, ...rest } = capabilities;
  const offered: Record<string, unknown> = { ...rest };
  // The gateway itself notifies of these changes, even if the server does not.
  for (const list of listNames) {
    const declared = capabilities[list];
    if (isObject(declared)) offered[list] = { ...declared, listChanged: true };
  }
  if (offersTasks(era, handshake)) offered['tasks'] = tasks;
  if (isObject(extensions)) offered['extensions'] = extensionsFor(era === served, extensions);
  return offered;
}

function extensionsFor(isSameEra: boolean, extensions: McpObject): McpObject {
  if (isSameEra) return extensions;
  const passed = { ...extensions };
  for (const name of ofOneEra) delete passed[name];
  return passed;
}
