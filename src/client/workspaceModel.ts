import type { Reason } from '../base/errors';
import type { ReadonlySignal } from '@preact/signals-core';
import type { ConfigSource, Definition, ParsedConfig } from '../config/definition';
import type { SeenDefinition } from '../config/fingerprint';
import type { EffectiveSettings } from '../config/settings/effectiveSettings';
import type { Precedence } from '../config/precedence';
import type { ServerSnapshot } from '../ipc/state';
import type { ToolPolicy } from '../config/settings/toolPolicy';
import type { ServerDebugger } from './launch/debuggers';
import type { HostClient } from './hostConnection/hostClient';
import type { ToolRules } from './policy/toolRules';
import type { ToolSets } from './policy/toolSets';
import type { WatchDecision } from './watchPolicy';

/** One configuration file that exists, with what it says. */
export interface ConfigFile {
  readonly source: ConfigSource;
  readonly parsed: ParsedConfig;
}

/** Who runs the servers of a workspace: `roundhouse.owner`. */
export type Owner = 'ask' | 'roundhouse' | 'vscode';

/** Who runs one server; `vscode` only where the editor reads the entry's file. */
export type Runner = 'roundhouse' | 'vscode' | 'undecided';

/** One server as a person sees it: what is configured, and what the host says of it. */
export interface ServerEntry {
  readonly definition: Definition;
  readonly snapshot: ServerSnapshot;
  readonly runBy: Runner;
  /** `roundhouse.servers` and what its own file says of it, as they count. */
  readonly effective: EffectiveSettings;
  /** Whether it counts among the entries of its name; absent where its settings keep it from running. */
  readonly precedence: Precedence | undefined;
  /** Its settings or another entry of its name keep it from running: the state says which. */
  readonly isInactive: boolean;
  /** Why chat does not have its tools although it could run; absent where it has, or where the state says why. */
  readonly notInChat?: Reason | undefined;
}

/** Everything a window shows and does: configuration, host and choice of owner in one place. */
export interface WorkspaceModel {
  readonly host: HostClient;
  /** Every configuration file that exists, in order of precedence. */
  readonly files: ReadonlySignal<readonly ConfigFile[]>;
  /** By server id; every definition has an entry, also before the host answered. */
  readonly entries: ReadonlySignal<ReadonlyMap<string, ServerEntry>>;
  readonly owner: ReadonlySignal<Owner>;
  /** False in Restricted Mode: nothing starts, resolves or asks. */
  readonly trusted: ReadonlySignal<boolean>;
  /** What a person has switched on for models. */
  readonly toolSets: ToolSets;
  /** What is decided about calls. */
  readonly toolRules: ToolRules;
  /** What both come to for each server, by id; the settings are in it, too. */
  readonly policies: ReadonlySignal<ReadonlyMap<string, ToolPolicy>>;
  /** The servers that are launched with a debugger, by id. */
  readonly debuggers: ReadonlySignal<ReadonlyMap<string, ServerDebugger>>;
  /** The entry with what it depends on now, and whether that is approved. */
  look(definition: Definition): Promise<SeenDefinition>;
  /** A person's start: asks who runs the servers where that is open, and shows what is not approved as it is now. */
  start(id: string): Promise<void>;
  /** Starts every entry that is approved, and asks one question about all others. */
  startAll(): Promise<void>;
  /** Asks who runs the servers, with everything that would run, and starts what is approved. */
  chooseOwner(): Promise<void>;
  stop(id: string): Promise<void>;
  stopAll(): Promise<void>;
  restart(id: string): Promise<void>;
  /**
   * Restarts the server so that it waits for a debugger at this port of this machine, as its entry
   * says in `dev.debug`, until a person starts, restarts or stops it.
   * @throws UserError `notDebuggable` {server}, `ownedByEditor`.
   */
  debug(id: string, port: number): Promise<void>;
  /**
   * A file changed that the entry names in `dev.watch`: restarts the server once its open calls are
   * finished, unless it is on its way up or was restarted for that too often since a person started
   * it. Says what it has decided.
   */
  fileChanged(id: string): WatchDecision;
}
