import { effect } from '@preact/signals-core';
import { DisposableStore } from '../../base/disposable';
import { raceAbort, settlesWithin } from '../../base/abort';
import { publicName, rawName } from '../../protocol/publicNames';
import { ServerToolNames } from '../../protocol/serverToolNames';
import { modelTool } from '../../tools/schema/modelTool';
import type { FoundTool } from '../../ipc/contract';
import type { ServerState, ToolAddress } from '../../ipc/state';
import type { Workspace } from '../../client/workspace';
import type { ServerEntry } from '../../client/configuredServers';
import { notOurs, serverNamed } from '../chat/chatServers';
import type { ShownCosts } from '../costs/toolCosts';
import { fenced } from '../text/markdown';
import type { AllTools, ToolOffer } from './agentTools';
import type { OfferedTool } from './agentTurn';
import { toModel } from './participantTexts';

/** Characters per token, for tools that are not counted yet. */
const charactersPerToken = 4;
/** Largest instructions of one server, and of all, in characters. */
const [mostOfServer, mostOfAll] = [4_000, 16_000];
/** Servers that the system prompt names. */
const mostServers = 100;
/** Milliseconds to wait for catalogs of servers that have not run. */
const usualTimeoutMs = 8_000;
/** States that a server does not leave by itself soon. */
const resting: ReadonlySet<ServerState['kind']> = new Set([
  'disabled',
  'blocked',
  'backingOff',
  'failed',
]);

/** Tools of a window's servers for one turn of the participant. */
export class WindowServers {
  constructor(
    private readonly workspace: Pick<Workspace, 'entries' | 'host'>,
    /** Costs counted so far. */
    private readonly costs: () => Pick<ShownCosts, 'servers'>,
    private readonly timeoutMs = usualTimeoutMs,
  ) {}

  /** True if a server's catalog is not known yet. */
  get isPartial(): boolean {
    return this.#unread.length > 0;
  }

  /** Names of servers whose catalogs are not known yet. */
  get unread(): readonly string[] {
    return this.#unread.map(({ definition }) => definition.name);
  }

  /**
   * Starts servers whose catalogs are not known, unless that needs a gesture. Waits until each has a catalog or
   * rests, at most for the timeout.
   */
  async wake(signal: AbortSignal): Promise<void> {
    const { host, entries } = this.workspace;
    const store = new DisposableStore();
    const known = this.#unread.map(
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
      await raceAbort(settlesWithin(this.timeoutMs, Promise.allSettled(known)), signal);
    } finally {
      store.dispose();
    }
  }

  /** Tools that models get from all servers; at most `most`. */
  async all(most: number, signal: AbortSignal): Promise<AllTools> {
    const servers = this.#ours.map(({ definition }) => definition.id);
    const asked = { query: '', limit: most, servers };
    const found = await this.workspace.host.send('searchTools', asked, signal);
    return { tools: this.#offered(found), isMore: found.length >= most };
  }

  /** The tools at these addresses that models get. Addresses hold the servers' own tool names. */
  async these(
    addresses: readonly ToolAddress[],
    signal: AbortSignal,
  ): Promise<readonly OfferedTool[]> {
    const found = addresses.map(({ server, tool }) =>
      // Tools that are gone or kept from models are not offered.
      this.workspace.host
        .send('describeTool', { server, tool: publicName(tool) }, signal)
        .catch(() => []),
    );
    return this.#offered((await Promise.all(found)).flat());
  }

  /** Address of the tool a model names by server and public tool name. */
  meant(server: string, tool: string): ToolAddress | undefined {
    const entry = serverNamed(this.workspace.entries.peek().values(), server);
    if (!entry) return undefined;
    const { id } = entry.definition;
    const tools = this.workspace.host.catalog(id).peek()?.tools ?? [];
    return { server: id, tool: rawName(tools, tool) };
  }

  /** System prompt for an offer. Instructions of servers come last, each under the server's name. */
  system({ tools, isDeferred }: ToolOffer): string {
    const offered = new Set(tools.flatMap(({ address }) => address?.server ?? []));
    const known = this.#ours
      .filter(({ snapshot }) => snapshot.catalogVersion > 0)
      .map(({ definition }) => definition.name);
    const { unread } = this;
    const parts = [
      toModel('role'),
      isDeferred && toModel('look', { servers: known.slice(0, mostServers) }),
      unread.length > 0 && toModel('unread', { servers: unread.slice(0, mostServers) }),
      offered.size === 0 && !isDeferred && unread.length === 0 && toModel('noTools'),
    ].filter((part) => part !== false);
    let left = mostOfAll;
    for (const { definition, snapshot } of this.#ours) {
      const { handshake, vetted } = snapshot;
      // Instructions in which the scan found something suspicious are left out.
      if (!offered.has(definition.id) || vetted?.instructions) continue;
      const text = handshake?.instructions?.trim().slice(0, Math.min(left, mostOfServer)) ?? '';
      if (text === '') continue;
      left -= text.length;
      parts.push(toModel('instructionsOf', { server: definition.name, text: fenced(text, '') }));
    }
    return parts.join('\n\n');
  }

  #offered(found: readonly FoundTool[]): OfferedTool[] {
    const names = this.#publicNames();
    const { servers } = this.costs();
    return found.flatMap(({ server, tool }) => {
      const entry = this.workspace.entries.peek().get(server);
      const name = names.of(server, tool.name);
      // A catalog that came a moment ago has names with the next round.
      if (!entry || notOurs(entry) || name === undefined) return [];
      const { description = '', inputSchema = {} } = modelTool(tool).tool;
      const characters = description.length + JSON.stringify(inputSchema).length;
      const counted = servers.get(server)?.each.find((cost) => cost.tool.name === tool.name);
      return {
        name,
        address: { server, tool: tool.name },
        description,
        inputSchema,
        onlyReads: tool.annotations?.['readOnlyHint'] === true,
        tokens: counted?.tokens ?? Math.ceil(characters / charactersPerToken),
      };
    });
  }

  #publicNames(): ServerToolNames {
    return new ServerToolNames(
      this.#ours.map(({ definition: { id, name } }) => ({
        id,
        name,
        items: this.workspace.host.catalog(id).peek()?.tools ?? [],
      })),
    );
  }

  get #ours(): ServerEntry[] {
    return [...this.workspace.entries.peek().values()].filter((entry) => !notOurs(entry));
  }

  get #unread(): ServerEntry[] {
    return this.#ours.filter((entry) => entry.snapshot.catalogVersion === 0 && !isResting(entry));
  }
}

function isResting({ snapshot }: ServerEntry): boolean {
  return resting.has(snapshot.state.kind);
}
