import { createHash } from 'node:crypto';
import type { Reason } from '../../base/errors';
import type { Definition } from '../../config/definition';
import type { ServerSnapshot } from '../../ipc/state';

/** One server and who runs it. */
export interface ChatServer {
  readonly definition: Definition;
  readonly snapshot: ServerSnapshot;
  readonly runBy: 'roundhouse' | 'vscode' | 'undecided';
  /** Kept from running by its settings or by another entry of its name. */
  readonly isInactive?: boolean | undefined;
  /** Why chat does not have its tools; absent where it has, or where the state says why. */
  readonly notInChat?: Reason | undefined;
}

/** What decides about the servers in chat. */
export interface ChatSituation {
  readonly servers: Iterable<ChatServer>;
  readonly gateway: { readonly origin: string; readonly token: string } | undefined;
  readonly trusted: boolean;
  readonly owner: 'ask' | 'roundhouse' | 'vscode';
}

/** One server as it is published to VS Code's chat. */
export interface ChatDefinition {
  readonly serverId: string;
  /** What people read; never the key of a file's entry, or VS Code would switch one of the two off. */
  readonly label: string;
  readonly origin: string;
  /** The path as it goes over the wire, escapes included. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Changes when VS Code's cached tools may be wrong: another launch, another start of the host. */
  readonly version: string;
}

/** What to publish to chat: one definition a server that Roundhouse runs. */
export function chatDefinitions(situation: ChatSituation): readonly ChatDefinition[] {
  const { gateway, trusted, owner } = situation;
  if (!gateway || !trusted || owner === 'ask') return [];
  const servers = [...situation.servers];
  const own = servers.filter(
    ({ runBy, snapshot }) => runBy === 'roundhouse' && snapshot.state.kind !== 'disabled',
  );
  const labels = chatLabels(servers, own);
  return own.map(({ definition: { id, fingerprint } }, at) => {
    const version = versionOf(fingerprint, gateway.token);
    return {
      serverId: id,
      label: labels[at] ?? id,
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
 * A label a server: its name, with the source where that alone is not unique. VS Code compares labels
 * without regard to case, with those of the file's entries too.
 */
function chatLabels(all: readonly ChatServer[], own: readonly ChatServer[]): readonly string[] {
  const plain = own.map(({ definition }) => `${definition.name} · Roundhouse`);
  const keys = new Set(all.map(({ definition }) => definition.name.toLowerCase()));
  const count = new Map<string, number>();
  for (const label of plain) {
    count.set(label.toLowerCase(), (count.get(label.toLowerCase()) ?? 0) + 1);
  }
  return own.map(({ definition: { source } }, at) => {
    const label = plain[at] ?? '';
    const key = label.toLowerCase();
    const unique = count.get(key) === 1 && !keys.has(key);
    return unique ? label : `${label} (${source.id})`;
  });
}

/**
 * Not the catalog's version: VS Code ends a running session when this changes, and follows
 * `list_changed` without it.
 */
function versionOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}
