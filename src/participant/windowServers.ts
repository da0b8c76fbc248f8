import { effect } from '@preact/signals-core';
import { DisposableStore } from '../base/disposable';
import { publicNames } from '../base/publicNames';
import { modelTool } from '../base/schema/modelTool';
import { ServerToolNames, type NamedItems } from '../base/serverToolNames';
import { unlessAborted } from '../base/unlessAborted';
import { within } from '../base/within';
import type { FoundTool } from '../contract/requests';
import type { McpObject } from '../contract/state';
import type { ServerEntry, WorkspaceModel } from '../hostClient/workspaceModel';
import { notOurs, serverNamed } from '../views/chatServers';
import type { ShownCosts } from '../views/toolCosts';
import type { ServerTools, ToolAddress } from './agentTools';
import type { OfferedTool } from './agentTurn';
import { systemText } from './systemText';
import type { ToolOffer } from './toolOffer';

/** About so many characters have a token, where nobody has counted yet. */
const charactersPerToken = 4;
/** How many of the tools that a search finds are offered, unless the model wants fewer. */
const mostFound = 20;
const nothing: NamedItems['items'] = [];
/** Milliseconds for which servers that have told of nothing yet are waited for. */
const usualPatience = 8_000;

/** The tools of the servers of a window for a turn of its participant. */
export class WindowServers implements ServerTools {
  #names: { readonly of: readonly NamedItems[]; readonly names: ServerToolNames } | undefined;

  constructor(
    private readonly model: Pick<WorkspaceModel, 'entries' | 'host'>,
    /** What is counted by now. */
    private readonly costs: () => Pick<ShownCosts, 'servers'>,
    private readonly patience = usualPatience,
  ) {}

  get isPartial(): boolean {
    return this.#unread.length > 0;
  }

  /** The names of those that have told of no tools yet. */
  get unread(): readonly string[] {
    return this.#unread.map(({ definition }) => definition.name);
  }

  /** Starts these, as far as they may start without a gesture, and waits until they have told, though not for long. */
  async wake(signal: AbortSignal): Promise<void> {
    const { host } = this.model;
    const store = new DisposableStore();
    const told = this.#unread.map(async ({ definition: { id } }) => {
      await host.start(id, false);
      await new Promise<void>((resolve) => {
        store.add(
          effect(() => {
            if (host.catalog(id).value) resolve();
          }),
        );
      });
    });
    try {
      await unlessAborted(within(this.patience, Promise.allSettled(told)), signal);
    } finally {
      store.dispose();
    }
  }

  async all(most: number, signal: AbortSignal): Promise<readonly OfferedTool[]> {
    return this.#offered(await this.model.host.searchTools('', most, signal));
  }

  async these(
    addresses: readonly ToolAddress[],
    signal: AbortSignal,
  ): Promise<readonly OfferedTool[]> {
    const found = addresses.map(({ server, tool }) =>
      // What is gone, or kept from models by now, is not offered.
      this.model.host.describeTool(server, tool, signal).catch(() => []),
    );
    return this.#offered((await Promise.all(found)).flat());
  }

  async search(input: McpObject, signal: AbortSignal): Promise<readonly ToolAddress[]> {
    const { query, limit } = input;
    const words = typeof query === 'string' ? query : '';
    const most = typeof limit === 'number' ? Math.min(mostFound, limit) : mostFound;
    const found = await this.model.host.searchTools(words, Math.max(1, Math.trunc(most)), signal);
    return found.map(({ server, tool }) => ({ server, tool: tool.name }));
  }

  find(name: string): ToolAddress | undefined {
    const found = this.#current.resolve(name);
    return found && { server: found.server, tool: found.item };
  }

  meant(server: string, tool: string): ToolAddress | undefined {
    const entry = serverNamed(this.model.entries.peek().values(), server);
    if (!entry) return undefined;
    const { id } = entry.definition;
    const tools = this.model.host.catalog(id).peek()?.tools ?? [];
    return { server: id, tool: publicNames(tools).rawOf(tool) };
  }

  system({ tools, isDeferred }: ToolOffer): string {
    const offered = new Set(tools.flatMap(({ name }) => this.find(name)?.server ?? []));
    return systemText({
      isDeferred,
      hasTools: offered.size > 0 || isDeferred,
      servers: this.#ours
        .filter(({ snapshot }) => snapshot.catalogVersion > 0)
        .map(({ definition }) => definition.name),
      unread: this.unread,
      offered: this.#ours
        .filter(({ definition }) => offered.has(definition.id))
        .map(({ definition, snapshot: { handshake, vetted } }) => ({
          name: definition.name,
          instructions: vetted?.instructions ? undefined : handshake?.instructions,
        })),
    });
  }

  #offered(found: readonly FoundTool[]): OfferedTool[] {
    const names = this.#current;
    const counted = this.#counted(new Set(found.map(({ server }) => server)));
    return found.flatMap(({ server, tool }) => {
      const entry = this.model.entries.peek().get(server);
      const name = names.of(server, tool.name);
      // A catalog that came a moment ago has names with the next round.
      if (!entry || notOurs(entry) || name === undefined) return [];
      const { description = '', inputSchema = {} } = modelTool(tool).tool;
      const characters = description.length + JSON.stringify(inputSchema).length;
      return {
        name,
        description,
        inputSchema,
        onlyReads: tool.annotations?.['readOnlyHint'] === true,
        tokens: counted.get(name) ?? Math.ceil(characters / charactersPerToken),
      };
    });
  }

  /** The tokens of the tools of some servers, by the names of those. */
  #counted(wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
    const names = this.#current;
    const { servers } = this.costs();
    const counted = new Map<string, number>();
    for (const id of wanted) {
      for (const { tool, tokens } of servers.get(id)?.each ?? []) {
        const name = names.of(id, tool.name);
        if (name !== undefined && tokens !== undefined) counted.set(name, tokens);
      }
    }
    return counted;
  }

  /** Names hang on the lists that they are of. */
  get #current(): ServerToolNames {
    const servers = this.#ours.map(({ definition: { id, name } }) => ({
      id,
      name,
      items: this.model.host.catalog(id).peek()?.tools ?? nothing,
    }));
    const before = this.#names?.of ?? [];
    const isSame =
      this.#names !== undefined &&
      servers.length === before.length &&
      servers.every(({ id, items }, at) => id === before[at]?.id && items === before[at].items);
    if (!isSame || !this.#names) this.#names = { of: servers, names: new ServerToolNames(servers) };
    return this.#names.names;
  }

  get #ours(): ServerEntry[] {
    return [...this.model.entries.peek().values()].filter((entry) => !notOurs(entry));
  }

  get #unread(): ServerEntry[] {
    return this.#ours.filter(
      ({ snapshot: { catalogVersion, state } }) => catalogVersion === 0 && state.kind !== 'failed',
    );
  }
}
