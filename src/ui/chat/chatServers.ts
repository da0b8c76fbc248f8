import type { Reason } from '../../base/errors';
import { isObject } from '../../base/json';
import { publicName } from '../../protocol/publicNames';
import { modelTool } from '../../tools/schema/modelTool';
import type { FoundTool } from '../../ipc/contract';
import type { ToolAddress } from '../../ipc/state';
import type { ShownServer } from '../tree/shownServer';
import { requiredSignature, summaryOf } from '../tree/toolText';
import { toModel } from './chatTexts';
import { modelAnswer } from './modelAnswers';

/** Answer of `roundhouse_list_servers`: JSON for the model. `now`: epoch milliseconds. */
export function serverList(servers: Iterable<ShownServer>, now = Date.now()): string {
  return json(
    [...servers].map((server) => {
      const reason = notOurs(server) ?? stateReason(server, now);
      const { id, name } = server.definition;
      return {
        id,
        name,
        state: server.snapshot.state.kind,
        tools: server.snapshot.counts.tools,
        ...(reason && { reason: modelAnswer(reason) }),
        ...(server.notInChat && { chat: modelAnswer(server.notInChat) }),
      };
    }),
  );
}

/**
 * Answer of `roundhouse_search_tools`: a line of JSON per tool with its required arguments, but without its schema.
 * If nothing was found, it lists the servers.
 */
export function foundTools(
  query: string,
  found: readonly FoundTool[],
  servers: Iterable<ShownServer>,
): string {
  if (found.length === 0) return nothingFound(query, servers);
  const lines = found.map(({ server, tool }) => {
    const requires = requiredSignature(tool);
    const about = summaryOf(tool);
    return JSON.stringify({
      server,
      tool: publicName(tool.name),
      ...(about !== '' && { about }),
      ...(requires !== '' && { requires }),
    });
  });
  return [...lines, toModel('describeFirst')].join('\n');
}

/** Addresses in such an answer, best first, with public tool names. */
export function foundAddresses(answer: string): readonly ToolAddress[] {
  return answer.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    const { server, tool } = parsedLine(line);
    return typeof server === 'string' && typeof tool === 'string' ? { server, tool } : [];
  });
}

function parsedLine(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function nothingFound(query: string, servers: Iterable<ShownServer>): string {
  const known = [...servers].filter((server) => !notOurs(server)).map(serverWithCount);
  return toModel(query.trim() === '' ? 'noTools' : 'noToolFits', { query, servers: known });
}

/** A server as "github (26 tools)"; the count is unknown if it never ran. */
function serverWithCount({ definition, snapshot }: ShownServer): string {
  const { counts, catalogVersion } = snapshot;
  const key = catalogVersion === 0 ? 'serverUnread' : 'serverCount';
  return toModel(key, { server: definition.name, tools: counts.tools });
}

/** Answer of `roundhouse_describe_tool`: the tool as models get it. */
export function describedTool({ server, tool }: FoundTool): string {
  return json({ server, ...modelTool(tool).tool, name: publicName(tool.name) });
}

/** Reason why Roundhouse does not run the server; `undefined` if it does. */
export function notOurs({ runBy, inactiveReason }: ShownServer): Reason | undefined {
  if (inactiveReason) return inactiveReason;
  if (runBy === 'roundhouse') return undefined;
  return { code: runBy === 'vscode' ? 'ownedByEditor' : 'ownerUndecided' };
}

/** Ids of the servers that Roundhouse runs. */
export function ourServers(servers: Iterable<ShownServer>): string[] {
  return [...servers].filter((server) => !notOurs(server)).map(({ definition }) => definition.id);
}

/** Reason why Roundhouse runs none of these servers; `undefined` if it runs one, or there is none. */
export function noneOurs(servers: Iterable<ShownServer>): Reason | undefined {
  const all = [...servers];
  if (all.some((server) => !notOurs(server))) return undefined;
  // The choice of the owner comes first: it concerns all that are not switched off.
  const first = all.find(({ inactiveReason }) => !inactiveReason) ?? all[0];
  return first && notOurs(first);
}

/** The server with this id, or the only one with this name; active ones come first. */
export function serverNamed<T extends ShownServer>(
  servers: Iterable<T>,
  name: string,
): T | undefined {
  const all = [...servers];
  const byId = all.find(({ definition }) => definition.id === name);
  const named = all.filter(({ definition }) => definition.name === name);
  const running = named.filter(({ inactiveReason }) => !inactiveReason);
  const byName = running.length > 0 ? running : named;
  return byId ?? (byName.length === 1 ? byName[0] : undefined);
}

function stateReason({ definition, snapshot }: ShownServer, now: number): Reason | undefined {
  const { state } = snapshot;
  switch (state.kind) {
    case 'disabled':
    case 'blocked':
      return state.reason;
    case 'degraded':
      return state.what;
    case 'failed': {
      const { error } = state;
      if (error.code === 'crashLoop') return error;
      return { code: 'givenUp', args: { server: definition.name }, cause: error };
    }
    case 'backingOff': {
      const seconds = Math.max(1, Math.ceil((state.retryAt - now) / 1_000));
      const args = { server: definition.name, seconds };
      return { code: 'waitsForRetry', args, cause: state.error };
    }
    default:
      return undefined;
  }
}

function json(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
