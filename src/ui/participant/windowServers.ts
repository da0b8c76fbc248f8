import { effect } from '@preact/signals-core';
import { DisposableStore } from '../../base/disposable';
import { publicName, publicNames } from '../../base/publicNames';
import { modelTool } from '../../tools/schema/modelTool';
import { ServerToolNames, type NamedItems } from '../../base/serverToolNames';
import { raceAbort, settlesWithin } from '../../base/abort';
import type { FoundTool } from '../../ipc/requests';
import type { ServerState } from '../../ipc/state';
import type { ToolAddress } from '../../ipc/toolAddress';
import type { ServerEntry, WorkspaceModel } from '../../client/workspaceModel';
import { notOurs, serverNamed } from '../chat/chatServers';
import type { ShownCosts } from '../costs/toolCosts';
import type { ServerTools } from './agentTools';
import type { OfferedTool } from './agentTurn';
import { systemText } from './systemText';
import type { AllTools, ToolOffer } from './toolOffer';

/** About so many characters have a token, where nobody has counted yet. */
const charactersPerToken = 4;
const nothing: NamedItems['items'] = [];
/** Milliseconds for which servers that have told of nothing yet are waited for. */
const usualPatience = 8_000;
/** Nothing comes of a server in one of these before a person does something, or for a while. */
const resting: ReadonlySet<ServerState['kind']> = new Set([
  'disabled',
  'blocked',
  'backingOff',
  'failed',
]);

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

  /**
   * Starts these, as far as they may start without a gesture, and waits until they have told or it is clear that
   * they will not, though not for long.
   */
  async wake(signal: AbortSignal): Promise<void> {
    const { host, entries } = this.model;
    const store = new DisposableStore();
    const told = this.#unread.map(
      ({ definition: { id } }) =>
        new Promise<void>((resolve, reject) => {
          host.start(id, false).catch(reject);
          store.add(
            effect(() => {
              const entry = entries.value.get(id);
              if (host.catalog(id).value || !entry || isResting(entry)) resolve();
            }),
          );
        }),
    );
    try {
      await raceAbort(settlesWithin(this.patience, Promise.allSettled(told)), signal);
    } finally {
      store.dispose();
    }
  }

  async all(most: number, signal: AbortSignal): Promise<AllTools> {
    const found = await this.model.host.searchTools('', most, signal);
    return { tools: this.#offered(found), isMore: found.length >= most };
  }

  async these(
    addresses: readonly ToolAddress[],
    signal: AbortSignal,
  ): Promise<readonly OfferedTool[]> {
    const found = addresses.map(({ server, tool }) =>
      // What is gone, or kept from models by now, is not offered.
      this.model.host.describeTool(server, publicName(tool), signal).catch(() => []),
    );
    return this.#offered((await Promise.all(found)).flat());
  }

  meant(server: string, tool: string): ToolAddress | undefined {
    const entry = serverNamed(this.model.entries.peek().values(), server);
    if (!entry) return undefined;
    const { id } = entry.definition;
    const tools = this.model.host.catalog(id).peek()?.tools ?? [];
    return { server: id, tool: publicNames(tools).rawOf(tool) };
  }

  system({ tools, isDeferred }: ToolOffer): string {
    const offered = new Set(tools.flatMap(({ address }) => address?.server ?? []));
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
        address: { server, tool: tool.name },
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
    return this.#ours.filter((entry) => entry.snapshot.catalogVersion === 0 && !isResting(entry));
  }
}

function isResting({ snapshot }: ServerEntry): boolean {
  return resting.has(snapshot.state.kind);
}
