import { randomUUID } from 'node:crypto';
import { computed, effect, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';
import { UserError, type Reason } from '../base/errors';
import { setAt } from '../config/settings/toolSets';
import type { Definition, ConfigSource, ParsedConfig } from '../config/definition';
import type { SeenDefinition } from '../config/fingerprint';
import type { ToolPolicy, PinMode } from '../config/settings/toolPolicy';
import type { LaunchAnswer } from '../ipc/launch';
import type { Declaration } from '../ipc/requests';
import {
  configuredServers,
  type ConfiguredServer,
  serverEntries,
  type Owner,
  type Runner,
  type ServerEntry,
  type ServersSetting,
} from './configuredServers';
import { Consent, type ConsentAnswer, type ConsentQuestion, type OwnerChoice } from './consent';
import { Debuggers, type ServerDebugger } from './launch/debuggers';
import { declarationOf, shareKeys } from './launch/declarationOf';
import type { HostClient } from './hostConnection/hostClient';
import { InputRevisions, type KnownInputs } from './inputRevisions';
import type { ToolRules } from './policy/toolRules';
import type { ToolSets } from './policy/toolSets';
import { WatchPolicy, type WatchDecision } from './watchPolicy';
import type { PathSettings } from '../config/settings/serverSettings';
import type { Root } from '../ipc/serverRequests';
import type { Approvals } from './approvals';

/** One configuration file that exists, with what it says. */
export interface ConfigFile {
  readonly source: ConfigSource;
  readonly parsed: ParsedConfig;
}

/** Answers the host's question how to reach a server. */
export type ResolveLaunch = (
  id: string,
  gesture: boolean,
  signal: AbortSignal,
) => Promise<LaunchAnswer>;

/** What a workspace needs of the editor it stands in. */
export interface WorkspaceOptions {
  readonly files: ReadonlySignal<readonly ConfigFile[]>;
  readonly owner: ReadonlySignal<Owner>;
  /** Workspace trust: false in Restricted Mode. */
  readonly trusted: ReadonlySignal<boolean>;
  /** `roundhouse.servers` of every layer, with every workspace folder. */
  readonly setting: ReadonlySignal<ServersSetting>;
  /** The folders that servers may know of; `undefined` where the person tells none. */
  readonly roots: ReadonlySignal<readonly Root[] | undefined>;
  readonly toolSets: ToolSets;
  readonly toolRules: ToolRules;
  /** Which tools wait until the person has looked at them; `changed` where absent. */
  readonly pins?: ReadonlySignal<PinMode>;
  /** By server id, why chat does not have the tools of a server. */
  readonly notInChat?: ReadonlySignal<ReadonlyMap<string, Reason>>;
  /** The window stands on another machine. */
  readonly remote: boolean;
  readonly inputs: KnownInputs;
  /** Attaches to a host; questions of that host go to `answer`. */
  readonly attach: (answer: ResolveLaunch) => HostClient;
  /** `gesture`: a person asked, so trust and inputs may be asked for. */
  readonly resolve: (
    definition: Definition,
    options: {
      readonly gesture: boolean;
      readonly signal: AbortSignal;
      readonly path?: PathSettings | undefined;
      readonly debug?: ServerDebugger | undefined;
    },
  ) => Promise<LaunchAnswer>;
  /** The entry with what it depends on now, and whether that is approved. */
  readonly inspect: (definition: Definition) => Promise<SeenDefinition>;
  readonly approvals: Pick<Approvals, 'isApproved' | 'approve' | 'forget'>;
  /** Shows a person what is to be started; `undefined` where they decided nothing. */
  readonly ask: (
    question: ConsentQuestion,
    signal: AbortSignal,
  ) => Promise<ConsentAnswer | undefined>;
  /** Carries a choice out; false where nothing was changed. */
  readonly setOwner: (choice: OwnerChoice) => Promise<boolean>;
  /** Starts, stops or restarts VS Code's own copy of an entry that VS Code runs. */
  readonly editorServer: (
    action: 'start' | 'stop' | 'restart',
    definition: Definition,
  ) => Promise<void>;
}

/** Ties configuration, settings, trust, the choice of the owner and the host together for one window. */
export class Workspace implements Disposable {
  readonly host: HostClient;
  readonly entries: ReadonlySignal<ReadonlyMap<string, ServerEntry>>;
  readonly policies: ReadonlySignal<ReadonlyMap<string, ToolPolicy>>;
  readonly #configured: ReadonlySignal<ReadonlyMap<string, ConfiguredServer>>;
  readonly #store = new DisposableStore();
  readonly #revisions: InputRevisions;
  readonly #debuggers = new Debuggers();
  readonly #consent: Consent;
  readonly #watches = new Map<string, WatchPolicy>();
  readonly #windowKey = randomUUID();
  /** Entries that were started once by themselves; what a person stops stays stopped. */
  readonly #begun = new Set<string>();
  #declared: Promise<void> = Promise.resolve();

  constructor(private readonly ports: WorkspaceOptions) {
    this.#revisions = this.#store.add(new InputRevisions(ports.inputs));
    this.#consent = new Consent(ports);
    this.#configured = computed(() => {
      const definitions = ports.files.value.flatMap(({ parsed }) => parsed.definitions);
      const { remote } = ports;
      return configuredServers(definitions, {
        owner: ports.owner.value,
        setting: ports.setting.value,
        remote,
      });
    });
    this.host = this.#store.add(
      ports.attach((id, gesture, signal) => this.#resolve(id, gesture, signal)),
    );
    this.entries = computed(() =>
      serverEntries(
        this.#configured.value,
        this.host.servers.value,
        this.trusted.value,
        ports.notInChat?.value,
      ),
    );
    this.policies = computed(() => this.#policies());
    const declared = computed(() => this.#declarations());
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

  get toolSets(): ToolSets {
    return this.ports.toolSets;
  }
  get toolRules(): ToolRules {
    return this.ports.toolRules;
  }

  inspect(definition: Definition): Promise<SeenDefinition> {
    return this.ports.inspect(definition);
  }

  get debuggers(): ReadonlySignal<ReadonlyMap<string, ServerDebugger>> {
    return this.#debuggers.all;
  }

  async start(id: string): Promise<void> {
    await this.#launch(id, 'start');
  }

  async restart(id: string): Promise<void> {
    await this.#launch(id, 'restart');
  }

  async debug(id: string, port: number): Promise<void> {
    const { definition, runBy } = this.#entry(id);
    const mode = definition.dev?.debug;
    if (runBy === 'vscode') throw new UserError('ownedByEditor');
    if (!mode) throw new UserError('notDebuggable', { server: definition.name });
    await this.#launch(id, 'restart', { port, mode });
  }

  fileChanged(id: string): WatchDecision {
    const { state } = this.#entry(id).snapshot;
    const before = this.#watches.get(id) ?? new WatchPolicy();
    const { decision, policy } = before.changed(state, Date.now());
    this.#watches.set(id, policy);
    if (decision === 'restart') void this.host.restart(id, false).catch(ignoreLostHost);
    return decision;
  }

  async startAll(): Promise<void> {
    this.#requireTrust();
    if (this.owner.peek() === 'ask') return this.chooseOwner();
    const ours = this.#active('roundhouse');
    const approvedNow = await this.#approvedOf(ours);
    const fresh = ours.filter((definition) => !approvedNow.includes(definition));
    // What is approved waits for no answer.
    const begun = this.#startApproved(approvedNow);
    if (fresh.length > 0) {
      const approved = await this.#consent.ask({ wanted: fresh, choosesOwner: false });
      await this.#startApproved(approved ?? []);
    }
    await begun;
  }

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
    if (runBy === 'vscode') await this.ports.editorServer('stop', definition);
    else if (!inactiveReason) await this.host.stop(id);
    this.#debuggers.forget(id);
  }

  async stopAll(): Promise<void> {
    const ours = [...this.entries.peek().values()].filter(
      ({ runBy, inactiveReason }) => runBy !== 'vscode' && !inactiveReason,
    );
    await Promise.all(ours.map(({ definition }) => this.host.stop(definition.id)));
    this.#debuggers.keep(() => false);
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Like {@link dispose}; resolves when a host in this window has stopped its servers. */
  async end(): Promise<void> {
    this.#store.dispose();
    await this.host.end();
  }

  async #launch(
    id: string,
    action: 'start' | 'restart',
    debuggedBy?: ServerDebugger,
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
    if (runBy === 'vscode') return this.ports.editorServer(action, definition);
    if (approved !== true) {
      const others = approved.filter((other) => other.id !== id);
      void this.#startApproved(others).catch(ignoreLostHost);
    }
    if (!this.ports.approvals.isApproved(definition)) return;
    if (debuggedBy) this.#debuggers.set(id, debuggedBy);
    else this.#debuggers.forget(id);
    this.#watches.delete(id);
    await this.#declared;
    await this.host[action](id, true);
  }

  /** Starts those of the definitions that are ours and approved as they stand now. */
  async #startApproved(definitions: readonly Definition[]): Promise<void> {
    const ids = new Set(definitions.map(({ id }) => id));
    const wanted = this.#active('roundhouse').filter(({ id }) => ids.has(id));
    const started = await this.#approvedOf(wanted);
    for (const { id } of started) this.#watches.delete(id);
    await this.#declared;
    await Promise.all(started.map(({ id }) => this.host.start(id, true)));
  }

  async #approvedOf(definitions: readonly Definition[]): Promise<readonly Definition[]> {
    const each = definitions.map(async (one) => ((await this.#consent.has(one)) ? [one] : []));
    return (await Promise.all(each)).flat();
  }

  /** The entries that count among those of their name: of all, or of one runner. */
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
    const debug = this.#debuggers.all.peek().get(id);
    return this.#revisions.during(definition, () =>
      this.ports.resolve(definition, { gesture, signal, path, debug }),
    );
  }

  /**
   * What VS Code runs is not ours to have a place at: a process of ours that nobody else uses ends. In
   * Restricted Mode nothing is declared, so that not even a host starts.
   */
  #declarations(): readonly Declaration[] {
    if (!this.ports.trusted.value) return [];
    const keys = shareKeys(this.ports.setting.value.folders.keys(), this.#windowKey);
    const revisions = this.#revisions.counts.value;
    const debuggers = this.#debuggers.all.value;
    const roots = this.ports.roots.value;
    const policies = this.policies.value;
    return [...this.#configured.value.values()]
      .filter(({ runBy, inactiveReason }) => runBy !== 'vscode' && !inactiveReason)
      .map((server) => {
        const { id } = server.definition;
        const launch = { revision: revisions.get(id) ?? 0, debuggedBy: debuggers.get(id) };
        return declarationOf(server, keys, launch, { roots, policy: policies.get(id) });
      });
  }

  #policies(): ReadonlyMap<string, ToolPolicy> {
    const { toolSets, toolRules } = this.ports;
    const pins = this.ports.pins?.value;
    const { selection } = toolSets;
    return new Map(
      Array.from(this.#configured.value, ([id, { definition, effective, isNamesake }]) => {
        const { trustHints } = effective.settings;
        const set = setAt(selection, definition);
        const rules = toolRules.of(definition, isNamesake);
        return [id, { set, rules, trustsHints: trustHints, pins }];
      }),
    );
  }

  #declare(servers: readonly Declaration[]): void {
    this.#declared = this.host.declare(servers).catch(ignoreLostHost);
  }

  /** Starts what may run by itself: what is new in a trusted workspace whose owner we are. */
  #begin(): void {
    const servers = [...this.#configured.value.values()];
    if (!this.trusted.value) return;
    for (const id of this.#begun) if (!this.#configured.value.has(id)) this.#begun.delete(id);
    this.#debuggers.keep((id) => this.#configured.value.has(id));
    for (const { definition, runBy, effective, inactiveReason } of servers) {
      const { id } = definition;
      if (runBy !== 'roundhouse' || inactiveReason) this.#begun.delete(id);
      else if (effective.settings.autostart === 'always' && !this.#begun.has(id)) {
        this.#begun.add(id);
        void this.#startDeclared(id).catch(ignoreLostHost);
      }
    }
  }

  async #startDeclared(id: string): Promise<void> {
    // One turn later, when what changed has been declared, too.
    await Promise.resolve();
    await this.#declared;
    await this.host.start(id, false);
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

/** A host that went away is replaced, declared to and started anew by the client itself. */
function ignoreLostHost(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
}
