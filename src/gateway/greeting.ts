import { isObject } from '../base/json';
import type { Handshake, McpObject } from '../contract/state';

/** Revisions the gateway serves, newest first: those with a handshake. */
export const servedVersions: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
];

/** Lists of which the gateway itself tells when they change, whether the server does or not. */
const lists = ['tools', 'prompts', 'resources'] as const;
/** What works by passing requests on. */
const passedOn = ['completions', 'logging'] as const;

/**
 * The result of `initialize` in a server's name. The server is called by its configured name, since
 * chat makes the tools' names of it; what it calls itself goes along under `_meta`.
 */
export function greeting(name: string, handshake: Handshake, requested: unknown): McpObject {
  const { serverInfo, instructions } = handshake;
  const { version } = serverInfo;
  return {
    protocolVersion: servedVersions.find((served) => served === requested) ?? servedVersions[0],
    capabilities: capabilitiesOf(handshake),
    serverInfo: { name, title: name, version: typeof version === 'string' ? version : '' },
    ...(instructions !== undefined && { instructions }),
    _meta: { 'mcp-roundhouse/serverInfo': serverInfo },
  };
}

function capabilitiesOf({ capabilities, era }: Handshake): McpObject {
  const served: Record<string, unknown> = {};
  for (const list of lists) {
    const declared = capabilities[list];
    if (!isObject(declared)) continue;
    served[list] = { ...declared, listChanged: true };
  }
  for (const name of passedOn) if (capabilities[name]) served[name] = capabilities[name];
  if (era === 'legacy') return served;
  // From 2026-07-28 on neither log level nor subscriptions are set by a request of their own.
  delete served['logging'];
  if (isObject(served['resources']))
    served['resources'] = { ...served['resources'], subscribe: false };
  return served;
}
