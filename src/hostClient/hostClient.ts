import type { ReadonlySignal } from '@preact/signals-core';
import type { Disposable } from '../base/disposable';
import type { Event } from '../base/emitter';
import type { Reason } from '../base/errors';
import type { Declaration, FoundTool, LogEntry, ResourceSample } from '../contract/requests';
import type { Catalog, McpObject, ServerSnapshot } from '../contract/state';

/** Where the host runs that a window is attached to. */
export type HostMode =
  /** Nothing has needed a host yet. */
  | { readonly kind: 'unattached' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'shared'; readonly pid: number; readonly build: string }
  /** In this window; `reason` says why, unless the setting asked for it. */
  | { readonly kind: 'window'; readonly reason?: Reason | undefined }
  /** There is none; the next command tries again. */
  | { readonly kind: 'failed'; readonly reason: Reason };

/** The gateway of the host, with the token that opens this window's servers. */
export interface GatewayAddress {
  readonly origin: string;
  readonly token: string;
}

/** A request for one tool call. */
export interface ToolCall {
  readonly server: string;
  readonly tool: string;
  readonly arguments: McpObject;
  /** A person asked for it, so a start may put questions. */
  readonly gesture: boolean;
  readonly onProgress?: (progress: { progress: number; total?: number; message?: string }) => void;
}

/**
 * A client's side of the host: its state as signals, its commands as methods. The first server that is
 * declared makes it attach.
 */
export interface HostClient extends Disposable {
  readonly mode: ReadonlySignal<HostMode>;
  /** By server id, in the order of declaration. */
  readonly servers: ReadonlySignal<ReadonlyMap<string, ServerSnapshot>>;
  /** Changes when the host was replaced: publish anew then. */
  readonly gateway: ReadonlySignal<GatewayAddress | undefined>;
  readonly onLog: Event<LogEntry>;
  /** What a server offers, kept up to date; `undefined` until first known. */
  catalog(id: string): ReadonlySignal<Catalog | undefined>;
  declare(servers: readonly Declaration[]): Promise<void>;
  start(id: string, gesture: boolean): Promise<void>;
  stop(id: string): Promise<void>;
  restart(id: string, gesture: boolean): Promise<void>;
  logs(id: string): Promise<readonly LogEntry[]>;
  /**
   * What the processes of these servers take right now; those without one are left out. To be asked
   * only while somebody looks.
   */
  resources(ids: readonly string[], signal?: AbortSignal): Promise<readonly ResourceSample[]>;
  callTool(call: ToolCall, signal?: AbortSignal): Promise<McpObject>;
  searchTools(query: string, limit: number, signal?: AbortSignal): Promise<readonly FoundTool[]>;
  describeTool(server: string, tool: string, signal?: AbortSignal): Promise<FoundTool>;
  /** Leaves the host; resolves when one in this window has stopped its servers. */
  end(): Promise<void>;
}
