import type { ReadonlySignal } from '@preact/signals-core';
import type { Disposable } from '../../base/disposable';
import type { Event } from '../../base/emitter';
import type { Reason } from '../../base/errors';
import type { CallRoute, EditorQuestion } from '../../ipc/calls';
import type {
  Declaration,
  FoundTool,
  LogEntry,
  LogLevel,
  ResourceSample,
} from '../../ipc/requests';
import type { Catalog, McpObject, ServerSnapshot } from '../../ipc/state';
import type { HostCallLog } from './hostCallLog';
import type { HostResults } from './hostResults';
import type { HostReview } from './hostReview';
import type { ToolUse } from '../../ipc/toolUse';

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

/** What every request to a server says. */
interface ServerRequest {
  /** Its id, or its name where only one has it. */
  readonly server: string;
  /** A person asked for it, so a start may put questions. */
  readonly gesture: boolean;
  readonly onProgress?: (progress: { progress: number; total?: number; message?: string }) => void;
  /** By which questions of the server for it are known again; one is made up unless given. */
  readonly callId?: string;
}

/** A request for one tool call. */
export interface ToolCall extends ServerRequest {
  readonly tool: string;
  readonly arguments: McpObject;
  /**
   * By which way it is called, `person` unless given. What goes to a model is cut for one: what is too long, or
   * what none takes, is kept in the host.
   */
  readonly route?: Exclude<CallRoute, 'chat' | 'agent'>;
  /** The editor was given a question for exactly this call. */
  readonly confirmed?: EditorQuestion | undefined;
}

/** A request that reads from a server. */
export interface Reading extends ServerRequest {
  readonly method: 'resources/read' | 'prompts/get' | 'completion/complete';
  readonly params: McpObject;
}

/** A resource that is watched has changed. */
export interface ResourceUpdate {
  /** Of its server. */
  readonly id: string;
  /** As the server names it: it may be a part of what is watched. */
  readonly uri: string;
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
  /** Told of what {@link watchResources} named, while its server runs. */
  readonly onResourceUpdated: Event<ResourceUpdate>;
  /** What a server offers, kept up to date; `undefined` until first known. */
  catalog(id: string): ReadonlySignal<Catalog | undefined>;
  declare(servers: readonly Declaration[]): Promise<void>;
  start(id: string, gesture: boolean): Promise<void>;
  stop(id: string): Promise<void>;
  restart(id: string, gesture: boolean): Promise<void>;
  /** Starts a server and leads the person through its sign-in; a gesture. */
  signIn(id: string, signal?: AbortSignal): Promise<void>;
  /** Ends a server and forgets its tokens and registration; a gesture. */
  signOut(id: string, signal?: AbortSignal): Promise<void>;
  /** What a server offers by now; {@link catalog} follows a moment later. Nothing where it is not known. */
  currentCatalog(id: string): Promise<Catalog>;
  logs(id: string): Promise<readonly LogEntry[]>;
  /** When its tools were called last, by whomever; `undefined` where that is not kept. */
  toolUsage(id: string, signal?: AbortSignal): Promise<ToolUse | undefined>;
  /**
   * What the processes of these servers take right now; those without one are left out. To be asked
   * only while somebody looks.
   */
  resources(ids: readonly string[], signal?: AbortSignal): Promise<readonly ResourceSample[]>;
  callTool(call: ToolCall, signal?: AbortSignal): Promise<McpObject>;
  /** What is kept of the results of such calls. */
  readonly results: Pick<HostResults, 'read' | 'find'>;
  /** What is kept of all calls of its servers. */
  readonly calls: Pick<HostCallLog, 'list' | 'forget' | 'onChanged'>;
  /** Tools that a person has to look at. */
  readonly review: Pick<HostReview, 'changes' | 'accept'>;
  /** Reads from a server; the result is the server's own, large contents as `bytes` (see `withLargeContents`). */
  read(reading: Reading, signal?: AbortSignal): Promise<McpObject>;
  /**
   * Watches these resources of a server in place of those before, as soon as it is declared and also at
   * the hosts to come. Starts nothing.
   */
  watchResources(id: string, uris: readonly string[]): Promise<void>;
  /** The same for how much a server is to log; `undefined`: whatever it likes. */
  setLogLevel(id: string, level: LogLevel | undefined): Promise<void>;
  searchTools(query: string, limit: number, signal?: AbortSignal): Promise<readonly FoundTool[]>;
  describeTool(server: string, tool: string, signal?: AbortSignal): Promise<FoundTool>;
  /** Leaves the host; resolves when one in this window has stopped its servers. */
  end(): Promise<void>;
}
