import { BoundedMap } from '../../base/bounded';
import type { Reason } from '../../base/errors';
import { publicName } from '../../protocol/publicNames';
import type { McpObject, ToolAddress } from '../../ipc/state';
import { foundAddresses } from '../chat/chatServers';
import { modelAnswer } from '../chat/modelAnswers';
import type { Offer, OfferedTool } from './agentTurn';
import type { ResultPart, ToolRequest } from './messages';
import type { WindowServers } from './windowServers';

/** Tools of the window's servers. */
export type ServerTools = Pick<WindowServers, 'all' | 'these' | 'meant' | 'system' | 'isPartial'>;

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

/** Tools of all servers, up to a limit. */
export interface AllTools {
  readonly tools: readonly OfferedTool[];
  /** True if the limit was reached. */
  readonly isMore: boolean;
}

/** Tools of a round. */
export interface ToolOffer {
  readonly tools: readonly OfferedTool[];
  /** True if not all fit, so that the model has to search. */
  readonly isDeferred: boolean;
}

/** Tools of a request at most: models without tool search refuse more. */
const mostTools = 128;
/** Found tools that stay in the offer. */
const mostFound = 60;
/** Found tools for which named ones make room; a search's default limit. */
const leastFound = 20;

/**
 * Tools of one turn: all tools where they fit, otherwise those that the model finds by search. Servers' tools are
 * called through `roundhouse_call_tool`, so that rules, pins, records and large results apply.
 */
export class AgentTools {
  /** Found tools by address, latest last. */
  readonly #found = new BoundedMap<string, ToolAddress>(mostFound);
  /** The last offer by tool name. A call means the tool as described then, even if another has its name now. */
  #offered: ReadonlyMap<string, OfferedTool> = new Map();

  constructor(
    private readonly servers: ServerTools,
    private readonly editor: EditorTools,
    /** Token limit for the definitions of servers' tools; 0: no limit. */
    private readonly budget: number,
  ) {}

  /**
   * Tools and system prompt for the next round, with tools that were found meanwhile. Selected anew for each round,
   * because tools may have changed, gone or been held back.
   */
  async offer(signal: AbortSignal): Promise<Offer> {
    const offer = await this.#select(signal);
    this.#offered = new Map(offer.tools.map((tool) => [tool.name, tool]));
    return { tools: offer.tools, system: this.servers.system(offer) };
  }

  /** Calls a tool; failures are returned as its result. Rejects only if the signal is aborted. */
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
    // `roundhouse_call_tool` takes public names; a raw name might be the public one of another tool.
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
      this.#found.set(JSON.stringify([server, tool]), { server, tool });
    }
  }

  /**
   * All tools if they fit, otherwise the named ones, the generic ones and those found by search. A server's tool
   * never takes the name of an editor's or generic one.
   */
  async #select(signal: AbortSignal): Promise<ToolOffer> {
    const { servers, budget } = this;
    const { isPartial } = servers;
    const { named, generic, reader } = this.editor;
    const means = [...generic, ...reader];
    const taken = new Set([...named, ...means].map(({ name }) => name));
    const withFreeName = (tools: readonly OfferedTool[]): OfferedTool[] =>
      tools.filter(({ name }) => !taken.has(name));
    const { tools, isMore } = await servers.all(mostTools + 1, signal);
    const whole = withFreeName(tools);
    // The generic tools tell why the servers have no tools.
    const needsMeans = isPartial || whole.length === 0;
    const all = distinct([...named, ...whole, ...(needsMeans ? means : reader)]);
    const tokens = whole.reduce((sum, tool) => sum + tool.tokens, 0);
    if (!isMore && all.length <= mostTools && (budget === 0 || tokens <= budget)) {
      return { tools: all, isDeferred: false };
    }
    const latest = (await servers.these([...this.#found.values()], signal)).toReversed();
    const found = withFreeName(latest);
    // The user may name a whole server. Its tools then leave room for found ones.
    const recent = new Set(latest.map(({ name }) => name));
    const first = named
      .toSorted((a, b) => Number(recent.has(b.name)) - Number(recent.has(a.name)))
      .slice(0, mostTools - means.length - Math.min(found.length, leastFound));
    return {
      tools: distinct([...first, ...means, ...found]).slice(0, mostTools),
      isDeferred: true,
    };
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

/** Each name once: providers refuse duplicates. */
function distinct(tools: readonly OfferedTool[]): OfferedTool[] {
  const byName = new Map<string, OfferedTool>();
  for (const tool of tools) if (!byName.has(tool.name)) byName.set(tool.name, tool);
  return [...byName.values()];
}
