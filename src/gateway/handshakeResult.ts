import { isObject } from '../base/json';
import { modernVersion } from '../protocol/revisions';
import { metaKeys } from '../protocol/meta';
import type { Handshake, McpObject } from '../ipc/state';
import { watchedLists } from './clientSubscriptions';

/** Revisions with a handshake that the gateway serves, newest first. */
export const legacyVersions: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
];

/** Revisions without a handshake that the gateway serves, newest first. */
export const modernVersions: readonly string[] = [modernVersion];

/** The revision that is agreed on with a client that wants this one. */
export function legacyVersion(requested: unknown): string {
  return legacyVersions.find((served) => served === requested) ?? '2025-11-25';
}

type Era = Handshake['era'];

/** Extensions of which each era has its own form, so that they end where the eras differ. */
const ofOneEra = ['io.modelcontextprotocol/tasks'] as const;

/** Capabilities for whatever may come, where a client asks before that is known. */
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
 * The same for a chat, whose calls the connection makes tasks of: VS Code's client awaits no result of a task that
 * asks for input, as it should (2025-11-25, "Tasks", input required status), and cancels none.
 */
export function withoutTasks(handshake: Handshake): Handshake {
  const { tasks: _, ...capabilities } = handshake.capabilities;
  return { ...handshake, capabilities };
}

/**
 * A server is called by its configured name, since chat makes the tools' names of it; what it calls itself
 * goes along under `_meta`.
 */
export function serverInfo(name: string, handshake: Handshake | undefined): McpObject {
  const { version, name: _, title: __, ...rest } = handshake?.serverInfo ?? {};
  return { ...rest, name, title: name, version: typeof version === 'string' ? version : '' };
}

function introduction(name: string, handshake: Handshake, era: Era): McpObject {
  const { serverInfo: own, instructions } = handshake;
  return {
    capabilities: capabilitiesFor(era, handshake),
    ...(instructions !== undefined && { instructions }),
    _meta: {
      'mcp-roundhouse/serverInfo': own,
      ...(era === 'modern' && { [metaKeys.serverInfo]: serverInfo(name, handshake) }),
    },
  };
}

/** Everything that works by passing it on, and lists that are always told of. */
function capabilitiesFor(era: Era, { capabilities, era: served }: Handshake): McpObject {
  const { tasks, extensions, ...rest } = capabilities;
  const offered: Record<string, unknown> = { ...rest };
  // Of these the gateway itself tells when they change, whether the server does or not.
  for (const list of watchedLists) {
    const declared = capabilities[list];
    if (isObject(declared)) offered[list] = { ...declared, listChanged: true };
  }
  if (tasks !== undefined && era === served) offered['tasks'] = tasks;
  if (isObject(extensions)) offered['extensions'] = extensionsFor(era === served, extensions);
  return offered;
}

function extensionsFor(isSameEra: boolean, extensions: McpObject): McpObject {
  if (isSameEra) return extensions;
  const passed = { ...extensions };
  for (const name of ofOneEra) delete passed[name];
  return passed;
}
