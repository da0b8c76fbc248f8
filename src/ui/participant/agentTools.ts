import type { Reason } from '../../base/errors';
import { publicName } from '../../base/publicNames';
import type { McpObject, ToolAddress } from '../../ipc/state';
import { foundAddresses } from '../chat/chatServers';
import { modelAnswer } from '../chat/modelAnswers';
import type { Offer, OfferedTool, TurnTools } from './agentTurn';
import type { ResultPart, ToolRequest } from './messages';

/** Tools of the window's servers, read at the moment of the call. */
export interface ServerTools {
  /** Tools that models get from all servers; at most `most`. */
  all(most: number, signal: AbortSignal): Promise<AllTools>;
  /** The tools at these addresses that models get. Addresses hold the servers' own tool names. */
  these(addresses: readonly ToolAddress[], signal: AbortSignal): Promise<readonly OfferedTool[]>;
  /** Address of the tool a model names by server and public tool name. */
  meant(server: string, tool: string): ToolAddress | undefined;
  /** System prompt for an offer. */
  system(offer: ToolOffer): string;
  /** True if a server's catalog is not known yet. */
  readonly isPartial: boolean;
}

/** The editor's tools, Roundhouse's generic ones included. The editor shows their calls in the conversation. */
export interface EditorTools {
  /** Tools that the user named in the request. */
  readonly named: readonly OfferedTool[];
  /** Generic tools that search, describe, list and call. */
  readonly generic: readonly OfferedTool[];
  /** Generic tool that reads on in large results. */
  readonly reader: readonly OfferedTool[];
  /** Calls a tool; failures are returned as its result. Rejects only if the signal is aborted. */
  invoke(name: string, input: McpObject, signal: AbortSignal): Promise<readonly ResultPart[]>;
}

/** Found tools that stay in the offer. */
const mostFound = 60;

/** Tools of one turn: all tools where they fit, otherwise those that the model finds by search. */
export class AgentTools implements TurnTools {
  /** Found tools by address, latest last. */
  readonly #found = new Map<string, ToolAddress>();
  /**
   * The last offer by tool name. A call refers to the tool as it was described, even if another one has the name by
   * now.
   */
  #offered: ReadonlyMap<string, OfferedTool> = new Map();

  constructor(
    private readonly servers: ServerTools,
    private readonly editor: EditorTools,
    /** Token limit for all definitions; 0: no limit. */
    private readonly budget: number,
  ) {}

  async offer(signal: AbortSignal): Promise<Offer> {
    const { named, generic, reader } = this.editor;
    const offer = await toolOffer(
      {
        named,
        generic,
        reader,
        isPartial: this.servers.isPartial,
        all: (most) => this.servers.all(most, signal),
        found: () => this.servers.these([...this.#found.values()], signal),
      },
      this.budget,
    );
    this.#offered = new Map(offer.tools.map((tool) => [tool.name, tool]));
    return { tools: offer.tools, system: this.servers.system(offer) };
  }

  async call({ name, input }: ToolRequest, signal: AbortSignal): Promise<readonly ResultPart[]> {
    const offered = this.#offered.get(name);
    if (!offered) return [answer({ code: 'toolNotOffered', args: { tool: name } })];
    const { address } = offered;
    if (!address) {
      const result = await this.editor.invoke(name, input, signal);
      this.#learn(name, input, result);
      return result;
    }
    this.#find([address]);
    // Names of models are taken there; a true one might be that of another tool.
    const tool = publicName(address.tool);
    const { server } = address;
    return this.editor.invoke(callTool, { server, tool, arguments: input }, signal);
  }

  /** Adds tools that the model searched for, described or called: it is likely to call them next. */
  #learn(name: string, input: McpObject, result: readonly ResultPart[]): void {
    this.#find(
      namedIn(name, input, result).flatMap(
        ({ server, tool }) => this.servers.meant(server, tool) ?? [],
      ),
    );
  }

  #find(addresses: readonly ToolAddress[]): void {
    // The best of a search is the latest.
    for (const { server, tool } of addresses.toReversed()) {
      const key = JSON.stringify([server, tool]);
      this.#found.delete(key);
      this.#found.set(key, { server, tool });
    }
    for (const key of [...this.#found.keys()].slice(0, -mostFound)) this.#found.delete(key);
  }
}

const searchTools = 'roundhouse_search_tools';
const describeTool = 'roundhouse_describe_tool';
const callTool = 'roundhouse_call_tool';

/** Tools that a call of a generic tool referred to, by their public names. */
function namedIn(
  name: string,
  { server, tool }: McpObject,
  result: readonly ResultPart[],
): readonly ToolAddress[] {
  if (name === searchTools) {
    return result.flatMap((part) => (part.kind === 'text' ? foundAddresses(part.text) : []));
  }
  if (name !== callTool && name !== describeTool) return [];
  return typeof server === 'string' && typeof tool === 'string' ? [{ server, tool }] : [];
}

function answer(reason: Reason): ResultPart {
  return { kind: 'text', text: modelAnswer(reason) };
}

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
interface ToolSources {
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
async function toolOffer(
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
