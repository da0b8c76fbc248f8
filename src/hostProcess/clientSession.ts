import { effect } from '@preact/signals-core';
import type * as z from 'zod';
import { DisposableStore, type Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import { Sequencer } from '../base/sequencer';
import { callTool, type CallLimits } from '../catalog/callTool';
import { findSeat, findTool } from '../catalog/lookup';
import { searchTools } from '../catalog/searchTools';
import type { Channel } from '../contract/channel';
import {
  clientRequests,
  contractVersion,
  hostEvents,
  hostRequests,
  type Declaration,
  type RequestDefinition,
} from '../contract/requests';
import type { ServerSnapshot } from '../contract/state';
import type { Fleet } from '../supervisor/fleet';
import { Seat } from '../supervisor/seat';
import { LogOutlet } from './logOutlet';
import { ResourceSampler } from './resourceSampler';
import { TurnBatch } from './turnBatch';

/** Milliseconds for a client to attach: one of another contract has read by then why it cannot. */
const attachTimeout = 2_000;

/** What a client session needs of its host. */
export interface SessionHost {
  readonly fleet: Fleet;
  readonly build: string;
  readonly limits: CallLimits;
  /** The gateway's address with a token for this client; revoked when the session ends. */
  admit(session: ClientSession): { origin: string; token: string } | undefined;
  /** The client's wish how long the host outlives it, in seconds. */
  setGrace(seconds: number): void;
}

type CallProgress = z.output<typeof hostEvents.callProgress.params>;

/** One attached window or terminal: its servers, and the answers to what it asks. */
export class ClientSession implements Disposable {
  readonly seats = new Map<string, Seat>();
  readonly #perSeat = new Map<string, DisposableStore>();
  readonly #store = new DisposableStore();
  readonly #declares = new Sequencer();
  readonly #changes: TurnBatch<ServerSnapshot>;
  readonly #log: LogOutlet;
  readonly #progress: TurnBatch<CallProgress>;
  readonly #resources = new ResourceSampler();

  constructor(
    private readonly channel: Channel,
    private readonly host: SessionHost,
  ) {
    this.#changes = this.#store.add(
      new TurnBatch(
        ({ id }) => id,
        (servers) => channel.tell(hostEvents.changed, { servers }),
      ),
    );
    this.#log = this.#store.add(
      new LogOutlet((entries) => channel.tell(hostEvents.log, { entries })),
    );
    this.#progress = this.#store.add(
      new TurnBatch(
        ({ callId }) => callId,
        async (steps) => {
          await Promise.all(steps.map((step) => channel.tell(hostEvents.callProgress, step)));
        },
      ),
    );
    this.#serveAttach();
  }

  /** The client is gone: its servers outlive it by the grace, since a reload brings it back. */
  dispose(): void {
    for (const id of this.seats.keys()) this.#remove(id, 'later');
    this.#store.dispose();
  }

  /** Nothing else is served before, and who does not attach in time is closed. */
  #serveAttach(): void {
    const { channel } = this;
    const timer = setTimeout(() => channel.dispose(), attachTimeout);
    this.#store.add(() => clearTimeout(timer));
    this.#store.add(
      channel.handle(hostRequests.attach, async ({ contract, graceSeconds }) => {
        if (contract !== contractVersion) {
          throw new UserError('contractMismatch', { host: contractVersion, client: contract });
        }
        clearTimeout(timer);
        this.host.setGrace(graceSeconds);
        this.#serveState();
        this.#serveCommands();
        this.#serveTools();
        return { pid: process.pid, build: this.host.build, gateway: this.host.admit(this) };
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
          this.#changes.flush();
          return null;
        }),
      ),
    );
    this.#store.add(
      channel.handle(
        hostRequests.catalog,
        async ({ id }) =>
          findSeat(this.seats.values(), id).catalog.peek() ?? {
            tools: [],
            prompts: [],
            resources: [],
            resourceTemplates: [],
            dropped: [],
          },
      ),
    );
    this.#store.add(
      channel.handle(hostRequests.logs, async ({ id }) =>
        findSeat(this.seats.values(), id)
          .logs()
          .map((entry) => ({ id, ...entry })),
      ),
    );
    this.#store.add(
      channel.handle(hostRequests.resources, async ({ ids }) =>
        this.#resources.sample(ids.flatMap((id) => this.#processOf(id))),
      ),
    );
  }

  #processOf(id: string): { id: string; pid: number }[] {
    const pid = this.seats.get(id)?.snapshot.peek().pid;
    return pid === undefined ? [] : [{ id, pid }];
  }

  #serveCommands(): void {
    this.#command(hostRequests.start, (seat, { gesture, resume }) => seat.start(gesture, resume));
    this.#command(hostRequests.stop, (seat) => seat.stop());
    this.#command(hostRequests.restart, (seat, { gesture }) => seat.restart(gesture));
  }

  #command<P extends z.ZodType<{ id: string }>>(
    definition: RequestDefinition<P, z.ZodNull>,
    run: (seat: Seat, params: z.output<P>) => Promise<void>,
  ): void {
    this.#store.add(
      this.channel.handle(definition, async (params) => {
        await run(findSeat(this.seats.values(), params.id), params);
        this.#changes.flush();
        return null;
      }),
    );
  }

  #serveTools(): void {
    const { channel } = this;
    this.#store.add(
      channel.handle(hostRequests.callTool, ({ callId, ...request }, signal) =>
        callTool(this.seats.values(), request, this.host.limits, signal, (progress) =>
          this.#progress.add({ callId, ...progress }),
        ).finally(() => this.#progress.flush()),
      ),
    );
    this.#store.add(
      channel.handle(hostRequests.searchTools, async ({ query, limit }) =>
        searchTools(this.seats.values(), query, limit),
      ),
    );
    this.#store.add(
      channel.handle(hostRequests.describeTool, async ({ server, tool }) => {
        const seat = findSeat(this.seats.values(), server);
        return { server: seat.id, tool: findTool(seat, tool) };
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
  }

  #add(declaration: Declaration): void {
    const store = new DisposableStore();
    const seat = new Seat(declaration, this.host.fleet, (id, gesture, signal) =>
      this.channel.send(clientRequests.resolveLaunch, { id, gesture }, signal),
    );
    this.seats.set(seat.id, seat);
    this.#perSeat.set(seat.id, store);
    store.add(effect(() => this.#changes.add(seat.snapshot.value)));
    store.add(seat.onLog((entry) => this.#log.add({ id: seat.id, ...entry })));
  }

  #remove(id: string, when: 'later' | 'drained'): void {
    this.#perSeat.get(id)?.dispose();
    this.#perSeat.delete(id);
    this.seats.get(id)?.release(when);
    this.seats.delete(id);
  }
}
