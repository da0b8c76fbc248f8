import type { OfferedTool } from './agentTurn';

/** Tools of a request at most: models without tool search refuse more. */
const mostTools = 128;
/** Found tools for which named ones make room; a search's default limit. */
const leastFound = 20;

/** Tools of all servers, up to a limit. */
export interface AllTools {
  readonly tools: readonly OfferedTool[];
  /** True if the limit was reached. */
  readonly isMore: boolean;
}

/** Sources of a round's tools. */
export interface ToolSources {
  /** Tools that the user named; they come first. */
  readonly named: readonly OfferedTool[];
  /** Tools that search, describe and call others. */
  readonly generic: readonly OfferedTool[];
  /** Reads on in large results. */
  readonly reader: readonly OfferedTool[];
  /** True if a server's catalog is not known yet. */
  readonly isPartial: boolean;
  readonly all: (most: number) => Promise<AllTools>;
  /** Tools that were found or called in this turn, latest last. */
  readonly found: () => Promise<readonly OfferedTool[]>;
}

/** Tools of a round. */
export interface ToolOffer {
  readonly tools: readonly OfferedTool[];
  /** True if not all fit, so that the model has to search. */
  readonly isDeferred: boolean;
}

/**
 * Tools that the model gets for a round: all if they fit, otherwise the named ones, the generic ones and those found
 * by search. A server's tool never takes the name of an editor's or generic one. `budget`: tokens of the definitions;
 * 0: no limit.
 */
export async function toolOffer(
  { named, generic, reader, isPartial, all, found }: ToolSources,
  budget: number,
): Promise<ToolOffer> {
  const means = [...generic, ...reader];
  const taken = new Set([...named, ...means].map(({ name }) => name));
  const ofServers = (tools: readonly OfferedTool[]): OfferedTool[] =>
    tools.filter(({ name }) => !taken.has(name));
  const { tools, isMore } = await all(mostTools + 1);
  const whole = ofServers(tools);
  const given = distinct([...named, ...whole, ...(isPartial ? means : reader)]);
  const tokens = whole.reduce((sum, tool) => sum + tool.tokens, 0);
  if (!isMore && given.length <= mostTools && (budget === 0 || tokens <= budget)) {
    return { tools: given, isDeferred: false };
  }
  const latest = (await found()).toReversed();
  const others = ofServers(latest);
  // A person may name a whole server: its tools leave room for what was found, among them and beside them.
  const recent = new Set(latest.map(({ name }) => name));
  const first = named
    .toSorted((a, b) => Number(recent.has(b.name)) - Number(recent.has(a.name)))
    .slice(0, mostTools - means.length - Math.min(others.length, leastFound));
  return {
    tools: distinct([...first, ...means, ...others]).slice(0, mostTools),
    isDeferred: true,
  };
}

/** Each name once: providers refuse duplicates. */
function distinct(tools: readonly OfferedTool[]): OfferedTool[] {
  const byName = new Map<string, OfferedTool>();
  for (const tool of tools) if (!byName.has(tool.name)) byName.set(tool.name, tool);
  return [...byName.values()];
}
