import type { Reason } from '../base/errors';
import type { McpObject } from '../contract/state';
import { modelAnswer } from '../views/modelAnswers';
import type { Offer, OfferedTool, TurnTools } from './agentTurn';
import type { ResultPart, ToolRequest } from './messages';
import { toolOffer, type ToolOffer } from './toolOffer';

/** A tool by its server's id and its true name. */
export interface ToolAddress {
  readonly server: string;
  readonly tool: string;
}

/** The tools of the servers, as the window has them now. */
export interface ServerTools {
  /** What models get of all servers: all, or so many as are asked for. */
  all(most: number, signal: AbortSignal): Promise<readonly OfferedTool[]>;
  /** Those of these that models get. */
  these(addresses: readonly ToolAddress[], signal: AbortSignal): Promise<readonly OfferedTool[]>;
  /** What a search answers a model with these arguments. */
  search(input: McpObject, signal: AbortSignal): Promise<readonly ToolAddress[]>;
  /** The tool that has this name now. */
  find(name: string): ToolAddress | undefined;
  /** The tool that a model means by the name of a server and its own. */
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
    return { tools: offer.tools, system: this.servers.system(offer) };
  }

  async call({ name, input }: ToolRequest, signal: AbortSignal): Promise<readonly ResultPart[]> {
    const address = this.servers.find(name);
    if (address) {
      this.#find([address]);
      return this.editor.invoke(callTool, { ...address, arguments: input }, signal);
    }
    const { named, generic, reader } = this.editor;
    const isOffered = [...named, ...generic, ...reader].some((tool) => tool.name === name);
    if (!isOffered) return [answer({ code: 'toolNotOffered', args: { tool: name } })];
    const result = await this.editor.invoke(name, input, signal);
    await this.#learn(name, input, signal);
    return result;
  }

  /** What a model looked for, looked at or called it will want to call. */
  async #learn(name: string, input: McpObject, signal: AbortSignal): Promise<void> {
    if (name === searchTools) this.#find(await this.servers.search(input, signal));
    if (name !== callTool && name !== describeTool) return;
    const { server, tool } = input;
    const meant = this.servers.meant(String(server), String(tool));
    if (meant) this.#find([meant]);
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

function answer(reason: Reason): ResultPart {
  return { kind: 'text', text: modelAnswer(reason) };
}
