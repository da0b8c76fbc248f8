import { computed, type ReadonlySignal } from '@preact/signals-core';
import { excerptOf } from '../tools/scan/definitionTexts';
import type { Finding, Catalog, Tool } from '../ipc/state';
import { canonicalHash } from '../ipc/canonicalHash';
import { namedTools } from '../tools/scan/shadowing';
import type { CrossServerCheck } from './catalogScan';
import { memo } from '../base/lazy';
import { isFeignedAs, skeletonOf } from '../tools/scan/lookAlikes';

/** A server of a client, as its other servers are compared with it. */
export interface CheckedServer {
  readonly id: string;
  readonly name: string;
  readonly catalog: ReadonlySignal<Catalog | undefined>;
  readonly scan: {
    isUnseen(tool: Tool): boolean;
  };
}

interface NamedTool {
  readonly server: CheckedServer;
  readonly tool: Tool;
}

/** Tools by the appearance of a name. */
type ToolsByName = ReadonlyMap<string, readonly Tool[]>;

/** Tools whose names look alike, by name: many servers may have a tool of one name, and names are compared once. */
type LookAlikes = ReadonlyMap<string, readonly NamedTool[]>;

/**
 * Compares the tools of all servers of a client. A tool may pass itself off as another server's, or give orders about
 * it.
 */
export class CrossServerChecks {
  /** By the appearance of their names. */
  readonly #lookAlikes: ReadonlySignal<ReadonlyMap<string, LookAlikes>> = computed(() => {
    const lookAlikes = new Map<string, Map<string, NamedTool[]>>();
    for (const server of this.servers.value) {
      for (const [skeleton, tools] of ownNames(toolsOf(server))) {
        const byName = lookAlikes.get(skeleton) ?? new Map<string, NamedTool[]>();
        lookAlikes.set(skeleton, byName);
        for (const tool of tools) add(byName, tool.name, { server, tool });
      }
    }
    return lookAlikes;
  });

  constructor(private readonly servers: ReadonlySignal<readonly CheckedServer[]>) {}

  checkFor(server: CheckedServer): CrossServerCheck {
    return {
      suspects: () => this.suspectsOf(server),
      findingsOf: (tool) => this.findingsOf(server, tool),
    };
  }

  /** The tools of a server that share or mention names of other servers' tools. Reads signals. */
  suspectsOf(server: CheckedServer): Iterable<Tool> {
    const suspects = new Set<Tool>();
    const tools = toolsOf(server);
    for (const names of [ownNames(tools), namesInDefinitions(tools)])
      for (const [skeleton, named] of names) {
        if (!this.#isElsewhere(server, skeleton)) continue;
        for (const tool of named) suspects.add(tool);
      }
    return suspects;
  }

  /** The findings in a tool of a server that concern other servers. Reads signals. */
  findingsOf(server: CheckedServer, tool: Tool): readonly Finding[] {
    return [...this.#impersonation(server, tool), ...this.#shadowing(server, tool)];
  }

  /** The name of another server's tool is usual, and suspicious only in a tool that no person has seen yet. */
  #impersonation(server: CheckedServer, tool: Tool): Finding[] {
    const skeleton = skeletonOf(tool.name);
    const isUnseen = this.#isElsewhere(server, skeleton) && server.scan.isUnseen(tool);
    for (const [name, tools] of this.#lookAlikes.value.get(skeleton) ?? []) {
      const isFeigned = isAmongOthers(tools, server) && isFeignedAs(tool.name, name);
      if (!isFeigned && !isUnseen) continue;
      const other = tools.find(
        (one) => one.server.id !== server.id && (isFeigned || !isTwin(tool, one)),
      );
      if (!other) continue;
      const excerpt = excerptOf(`${other.server.name}: ${name}`, 0, 0);
      return [{ kind: 'impersonation', where: '/name', excerpt }];
    }
    return [];
  }

  #shadowing(server: CheckedServer, tool: Tool): Finding[] {
    const own = ownNames(toolsOf(server));
    for (const { skeleton, where, order } of namedTools(tool)) {
      const isForeign = !own.has(skeleton) && this.#isElsewhere(server, skeleton);
      const excerpt = isForeign ? order() : undefined;
      if (excerpt !== undefined) return [{ kind: 'otherTools', where, excerpt }];
    }
    return [];
  }

  /** True if another server has a tool of that name. */
  #isElsewhere(server: CheckedServer, skeleton: string): boolean {
    for (const tools of this.#lookAlikes.value.get(skeleton)?.values() ?? [])
      if (isAmongOthers(tools, server)) return true;
    return false;
  }
}

/** True if one of the tools is another server's. */
function isAmongOthers(tools: readonly NamedTool[], server: CheckedServer): boolean {
  return tools.some((other) => other.server.id !== server.id);
}

function toolsOf(server: CheckedServer): readonly Tool[] {
  return server.catalog.value?.tools ?? [];
}

const ownNames = memo((tools: readonly Tool[]): ToolsByName =>
  toolsByName(tools, ({ name }) => [skeletonOf(name)]),
);

/** Separate from {@link ownNames}, because of other servers only their own names are needed. */
const namesInDefinitions = memo((tools: readonly Tool[]): ToolsByName =>
  toolsByName(tools, (tool) => namedTools(tool).map(({ skeleton }) => skeleton)),
);

function toolsByName(
  tools: readonly Tool[],
  namesOf: (tool: Tool) => readonly string[],
): ToolsByName {
  const named = new Map<string, Tool[]>();
  for (const tool of tools) for (const name of namesOf(tool)) add(named, name, tool);
  return named;
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** The same new tool of one server that is configured twice. */
function isTwin(tool: Tool, { server, tool: other }: NamedTool): boolean {
  return server.scan.isUnseen(other) && canonicalHash(tool) === canonicalHash(other);
}
