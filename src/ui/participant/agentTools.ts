import type { Reason } from '../../base/errors';
import { publicName } from '../../base/publicNames';
import type { McpObject } from '../../ipc/state';
import type { ToolAddress } from '../../ipc/toolAddress';
import { foundAddresses } from '../chat/chatServers';
import { modelAnswer } from '../chat/modelAnswers';
import type { Offer, OfferedTool, TurnTools } from './agentTurn';
import type { ResultPart, ToolRequest } from './messages';
import { toolOffer, type AllTools, type ToolOffer } from './toolOffer';

/** The tools of the servers, as the window has them now. */
export interface ServerTools {
  /** What models get of all servers: all, or so many as are asked for. */
  all(most: number, signal: AbortSignal): Promise<AllTools>;
  /** Those of these that models get, by their true names. */
  these(addresses: readonly ToolAddress[], signal: AbortSignal): Promise<readonly OfferedTool[]>;
  /** The tool that a model means by the name of a server and its own, as models know it. */
  meant(server: string, tool: string): ToolAddress | undefined;
  /** What the model should know for these tools. */
  system(offer: ToolOffer): string;
  /** Not all servers have told of their tools. */
  readonly isPartial: boolean;
}

/** The editor's own tools, ours among them, which it shows in the conversation as they run. */
export interface EditorTools {
  /** Those that the person named in the request. */
  readonly named: readonly OfferedTool[];
  /** Ours that search, describe, list and call. */
  readonly generic: readonly OfferedTool[];
  /** Ours that reads on in long results. */
  readonly reader: readonly OfferedTool[];
  /** Calls one; what goes wrong is the result. Fails only where the signal is aborted. */
  invoke(name: string, input: McpObject, signal: AbortSignal): Promise<readonly ResultPart[]>;
}

/** How many tools that were found stay at hand. */
const mostFound = 60;

/** The tools of one turn: those of all servers where they fit, else those that it finds. */
export class AgentTools implements TurnTools {
  /** By address, the latest last. */
  readonly #found = new Map<string, ToolAddress>();
  /** What the model was last given: a call is of what was described to it, whatever has that name by now. */
  #offered: ReadonlyMap<string, OfferedTool> = new Map();

  constructor(
    private readonly servers: ServerTools,
    private readonly editor: EditorTools,
    /** Tokens that the definitions may take; 0: as many as they like. */
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

  /** What a model looked for, looked at or called it will want to call. */
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

/** The tools that a call of one of ours was about, as models know them. */
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
