import type { ReadonlySignal } from '@preact/signals-core';
import type { ConfigSource, Definition, ParsedConfig } from '../config/definition';
import type { ServerSnapshot } from '../contract/state';
import type { HostClient } from './hostClient';

/** One configuration file that exists, with what it says. */
export interface ConfigFile {
  readonly source: ConfigSource;
  readonly parsed: ParsedConfig;
}

/** Who runs the servers of a workspace: `roundhouse.owner`. */
export type Owner = 'ask' | 'roundhouse' | 'vscode';

/** One server as a person sees it: what is configured, and what the host says of it. */
export interface ServerEntry {
  readonly definition: Definition;
  readonly snapshot: ServerSnapshot;
  /** Who runs it; `vscode` only where the editor reads the entry's file. */
  readonly runBy: 'roundhouse' | 'vscode' | 'undecided';
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
  /** A person's start: asks who runs the servers where that is open, approves the shown entry. */
  start(id: string): Promise<void>;
  /** Starts every entry; asks one approval for all new entries of a file. */
  startAll(): Promise<void>;
  stop(id: string): Promise<void>;
  stopAll(): Promise<void>;
  restart(id: string): Promise<void>;
}
