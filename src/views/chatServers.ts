import type { Reason } from '../base/errors';
import { modelTool } from '../base/schema/modelTool';
import type { FoundTool } from '../contract/requests';
import type { ServerState } from '../contract/state';
import type { ChatServer } from './chatDefinitions';
import { sentence } from './strings';

/** The answer of `roundhouse_list_servers`, as JSON for the model. */
export function serverList(servers: Iterable<ChatServer>): string {
  return json(
    [...servers].map((server) => {
      const reason = reasonOfServer(server);
      const { id, name } = server.definition;
      return {
        id,
        name,
        state: server.snapshot.state.kind,
        tools: server.snapshot.counts.tools,
        ...(reason && { reason: sentence(reason) }),
      };
    }),
  );
}

/** The answer of `roundhouse_search_tools`: enough to choose, not the schemas. */
export function foundTools(found: readonly FoundTool[]): string {
  return json(
    found.map(({ server, tool: { name, title, description } }) => ({
      server,
      tool: name,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
    })),
  );
}

/** The answer of `roundhouse_describe_tool`: the tool as models take it. */
export function describedTool({ server, tool }: FoundTool): string {
  return json({ server, ...modelTool(tool).tool });
}

/** Why Roundhouse does not run this server's tools, if so. */
export function notOurs({ runBy, aside, snapshot }: ChatServer): Reason | undefined {
  if (aside && snapshot.state.kind === 'disabled') return snapshot.state.reason;
  if (runBy === 'roundhouse') return undefined;
  return { code: runBy === 'vscode' ? 'ownedByEditor' : 'ownerUndecided' };
}

/** The server that `name` means: an id, or a name that only one of those has that may run, or of all. */
export function serverNamed<T extends ChatServer>(
  servers: Iterable<T>,
  name: string,
): T | undefined {
  const all = [...servers];
  const byId = all.find(({ definition }) => definition.id === name);
  const named = all.filter(({ definition }) => definition.name === name);
  const running = named.filter(({ aside }) => !aside);
  const byName = running.length > 0 ? running : named;
  return byId ?? (byName.length === 1 ? byName[0] : undefined);
}

function reasonOfServer(server: ChatServer): Reason | undefined {
  return notOurs(server) ?? stateReason(server.snapshot.state);
}

function stateReason(state: ServerState): Reason | undefined {
  switch (state.kind) {
    case 'disabled':
    case 'blocked':
      return state.reason;
    case 'degraded':
      return state.what;
    case 'backingOff':
    case 'failed':
      return state.error;
    default:
      return undefined;
  }
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
