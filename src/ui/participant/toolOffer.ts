import type { OfferedTool } from './agentTurn';

/** Models without tool search refuse a request with more. */
const mostTools = 128;
/** As many as one search finds, if not told otherwise. */
const leastFound = 20;

/** The tools of all servers, or as many as were asked for. */
export interface AllTools {
  readonly tools: readonly OfferedTool[];
  /** As many were there as were asked for: there may be more. */
  readonly isMore: boolean;
}

/** What a round can be given. */
export interface ToolSources {
  /** Those that the person named; they come first. */
  readonly named: readonly OfferedTool[];
  /** By which tools are searched, described and called. */
  readonly generic: readonly OfferedTool[];
  /** Reads on in long results. */
  readonly reader: readonly OfferedTool[];
  /** Not all servers have told of their tools. */
  readonly isPartial: boolean;
  readonly all: (most: number) => Promise<AllTools>;
  /** Those of them that were found or called in this turn, the latest last. */
  readonly found: () => Promise<readonly OfferedTool[]>;
}

/** The tools of a round. */
export interface ToolOffer {
  readonly tools: readonly OfferedTool[];
  /** There are more than fit: the model has to look for them. */
  readonly isDeferred: boolean;
}

/**
 * The tools that a model gets for a round: all where they fit, else those that the person named, the means to
 * look for others, and what was found with these. No tool of a server has a name of the editor's or ours.
 * `budget`: tokens of their definitions; 0: as many as they like.
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

/** Each name once, as providers refuse two of the same. */
function distinct(tools: readonly OfferedTool[]): OfferedTool[] {
  const byName = new Map<string, OfferedTool>();
  for (const tool of tools) if (!byName.has(tool.name)) byName.set(tool.name, tool);
  return [...byName.values()];
}
