import { computed, effect, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import type { Definition } from '../config/definition';
import type { LaunchAnswer } from '../contract/launch';
import type { ServerSnapshot } from '../contract/state';
import type { HostClient } from './hostClient';
import type { ConfigFile, Owner, ServerEntry, WorkspaceModel } from './workspaceModel';
import type { WorkspacePorts } from './workspacePorts';

/** Ties configuration, trust, the choice of the owner and the host together for one window. */
export class Workspace implements WorkspaceModel, Disposable {
  readonly host: HostClient;
  readonly entries: ReadonlySignal<ReadonlyMap<string, ServerEntry>>;
  readonly #definitions: ReadonlySignal<ReadonlyMap<string, Definition>>;
  readonly #store = new DisposableStore();
  /** Entries that were started once by themselves; what a person stops stays stopped. */
  readonly #begun = new Set<string>();
  #declared: Promise<void> = Promise.resolve();

  constructor(private readonly ports: WorkspacePorts) {
    this.#definitions = computed(
      () =>
        new Map(
          ports.files.value.flatMap(({ parsed }) =>
            parsed.definitions.map((definition) => [definition.id, definition] as const),
          ),
        ),
    );
    this.host = this.#store.add(
      ports.attach((id, gesture, signal) => this.#resolve(id, gesture, signal)),
    );
    this.entries = computed(() => this.#entries());
    // What VS Code runs is not ours to have a place at: a process of ours that nobody else uses ends.
    // In Restricted Mode nothing is declared, so that not even a host starts.
    const declared = computed(() => {
      const definitions = ports.trusted.value ? [...this.#definitions.value.values()] : [];
      return definitions.filter((one) => runnerOf(one, ports.owner.value) !== 'vscode');
    });
    this.#store.add(effect(() => this.#declare(declared.value)));
    this.#store.add(effect(() => this.#begin()));
  }

  get files(): ReadonlySignal<readonly ConfigFile[]> {
    return this.ports.files;
  }
  get owner(): ReadonlySignal<Owner> {
    return this.ports.owner;
  }
  get trusted(): ReadonlySignal<boolean> {
    return this.ports.trusted;
  }

  async start(id: string): Promise<void> {
    await this.#launch(id, 'start');
  }

  async restart(id: string): Promise<void> {
    await this.#launch(id, 'restart');
  }

  async startAll(): Promise<void> {
    this.#requireTrust();
    if (this.owner.peek() === 'ask' && (await this.ports.askOwner()) === 'ask') return;
    const ours = [...this.entries.peek().values()]
      .filter(({ runBy }) => runBy === 'roundhouse')
      .map(({ definition }) => definition);
    const fresh = ours.filter((definition) => !this.ports.approvals.isApproved(definition));
    const refused = await this.#approveByFile(fresh);
    await this.#declared;
    await Promise.all(
      ours.filter(({ id }) => !refused.has(id)).map(({ id }) => this.host.start(id, true)),
    );
  }

  async stop(id: string): Promise<void> {
    const { definition, runBy } = this.#entry(id);
    if (runBy === 'vscode') await this.ports.editorServer('stop', definition);
    else await this.host.stop(id);
  }

  async stopAll(): Promise<void> {
    const ours = [...this.entries.peek().values()].filter(({ runBy }) => runBy !== 'vscode');
    await Promise.all(ours.map(({ definition }) => this.host.stop(definition.id)));
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Like {@link dispose}; resolves when a host in this window has stopped its servers. */
  async end(): Promise<void> {
    this.#store.dispose();
    await this.host.end();
  }

  async #launch(id: string, action: 'start' | 'restart'): Promise<void> {
    this.#requireTrust();
    if (this.#entry(id).runBy === 'undecided' && (await this.ports.askOwner()) === 'ask') return;
    const { definition, runBy } = this.#entry(id);
    if (runBy === 'vscode') return this.ports.editorServer(action, definition);
    // A person's own start of a shown entry is consent to exactly that entry.
    await this.ports.approvals.approve([definition]);
    await this.#declared;
    await this.host[action](id, true);
  }

  /** One question for all new entries of a file; the ids of what was not approved. */
  async #approveByFile(fresh: readonly Definition[]): Promise<ReadonlySet<string>> {
    const refused = new Set<string>();
    for (const { parsed } of this.files.peek()) {
      const definitions = parsed.definitions.filter((definition) => fresh.includes(definition));
      if (definitions.length === 0) continue;
      const approved = await this.ports.askTrust(definitions, new AbortController().signal);
      if (approved) await this.ports.approvals.approve(definitions);
      else for (const { id } of definitions) refused.add(id);
    }
    return refused;
  }

  async #resolve(id: string, gesture: boolean, signal: AbortSignal): Promise<LaunchAnswer> {
    const definition = this.#definitions.peek().get(id);
    if (!definition) return { kind: 'failed', reason: { code: 'entryGone', args: { server: id } } };
    return this.ports.resolve(definition, { gesture, signal });
  }

  #declare(definitions: readonly Definition[]): void {
    const servers = definitions.map(({ id, name, fingerprint }) => ({ id, name, fingerprint }));
    this.#declared = this.host.declare(servers).catch(ignoreLostHost);
  }

  /** Starts what may run by itself: what is new in a trusted workspace whose owner we are. */
  #begin(): void {
    const entries = [...this.entries.value.values()];
    if (!this.trusted.value) return;
    for (const { definition, runBy } of entries) {
      if (runBy !== 'roundhouse') this.#begun.delete(definition.id);
      else if (!this.#begun.has(definition.id)) {
        this.#begun.add(definition.id);
        void this.#startDeclared(definition.id).catch(ignoreLostHost);
      }
    }
  }

  async #startDeclared(id: string): Promise<void> {
    // One turn later, when what changed has been declared, too.
    await Promise.resolve();
    await this.#declared;
    await this.host.start(id, false);
  }

  #entries(): ReadonlyMap<string, ServerEntry> {
    const snapshots = this.host.servers.value;
    const owner = this.owner.value;
    const entries = new Map<string, ServerEntry>();
    for (const [id, definition] of this.#definitions.value) {
      const snapshot = snapshots.get(id) ?? notSeenYet(definition, this.trusted.value);
      entries.set(id, { definition, snapshot, runBy: runnerOf(definition, owner) });
    }
    return entries;
  }

  #entry(id: string): ServerEntry {
    const entry = this.entries.peek().get(id);
    if (entry) return entry;
    const valid = [...this.entries.peek().keys()];
    throw new UserError('unknownServer', { server: id, valid });
  }

  #requireTrust(): void {
    if (!this.trusted.peek()) throw new UserError('workspaceUntrusted');
  }
}

function runnerOf({ source }: Definition, owner: Owner): ServerEntry['runBy'] {
  if (!source.readByEditor) return 'roundhouse';
  return owner === 'ask' ? 'undecided' : owner;
}

function notSeenYet({ id, name }: Definition, trusted: boolean): ServerSnapshot {
  return {
    id,
    name,
    state: trusted
      ? { kind: 'idle', cached: false }
      : { kind: 'disabled', reason: { code: 'workspaceUntrusted', args: {} } },
    restarts: 0,
    catalogVersion: 0,
    counts: { tools: 0, prompts: 0, resources: 0 },
  };
}

/** A host that went away is replaced, declared to and started anew by the client itself. */
function ignoreLostHost(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
}
