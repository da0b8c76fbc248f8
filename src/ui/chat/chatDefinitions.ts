import { createHash } from 'node:crypto';
import type { ShownServer } from '../tree/shownServer';

/** Input for the definitions published to chat. */
export interface ChatSituation {
  readonly servers: Iterable<ShownServer>;
  readonly gateway: { readonly origin: string; readonly token: string } | undefined;
  readonly trusted: boolean;
}

/** Definition of a server as published to VS Code's chat. */
export interface ChatDefinition {
  readonly serverId: string;
  /** Display name. Never the key of a configuration entry, because VS Code would then switch one of the two off. */
  readonly label: string;
  readonly origin: string;
  /** Path as sent, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Changes with another launch, another start of the host, and another label, which VS Code takes for the id. */
  readonly version: string;
}

/** Definitions to publish to chat: one for each server that Roundhouse runs. */
export function chatDefinitions(situation: ChatSituation): readonly ChatDefinition[] {
  const { gateway, trusted } = situation;
  if (!gateway || !trusted) return [];
  const servers = [...situation.servers];
  const own = servers.filter(
    ({ runBy, snapshot }) => runBy === 'roundhouse' && snapshot.state.kind !== 'disabled',
  );
  const labels = chatLabels(servers, own);
  return own.map(({ definition: { id, fingerprint } }, at) => {
    const label = labels[at] ?? id;
    const version = versionOf(fingerprint, gateway.token, label);
    return {
      serverId: id,
      label,
      origin: gateway.origin,
      path: `/servers/${encodeURIComponent(id)}/mcp`,
      headers: {
        Authorization: `Bearer ${gateway.token}`,
        'Roundhouse-Client': 'chat',
        'Roundhouse-Definition': version,
      },
      version,
    };
  });
}

/**
 * Labels: the server's name, with its source if the name is not unique. VS Code compares labels case-insensitively,
 * also with configuration entries.
 */
function chatLabels(all: readonly ShownServer[], own: readonly ShownServer[]): readonly string[] {
  const plain = own.map(({ definition }) => `${definition.name} · Roundhouse`);
  const keys = new Set(all.map(({ definition }) => definition.name.toLowerCase()));
  const count = new Map<string, number>();
  for (const label of plain) {
    count.set(label.toLowerCase(), (count.get(label.toLowerCase()) ?? 0) + 1);
  }
  const taken = new Set<string>();
  return own.map(({ definition: { id, source } }, at) => {
    const short = plain[at] ?? '';
    const isUnique = count.get(short.toLowerCase()) === 1 && !keys.has(short.toLowerCase());
    const label = isUnique ? short : `${short} (${source.id})`;
    // Names of one file may differ in case alone.
    const isTaken = taken.has(label.toLowerCase());
    taken.add(label.toLowerCase());
    return isTaken ? `${label} ${versionOf(id).slice(0, 4)}` : label;
  });
}

/**
 * Version of a definition. Leaves out the catalog's version, because VS Code ends the session of another version. It
 * follows `list_changed` without one.
 */
function versionOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}
