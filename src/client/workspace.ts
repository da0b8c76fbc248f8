import { computed, effect, signal, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';
import { UserError, type Reason } from '../base/errors';
import { setAt } from '../config/settings/toolSets';
import type { ConfigFile, Definition } from '../config/definition';
import type { SeenDefinition } from '../config/fingerprint';
import type { ToolPolicy, PinMode } from '../config/settings/toolPolicy';
import type { LaunchAnswer } from '../ipc/launch';
import type { Catalog } from '../ipc/state';
import type { Declaration } from '../ipc/contract';
import type { PathSettings } from '../config/settings/serverSettings';
import type { Root } from '../ipc/serverRequest';
import {
  configuredServers,
  type ConfiguredServer,
  serverEntries,
  type Owner,
  type Runner,
  type ServerEntry,
  type LayeredSetting,
} from './configuredServers';
import { Consent, type ConsentAnswer, type ConsentQuestion, type OwnerChoice } from './consent';
import type { ServerDebugger } from './launch/debuggedLaunch';
import { declarationOf, sharingOf } from './launch/declaration';
import type { HostClient } from './hostConnection/hostClient';
import { InputRevisions } from './inputRevisions';
import type { Inputs } from './inputs';
import type { ActiveRules } from './policy/activeRules';
import type { ToolSelection } from './policy/toolSelection';
import { WatchPolicy, type WatchDecision } from './watchPolicy';
import type { Approvals } from './approvals';

/** Answers the host's request for a launch. */
export type ResolveLaunch = (
  id: string,
  gesture: boolean,
  signal: AbortSignal,
) => Promise<LaunchAnswer>;

/** The editor's settings, files and dialogs for a workspace. */
export interface WorkspaceOptions {
  readonly files: ReadonlySignal<readonly ConfigFile[]>;
  readonly owner: ReadonlySignal<Owner>;
  /** Workspace trust: false in Restricted Mode. */
  readonly trusted: ReadonlySignal<boolean>;
  /** `roundhouse.servers` of every layer, with every workspace folder. */
  readonly setting: ReadonlySignal<LayeredSetting>;
  /** The folders that servers may read; `undefined` if the person shares none. */
  readonly roots: ReadonlySignal<readonly Root[] | undefined>;
  readonly toolSelection: ToolSelection;
  readonly activeRules: ActiveRules;
  /** The tools that wait for a person's review; `changed` if absent. */
  readonly pins?: ReadonlySignal<PinMode>;
  /** Reasons why chat does not have a server's tools, by id. */
  readonly notInChat?: ReadonlySignal<ReadonlyMap<string, Reason>>;
  /** True if the window runs on another machine. */
  readonly remote: boolean;
  readonly inputs: Pick<Inputs, 'onChanged' | 'value'>;
  /** Attaches to a host, whose requests for launches go to `answer`. */
  readonly attach: (answer: ResolveLaunch) => HostClient;
  /** `gesture`: a person started it, so they may be asked for trust and inputs. */
  readonly resolve: (
    definition: Definition,
    options: {
      readonly gesture: boolean;
      readonly signal: AbortSignal;
      readonly path?: PathSettings | undefined;
      readonly debug?: ServerDebugger | undefined;
    },
  ) => Promise<LaunchAnswer>;
  /** The entry with its current dependencies and approval. */
  readonly inspect: (definition: Definition) => Promise<SeenDefinition>;
  readonly approvals: Pick<Approvals, 'isApproved' | 'approve' | 'carry' | 'forget'>;
  /** Shows a person what will start; `undefined` if they decided nothing. */
  readonly ask: (
    question: ConsentQuestion,
    signal: AbortSignal,
  ) => Promise<ConsentAnswer | undefined>;
  /** Carries out a choice; false if nothing changed. */
  readonly setOwner: (choice: OwnerChoice) => Promise<boolean>;
  /** Starts, stops or restarts VS Code's own copy of an entry that VS Code runs. */
  readonly editorServer: (
    action: 'start' | 'stop' | 'restart',
    definition: Definition,
  ) => Promise<void>;
}

/** Everything a window shows and does: configuration, settings, trust, owner and host in one place. */
export class Workspace implements Disposable {
  readonly host: HostClient;
  /** All servers by id; every definition has an entry, also before the host has answered. */
  readonly entries: ReadonlySignal<ReadonlyMap<string, ServerEntry>>;
  /** The tool policy of each server by id: tool sets, rules and settings. */
  readonly policies: ReadonlySignal<ReadonlyMap<string, ToolPolicy>>;
  readonly #debuggers = signal<ReadonlyMap<string, ServerDebugger>>(new Map());
  /** The servers that start with a debugger, by id. */
  readonly debuggers: ReadonlySignal<ReadonlyMap<string, ServerDebugger>> = this.#debuggers;
  readonly #configured: ReadonlySignal<ReadonlyMap<string, ConfiguredServer>>;
  readonly #store = new DisposableStore();
  readonly #revisions: InputRevisions;
  /** Counts the changes of what launches depend on in the editor: all of them, and those of remote servers. */
  readonly #changes = { all: signal(0), remote: signal(0) };
  readonly #consent: Consent;
  readonly #watches = new Map<string, WatchPolicy>();
  /** Entries that were started automatically once, so that a person's stop lasts. */
  readonly #autostarted = new Set<string>();
  #declared: Promise<void> = Promise.resolve();

  constructor(private readonly options: WorkspaceOptions) {
    this.#revisions = this.#store.add(new InputRevisions(options.inputs));
    this.#consent = new Consent(options);
    this.#configured = computed(() => {
      const definitions = options.files.value.flatMap(({ parsed }) => parsed.definitions);
      const { remote } = options;
      return configuredServers(definitions, {
        owner: options.owner.value,
        setting: options.setting.value,
        remote,
      });
    });
    this.host = this.#store.add(
      options.attach((id, gesture, signal) => this.#resolve(id, gesture, signal)),
    );
    this.entries = computed(() =>
      serverEntries(
        this.#configured.value,
        this.host.servers.value,
        this.trusted.value,
        options.notInChat?.value,
      ),
    );
    this.policies = computed(() => this.#policies());
    const declared = computed(() => this.#declarations());
    this.#store.add(effect(() => this.#declare(declared.value)));
    this.#store.add(effect(() => this.#begin()));
  }

  /** Existing configuration files in order of precedence. */
  get files(): ReadonlySignal<readonly ConfigFile[]> {
    return this.options.files;
  }
  get owner(): ReadonlySignal<Owner> {
    return this.options.owner;
  }
  /** False in Restricted Mode: nothing starts, resolves or asks. */
  get trusted(): ReadonlySignal<boolean> {
    return this.options.trusted;
  }

  get toolSelection(): ToolSelection {
    return this.options.toolSelection;
  }
  get activeRules(): ActiveRules {
    return this.options.activeRules;
  }

  /** The known catalogs by server id. Reads signals. */
  get catalogs(): ReadonlyMap<string, Catalog> {
    const known = new Map<string, Catalog>();
    for (const id of this.entries.value.keys()) {
      const catalog = this.host.catalog(id).value;
      if (catalog) known.set(id, catalog);
    }
    return known;
  }

  /** The entry with its current dependencies and approval. */
  inspect(definition: Definition): Promise<SeenDefinition> {
    return this.options.inspect(definition);
  }

  /**
   * A person's start: asks for the owner if it is open, and for a missing approval. `keepsQuarantine`: for a check, which
   * ends none.
   */
  async start(id: string, keepsQuarantine = false): Promise<void> {
    await this.#launch(id, 'start', undefined, keepsQuarantine);
  }

  async restart(id: string): Promise<void> {
    await this.#launch(id, 'restart');
  }

  /**
   * Restarts the server so that it waits for a debugger on this loopback port, by its `dev.debug`. This lasts until a
   * person starts, restarts or stops it.
   * @throws UserError `notDebuggable` {server}, `ownedByEditor`.
   */
  async debug(id: string, port: number): Promise<void> {
    const { definition, runBy } = this.#entry(id);
    const mode = definition.dev?.debug;
    if (runBy === 'vscode') throw new UserError('ownedByEditor');
    if (!mode) throw new UserError('notDebuggable', { server: definition.name });
    await this.#launch(id, 'restart', { port, mode });
  }

  /**
   * Handles a change of a file in `dev.watch`; a restart waits for the server's open calls. `isRead`: see
   * {@link WatchPolicy.changed}.
   */
  fileChanged(id: string, isRead = false): WatchDecision {
    const { state } = this.#entry(id).snapshot;
    const before = this.#watches.get(id) ?? new WatchPolicy();
    const { decision, policy } = before.changed(state, Date.now(), isRead);
    this.#watches.set(id, policy);
    if (decision === 'restart') void this.host.restart(id, false).catch(ignoreLostHost);
    return decision;
  }

  /** Has the launches made anew that depend on something in the editor; only another one restarts a server. */
  launchesChanged(which: 'all' | 'remote'): void {
    this.#changes[which].value++;
  }

  /** Starts every approved entry, and asks one question about all others. */
  async startAll(): Promise<void> {
    this.#requireTrust();
    if (this.owner.peek() === 'ask') return this.chooseOwner();
    const ours = this.#active('roundhouse');
    const approvedNow = await this.#approvedOf(ours);
    const fresh = ours.filter((definition) => !approvedNow.includes(definition));
    // Approved servers do not wait for the answer.
    const started = this.#startApproved(approvedNow);
    if (fresh.length > 0) {
      const approved = await this.#consent.ask({ wanted: fresh, choosesOwner: false });
      // Another window may have approved some of them meanwhile.
      if (approved) await this.#startApproved([...fresh, ...approved]);
    }
    await started;
  }

  /** Asks who runs the servers, with every server that would run, and starts the approved ones. */
  async chooseOwner(): Promise<void> {
    this.#requireTrust();
    const wanted = this.#active();
    const approved = await this.#consent.ask({ wanted, choosesOwner: true });
    if (approved && this.owner.peek() === 'roundhouse') {
      await this.#startApproved([...wanted, ...approved]);
    }
  }

  async stop(id: string): Promise<void> {
    const { definition, runBy, inactiveReason } = this.#entry(id);
    if (runBy === 'vscode') await this.options.editorServer('stop', definition);
    else if (!inactiveReason) await this.host.stop(id);
    this.#keepDebuggers((other) => other !== id);
  }

  async stopAll(): Promise<void> {
    const ours = [...this.entries.peek().values()].filter(
      ({ runBy, inactiveReason }) => runBy !== 'vscode' && !inactiveReason,
    );
    await Promise.all(ours.map(({ definition }) => this.host.stop(definition.id)));
    this.#keepDebuggers(() => false);
  }

  /**
   * Gives an entry that is about to take the place of another its approval, its lists and the pins of its tools. For an
   * edit that does not change what is launched.
   */
  async carry(from: Definition, to: Definition): Promise<void> {
    await this.options.approvals.carry(from, to);
    const [before, after] = [knowledgeEntry(from), knowledgeEntry(to)];
    await this.host.send('carryKnowledge', { from: before, to: after }).catch(ignoreLostHost);
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Disposes this, and resolves when a host in this window has stopped its servers. */
  async end(): Promise<void> {
    this.#store.dispose();
    await this.host.end();
  }

  async #launch(
    id: string,
    action: 'start' | 'restart',
    debuggedBy?: ServerDebugger,
    keepsQuarantine?: boolean,
  ): Promise<void> {
    this.#requireTrust();
    this.#requireActive(id);
    const shown = this.#entry(id);
    const approved =
      shown.runBy === 'undecided'
        ? await this.#consent.ask({ wanted: [shown.definition], choosesOwner: true })
        : shown.runBy === 'vscode' || (await this.#consent.to(shown.definition));
    if (!approved) return;
    const { definition, runBy } = this.#entry(id);
    if (runBy === 'vscode') return this.options.editorServer(action, definition);
    if (approved !== true) {
      const others = approved.filter((other) => other.id !== id);
      void this.#startApproved(others).catch(ignoreLostHost);
    }
    if (!this.options.approvals.isApproved(definition)) return;
    if (debuggedBy) this.#debuggers.value = new Map(this.#debuggers.peek()).set(id, debuggedBy);
    else this.#keepDebuggers((other) => other !== id);
    this.#watches.delete(id);
    await this.#declared;
    if (action === 'restart') await this.host.restart(id, true);
    else await this.host.start(id, true, keepsQuarantine);
  }

  /** Starts the definitions that we run and that are approved as they are now; one in quarantine stays there. */
  async #startApproved(definitions: readonly Definition[]): Promise<void> {
    const ids = new Set(definitions.map(({ id }) => id));
    const wanted = this.#active('roundhouse').filter(({ id }) => ids.has(id));
    const started = await this.#approvedOf(wanted);
    for (const { id } of started) this.#watches.delete(id);
    await this.#declared;
    await Promise.all(started.map(({ id }) => this.host.start(id, true, true)));
  }

  async #approvedOf(definitions: readonly Definition[]): Promise<readonly Definition[]> {
    const each = definitions.map(async (one) => ((await this.#consent.has(one)) ? [one] : []));
    return (await Promise.all(each)).flat();
  }

  /** The active entries: of all, or of one runner. */
  #active(wanted?: Runner): readonly Definition[] {
    return [...this.entries.peek().values()]
      .filter(
        ({ runBy, inactiveReason }) =>
          !inactiveReason && (wanted === undefined || runBy === wanted),
      )
      .map(({ definition }) => definition);
  }

  async #resolve(id: string, gesture: boolean, signal: AbortSignal): Promise<LaunchAnswer> {
    const server = this.#configured.peek().get(id);
    if (!server) return { kind: 'failed', reason: { code: 'entryGone', args: { server: id } } };
    const { definition, effective, inactiveReason } = server;
    if (inactiveReason) return { kind: 'disabled', reason: inactiveReason };
    const { path } = effective.settings;
    const debug = this.#debuggers.peek().get(id);
    return this.#revisions.during(definition, () =>
      this.options.resolve(definition, { gesture, signal, path, debug }),
    );
  }

  /**
   * Leaves out servers that VS Code runs, so that our process ends if nobody else uses it. In Restricted Mode nothing
   * is declared, so that no host starts.
   */
  #declarations(): readonly Declaration[] {
    if (!this.options.trusted.value) return [];
    const sharing = sharingOf(this.options.setting.value.folders.keys());
    const revisions = this.#revisions.counts.value;
    const { all, remote } = this.#changes;
    const debuggers = this.#debuggers.value;
    const roots = this.options.roots.value;
    const policies = this.policies.value;
    return [...this.#configured.value.values()]
      .filter(({ runBy, inactiveReason }) => runBy !== 'vscode' && !inactiveReason)
      .map((server) => {
        const { id, launch: written } = server.definition;
        const changes = all.value + (written.type === 'stdio' ? 0 : remote.value);
        const revision = (revisions.get(id) ?? 0) + changes;
        const launch = { revision, debuggedBy: debuggers.get(id) };
        return declarationOf(server, sharing, launch, { roots, policy: policies.get(id) });
      });
  }

  #policies(): ReadonlyMap<string, ToolPolicy> {
    const { toolSelection: toolSets, activeRules: toolRules } = this.options;
    const pins = this.options.pins?.value;
    const { selection } = toolSets;
    const configured = this.#configured.value;
    return new Map(
      Array.from(configured, ([id, { definition, effective, isNamesake }]) => {
        const { trustHints } = effective.settings;
        const set = setAt(selection, definition);
        const rules = toolRules.of(definition, isNamesake, configured);
        return [id, { set, rules, trustsHints: trustHints, pins }];
      }),
    );
  }

  #declare(servers: readonly Declaration[]): void {
    this.#declared = this.host.declare(servers).catch(ignoreLostHost);
  }

  /** Starts new servers automatically if the workspace is trusted and we run them. */
  #begin(): void {
    const servers = [...this.#configured.value.values()];
    if (!this.trusted.value) return;
    for (const id of this.#autostarted)
      if (!this.#configured.value.has(id)) this.#autostarted.delete(id);
    this.#keepDebuggers((id) => this.#configured.value.has(id));
    for (const { definition, runBy, effective, inactiveReason } of servers) {
      const { id } = definition;
      if (runBy !== 'roundhouse' || inactiveReason) this.#autostarted.delete(id);
      else if (effective.settings.autostart === 'always' && !this.#autostarted.has(id)) {
        this.#autostarted.add(id);
        void this.#startDeclared(id).catch(ignoreLostHost);
      }
    }
  }

  async #startDeclared(id: string): Promise<void> {
    // One microtask later the change has been declared.
    await Promise.resolve();
    await this.#declared;
    await this.host.start(id, false);
  }

  /** The next start of the other servers is without a debugger. */
  #keepDebuggers(wanted: (id: string) => boolean): void {
    const rest = [...this.#debuggers.peek()].filter(([id]) => wanted(id));
    if (rest.length < this.#debuggers.peek().size) this.#debuggers.value = new Map(rest);
  }

  #entry(id: string): ServerEntry {
    const entry = this.entries.peek().get(id);
    if (entry) return entry;
    const valid = [...this.entries.peek().keys()];
    throw new UserError('unknownServer', { server: id, valid });
  }

  /** An inactive server is started by changing what does so. */
  #requireActive(id: string): void {
    const { inactiveReason } = this.#entry(id);
    if (inactiveReason) throw UserError.from(inactiveReason);
  }

  #requireTrust(): void {
    if (!this.trusted.peek()) throw new UserError('workspaceUntrusted');
  }
}

/** The entry of stored knowledge, whose wire name for the fingerprint is `launchVersion`. */
function knowledgeEntry({ name, fingerprint, source }: Definition) {
  return { name, launchVersion: fingerprint, file: source.file };
}

/** The client replaces a lost host, declares to it and starts its servers again. */
function ignoreLostHost(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
}
