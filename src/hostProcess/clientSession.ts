import { signal, type ReadonlySignal } from '@preact/signals-core';
import type * as z from 'zod';
import { DisposableStore, type Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import { Sequencer } from '../base/sequencer';
import { findSeat, toolForModel } from '../catalog/lookup';
import { ToolSearch } from '../catalog/search/toolSearch';
import { KeptResults, type ResultStore } from '../catalog/spool/keptResults';
import type { Authorizers } from '../connection/authorization/authorizers';
import { signInRequests } from '../contract/authorization';
import type { Channel } from '../contract/channel';
import {
  contractVersion,
  hostRequests,
  type Declaration,
  type RequestDefinition,
} from '../contract/requests';
import type { ChatSessions } from '../gateway/chatSessions';
import { emptyCatalog } from '../contract/state';
import type { AuditLog } from '../supervisor/auditLog';
import type { Fleet } from '../supervisor/fleet';
import { Neighbours } from '../supervisor/neighbours';
import { Seat } from '../supervisor/seat';
import { AttachedClient } from './attachedClient';
import { ClientOutlet } from './clientOutlet';
import { ResourceSampler } from './resourceSampler';
import { SeatOutlet } from './seatOutlet';
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
  readonly fleet: Fleet;
  readonly build: string;
  /** Where results stand that are too long for a model; absent: nowhere. */
  readonly resultStore: ResultStore | undefined;
  readonly credentials: WindowCredentials;
  readonly authorizers: Authorizers;
  readonly audit: AuditLog;
  /** Lets a client in at the gateway, by the `wanted` token if that is free, until its session ends. */
  admit(session: ClientSession, wanted?: string): Admission | undefined;
  /** The client's wish how long the host outlives it, in seconds. */
  setGrace(seconds: number): void;
}

/** One attached window or terminal: its servers, and the answers to what it asks. */
export class ClientSession implements Disposable {
  readonly seats = new Map<string, Seat>();
  readonly #places = signal<readonly Seat[]>([]);
  /** The same, for who follows them. */
  readonly places: ReadonlySignal<readonly Seat[]> = this.#places;
  readonly #neighbours = new Neighbours(this.#places);
  /** Kept for this client alone. */
  readonly results: KeptResults;
  readonly calls: SessionCalls;
  readonly #outlets = new Map<string, SeatOutlet>();
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
    for (const id of this.seats.keys()) this.#remove(id, 'later');
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
        this.#store.add(serveReview(channel, this.seats));
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
          await this.host.fleet.known.load(servers);
          if (!this.#store.disposed) this.#declare(servers);
          this.#outlet.changes.flush();
          return null;
        }),
      ),
    );
    this.#store.add(
      channel.handle(
        hostRequests.catalog,
        async ({ id }) => findSeat(this.seats.values(), id).catalog.peek() ?? emptyCatalog,
      ),
    );
    this.#store.add(
      channel.handle(hostRequests.logs, async ({ id }) =>
        (findSeat(this.seats.values(), id).log?.entries() ?? []).map((entry) => ({ id, ...entry })),
      ),
    );
    this.#store.add(
      channel.handle(hostRequests.toolUsage, async ({ id }) =>
        findSeat(this.seats.values(), id)
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
  #outletOf(id: string): SeatOutlet {
    const outlet = this.#outlets.get(findSeat(this.seats.values(), id).id);
    if (!outlet) throw new Error(`${id} has no outlet`);
    return outlet;
  }

  #processOf(id: string): { id: string; pid: number }[] {
    const pid = this.seats.get(id)?.snapshot.peek().pid;
    return pid === undefined ? [] : [{ id, pid }];
  }

  #serveCommands(): void {
    this.#command(hostRequests.start, (seat, { gesture, resume }) => seat.start(gesture, resume));
    this.#command(hostRequests.stop, (seat) => seat.stop());
    this.#command(hostRequests.restart, (seat, { gesture }) => seat.restart(gesture));
    this.#command(signInRequests.signIn, (seat, _params, signal) => seat.signIn(signal));
    this.#command(signInRequests.signOut, (seat, _params, signal) =>
      signOut(seat, this.#client, this.host.authorizers, signal),
    );
  }

  #command<P extends z.ZodType<{ id: string }>>(
    definition: RequestDefinition<P, z.ZodNull>,
    run: (seat: Seat, params: z.output<P>, signal: AbortSignal) => Promise<void>,
  ): void {
    this.#store.add(
      this.channel.handle(definition, async (params, signal) => {
        this.#client.used('request');
        await run(findSeat(this.seats.values(), params.id), params, signal);
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
      seats: this.seats,
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
        search.find(this.seats.values(), query, limit),
      ),
    );
    this.#store.add(
      channel.handle(hostRequests.describeTool, async ({ server, tool }) => {
        const seat = findSeat(this.seats.values(), server);
        return { server: seat.id, tool: toolForModel(seat, tool) };
      }),
    );
  }

  #declare(servers: readonly Declaration[]): void {
    const declared = new Map(servers.map((server) => [server.id, server]));
    for (const [id, seat] of this.seats) {
      const next = declared.get(id);
      if (next) seat.declare(next);
      else this.#remove(id, 'drained');
    }
    for (const declaration of declared.values()) {
      if (!this.seats.has(declaration.id)) this.#add(declaration);
    }
    this.#places.value = [...this.seats.values()];
  }

  #add(declaration: Declaration): void {
    const seat = new Seat(declaration, this.host.fleet, this.#client);
    const { id } = seat;
    seat.vetting.meet(this.#neighbours.beside(seat));
    this.seats.set(id, seat);
    const outlet = new SeatOutlet(seat, this.#chat?.of(id), {
      changed: (snapshot) => this.#outlet.changes.add(snapshot),
      logged: (entry) => this.#outlet.log.add({ id, ...entry }),
      updated: (uri) => this.#outlet.updates.add({ id, uri }),
    });
    this.#outlets.set(id, outlet);
  }

  #remove(id: string, when: 'later' | 'drained'): void {
    this.#outlets.get(id)?.dispose();
    this.#outlets.delete(id);
    this.seats.get(id)?.release(when);
    this.seats.delete(id);
  }
}
