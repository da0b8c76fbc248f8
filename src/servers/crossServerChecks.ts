import { excerptOf } from '../tools/scan/definitionTexts';
import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { Finding } from '../ipc/findings';
import type { Catalog, Tool } from '../ipc/state';
import { canonicalHash } from '../ipc/canonicalHash';
import { namedTools } from '../tools/scan/shadowing';
import { isFeignedAs, skeletonOf } from '../tools/scan/skeleton';
import type { CrossServerCheck } from './catalogScan';

/** A server of a client as its other servers have to know it. */
export interface CheckedServer {
  readonly id: string;
  readonly name: string;
  readonly catalog: ReadonlySignal<Catalog | undefined>;
  readonly scan: {
    /** No person has seen the tool as it is. */
    isUnseen(tool: Tool): boolean;
  };
}

interface Place {
  readonly neighbour: CheckedServer;
  readonly tool: Tool;
}

/** Tools by what names look like: their own, and those in their definitions. */
interface Names {
  readonly own: ReadonlyMap<string, readonly Tool[]>;
  readonly named: ReadonlyMap<string, readonly Tool[]>;
}

/**
 * The tools of all servers of a client: one of a server may pass itself off as one of another, or say what is to be
 * done with it.
 */
export class CrossServerChecks {
  readonly #places = computed(() => {
    const places = new Map<string, Place[]>();
    for (const neighbour of this.servers.value) {
      for (const [skeleton, tools] of namesOf(neighbour.catalog.value).own) {
        for (const tool of tools) add(places, skeleton, { neighbour, tool });
      }
    }
    return places;
  });

  constructor(private readonly servers: ReadonlySignal<readonly CheckedServer[]>) {}

  /** The same for one of them. */
  checkFor(server: CheckedServer): CrossServerCheck {
    return {
      suspects: () => this.suspectsOf(server),
      findingsOf: (tool) => this.findingsOf(server, tool),
    };
  }

  /** The tools of a server that have to do with others by a name; to be read where signals are. */
  suspectsOf(server: CheckedServer): Iterable<Tool> {
    const suspects = new Set<Tool>();
    const { own, named } = namesOf(server.catalog.value);
    for (const [skeleton, tools] of [...own, ...named]) {
      if (this.#others(server, skeleton).length === 0) continue;
      for (const tool of tools) suspects.add(tool);
    }
    return suspects;
  }

  /** What is suspicious in a tool of a server beside those of the others; to be read where signals are. */
  findingsOf(server: CheckedServer, tool: Tool): readonly Finding[] {
    return [...this.#impersonation(server, tool), ...this.#shadowing(server, tool)];
  }

  /** The name of another server's tool is usual, and suspicious in what no person has seen yet. */
  #impersonation(server: CheckedServer, tool: Tool): Finding[] {
    const others = this.#others(server, skeletonOf(tool.name));
    const isUnseen = others.length > 0 && server.scan.isUnseen(tool);
    const other = others.find(
      (one) => isFeignedAs(tool.name, one.tool.name) || (isUnseen && !isTwin(tool, one)),
    );
    if (!other) return [];
    const excerpt = excerptOf(`${other.neighbour.name}: ${other.tool.name}`, 0, 0);
    return [{ kind: 'impersonation', where: '/name', excerpt }];
  }

  #shadowing(server: CheckedServer, tool: Tool): Finding[] {
    const { own } = namesOf(server.catalog.value);
    for (const { skeleton, where, order } of namedTools(tool)) {
      const isForeign = !own.has(skeleton) && this.#others(server, skeleton).length > 0;
      const excerpt = isForeign ? order() : undefined;
      if (excerpt !== undefined) return [{ kind: 'otherTools', where, excerpt }];
    }
    return [];
  }

  #others(server: CheckedServer, skeleton: string): readonly Place[] {
    const places = this.#places.value.get(skeleton) ?? [];
    return places.filter(({ neighbour }) => neighbour.id !== server.id);
  }
}

const known = new WeakMap<readonly Tool[], Names>();

/** Read once for a list. */
function namesOf({ tools = [] }: Partial<Catalog> = {}): Names {
  const names = known.get(tools) ?? readNames(tools);
  known.set(tools, names);
  return names;
}

function readNames(tools: readonly Tool[]): Names {
  const [own, named] = [new Map<string, Tool[]>(), new Map<string, Tool[]>()];
  for (const tool of tools) {
    add(own, skeletonOf(tool.name), tool);
    for (const { skeleton } of namedTools(tool)) add(named, skeleton, tool);
  }
  return { own, named };
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** One server that stands twice in a configuration and has a new tool. */
function isTwin(tool: Tool, { neighbour, tool: other }: Place): boolean {
  return neighbour.scan.isUnseen(other) && canonicalHash(tool) === canonicalHash(other);
}
