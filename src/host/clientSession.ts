import { signal, type ReadonlySignal } from '@preact/signals-core';
import type * as z from 'zod';
import { DisposableStore, type Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import { Sequencer } from '../base/sequencer';
import { findHandle, toolForModel } from '../tools/lookup';
import { ToolSearch } from '../tools/search/toolSearch';
import { KeptResults, type ResultStore } from '../tools/results/keptResults';
import type { Authorizers } from '../connection/authorization/authorizers';
import { signInRequests } from '../ipc/authorization';
import type { Channel } from '../ipc/channel';
import {
  contractVersion,
  hostRequests,
  type Declaration,
  type RequestDefinition,
} from '../ipc/requests';
import type { ChatSessions } from '../gateway/chatSessions';
import { emptyCatalog } from '../ipc/state';
import type { AuditLog } from '../tools/approval/auditLog';
import type { ServerPool } from '../servers/serverPool';
import { CrossServerChecks } from '../servers/crossServerChecks';
import { ServerHandle } from '../servers/serverHandle';
import { AttachedClient } from './attachedClient';
import { ClientOutlet } from './clientOutlet';
import { ResourceSampler } from './resourceSampler';
import { HandleOutlet } from './handleOutlet';
import { serveReview } from './serveReview';
import { serveCalls, type CallingHost, type CallingSession } from './serveCalls';
import { SessionCalls } from './sessionCalls';
import { signOut } from './signOut';
import type { WindowCredentials } from './windowCredentials';

/** Milliseconds for a client to attach: one of another contract has read by then why it cannot. */
const attachTimeout = 2_000;

/** A client's way in at the gateway. */
export interface Admission {
  readonly address: { readonly origin: string; readonly token: string };
  /** The sessions that its chat has there. */
  readonly chat: ChatSessions | undefined;
}

/** What a client session needs of its host. */
export interface SessionHost extends CallingHost {
  readonly pool: ServerPool;
  readonly build: string;
  /** Where results stand that are too long for a model; absent: nowhere. */
  readonly resultStore: ResultStore | undefined;
  readonly credentials: WindowCredentials;
  readonly authorizers: Authorizers;
  readonly audit: AuditLog;
  /** Lets a client in at the gateway, by the `wanted` token if that is free, until its session ends. */
  admit(session: ClientSession, wanted?: string): Admission | undefined;
  /** How long the host is to outlive the client, in seconds. */
  setGrace(seconds: number): void;
}

/** One attached window or terminal: its servers, and the answers to what it asks. */
export class ClientSession implements Disposable {
  readonly handles = new Map<string, ServerHandle>();
  readonly #places = signal<readonly ServerHandle[]>([]);
  /** The same, for who follows them. */
  readonly places: ReadonlySignal<readonly ServerHandle[]> = this.#places;
  readonly #neighbours = new CrossServerChecks(this.#places);
  /** Kept for this client alone. */
  readonly results: KeptResults;
  readonly calls: SessionCalls;
  readonly #outlets = new Map<string, HandleOutlet>();
  readonly #store = new DisposableStore();
  readonly #declares = new Sequencer();
  readonly #outlet: ClientOutlet;
  readonly #client: AttachedClient;
  readonly #resources = new ResourceSampler();
  #chat: ChatSessions | undefined;

  constructor(
    private readonly channel: Channel,
    private readonly host: SessionHost,
  ) {
    this.#client = new AttachedClient(channel);
    this.results = this.#store.add(new KeptResults(host.resultStore));
    this.calls = this.#store.add(new SessionCalls(channel, host.audit));
    this.#outlet = this.#store.add(new ClientOutlet(channel));
    this.#serveAttach();
  }

  /** The client is gone: its servers outlive it by the grace, since a reload brings it back. */
  dispose(): void {
    this.#places.value = [];
    for (const id of this.handles.keys()) this.#remove(id, 'later');
    this.#store.dispose();
  }

  /** When its window was used last, by `performance.now()`. */
  get lastUsed(): number {
    return this.#client.lastUsed;
  }

  /** Nothing else is served before, and who does not attach in time is closed. */
  #serveAttach(): void {
    const { channel } = this;
    const timer = setTimeout(() => channel.dispose(), attachTimeout);
    this.#store.add(() => clearTimeout(timer));
    this.#store.add(
      channel.handle(hostRequests.attach, async ({ contract, graceSeconds, ...client }) => {
        if (contract !== contractVersion) {
          throw new UserError('contractMismatch', { host: contractVersion, client: contract });
        }
        clearTimeout(timer);
        this.host.setGrace(graceSeconds);
        const { answers, signsIn, gatewayToken, place } = client;
        this.#client.attached(answers, signsIn);
        if (signsIn)
          this.#store.add(this.host.credentials.add(channel, () => this.#client.lastUsed));
        this.#serveState();
        this.#serveCommands();
        this.#serveListening();
        this.calls.serve(place);
        this.#store.add(serveCalls(channel, this.#calling, this.host));
        this.#serveTools();
        this.#store.add(serveReview(channel, this.handles));
        const admission = this.host.admit(this, gatewayToken);
        this.#chat = admission?.chat;
        return { pid: process.pid, build: this.host.build, gateway: admission?.address };
      }),
    );
  }

  #serveState(): void {
    const { channel } = this;
    this.#store.add(
      channel.handle(hostRequests.declare, ({ servers }) =>
        this.#declares.run(async () => {
          await this.host.pool.known.load(servers);
          if (!this.#store.disposed) this.#declare(servers);
          this.#outlet.changes.flush();
          return null;
        }),
      ),
    );
    this.#store.add(
      channel.handle(
        hostRequests.catalog,
        async ({ id }) => findHandle(this.handles.values(), id).catalog.peek() ?? emptyCatalog,
      ),
    );
    this.#store.add(
      channel.handle(hostRequests.logs, async ({ id }) =>
        (findHandle(this.handles.values(), id).log?.entries() ?? []).map((entry) => ({
          id,
          ...entry,
        })),
      ),
    );
    this.#store.add(
      channel.handle(hostRequests.toolUsage, async ({ id }) =>
        findHandle(this.handles.values(), id)
          .toolUse()
          .then((use) => use ?? null),
      ),
    );
    this.#store.add(
      channel.handle(hostRequests.resources, async ({ ids }) =>
        this.#resources.sample(ids.flatMap((id) => this.#processOf(id))),
      ),
    );
  }

  /** @throws UserError `unknownServer`. */
  #outletOf(id: string): HandleOutlet {
    const outlet = this.#outlets.get(findHandle(this.handles.values(), id).id);
    if (!outlet) throw new Error(`${id} has no outlet`);
    return outlet;
  }

  #processOf(id: string): { id: string; pid: number }[] {
    const pid = this.handles.get(id)?.snapshot.peek().pid;
    return pid === undefined ? [] : [{ id, pid }];
  }

  #serveCommands(): void {
    this.#command(hostRequests.start, (handle, { gesture, resume }) =>
      handle.start(gesture, resume),
    );
    this.#command(hostRequests.stop, (handle) => handle.stop());
    this.#command(hostRequests.restart, (handle, { gesture }) => handle.restart(gesture));
    this.#command(signInRequests.signIn, (handle, _params, signal) => handle.signIn(signal));
    this.#command(signInRequests.signOut, (handle, _params, signal) =>
      signOut(handle, this.#client, this.host.authorizers, signal),
    );
  }

  #command<P extends z.ZodType<{ id: string }>>(
    definition: RequestDefinition<P, z.ZodNull>,
    run: (handle: ServerHandle, params: z.output<P>, signal: AbortSignal) => Promise<void>,
  ): void {
    this.#store.add(
      this.channel.handle(definition, async (params, signal) => {
        this.#client.used('request');
        await run(findHandle(this.handles.values(), params.id), params, signal);
        this.#outlet.changes.flush();
        return null;
      }),
    );
  }

  #serveListening(): void {
    const { channel } = this;
    this.#store.add(
      channel.handle(hostRequests.watchResources, async ({ id, uris }) => {
        this.#outletOf(id).watchResources(uris);
        return null;
      }),
    );
    this.#store.add(
      channel.handle(hostRequests.setLogLevel, async ({ id, level }) => {
        this.#outletOf(id).setLogLevel(level);
        return null;
      }),
    );
    this.#store.add(
      channel.handle(hostRequests.focus, async () => {
        this.#client.used('focus');
        return null;
      }),
    );
  }

  get #calling(): CallingSession {
    return {
      handles: this.handles,
      client: this.#client,
      outlet: this.#outlet,
      kept: this.results,
      calls: this.calls,
    };
  }

  #serveTools(): void {
    const { channel } = this;
    const search = new ToolSearch();
    this.#store.add(
      channel.handle(hostRequests.searchTools, async ({ query, limit }) =>
        search.find(this.handles.values(), query, limit),
      ),
    );
    this.#store.add(
      channel.handle(hostRequests.describeTool, async ({ server, tool }) => {
        const handle = findHandle(this.handles.values(), server);
        return { server: handle.id, tool: toolForModel(handle, tool) };
      }),
    );
  }

  #declare(servers: readonly Declaration[]): void {
    const declared = new Map(servers.map((server) => [server.id, server]));
    for (const [id, handle] of this.handles) {
      const next = declared.get(id);
      if (next) handle.declare(next);
      else this.#remove(id, 'drained');
    }
    for (const declaration of declared.values()) {
      if (!this.handles.has(declaration.id)) this.#add(declaration);
    }
    this.#places.value = [...this.handles.values()];
  }

  #add(declaration: Declaration): void {
    const handle = new ServerHandle(declaration, this.host.pool, this.#client);
    const { id } = handle;
    handle.scan.compareWith(this.#neighbours.checkFor(handle));
    this.handles.set(id, handle);
    const outlet = new HandleOutlet(handle, this.#chat?.of(id), {
      changed: (snapshot) => this.#outlet.changes.add(snapshot),
      logged: (entry) => this.#outlet.log.add({ id, ...entry }),
      updated: (uri) => this.#outlet.updates.add({ id, uri }),
    });
    this.#outlets.set(id, outlet);
  }

  #remove(id: string, when: 'later' | 'drained'): void {
    this.#outlets.get(id)?.dispose();
    this.#outlets.delete(id);
    this.handles.get(id)?.release(when);
    this.handles.delete(id);
  }
}
